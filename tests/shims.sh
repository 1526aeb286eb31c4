#!/usr/bin/env bash
# shims.sh FOLDER: kernel drivers that do nothing, of Mesa's own source (drm-shim), which its Vulkan drivers for GPUs take for hardware: pipelines are really
# compiled for it, and what is submitted is done at once. So kernels are compiled for Intel's, NVIDIA's (NVK) and Qualcomm's GPUs on machines that have none.
#
# Fetches the source of the Mesa that is installed here (47 MB) and builds three libraries of it, in half a minute; what is there for that version stays.
# Packages: the compiler and meson's dependencies that `./hipvk test` installs. Used with HIPVK_SHIMS=FOLDER by the program `null_device`.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
installed=$(dpkg-query -W -f '${source:Version}' mesa-vulkan-drivers)
version=${installed%%-*}
stamp="$version 1"
[ "$(cat "$folder/.made" 2>/dev/null)" != "$stamp" ] || exit 0
echo "shims.sh: building kernel drivers that do nothing, of Mesa $version's source" >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The archive alone, as Debian's changes are none of the shims. It lies beside the package.
package=$(apt-get download --print-uris "mesa-vulkan-drivers=$(dpkg-query -W -f '${Version}' mesa-vulkan-drivers)" | sed -n "s/^'\([^']*\)'.*/\1/p")
curl -fsSL --retry 3 "$(dirname "$package")/mesa_$version.orig.tar.xz" | tar xJ -C "$work" --strip-components=1
python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$work/python" meson==1.7.0 mako pyyaml packaging

cd "$work"
# A mapping at an address that the program chose is one anywhere here, not at address 0; Turnip of Mesa 26 binds memory.
sed -i 's/mmap(NULL, length, prot, flags, shim_device/mmap(NULL, length, prot, flags \& ~MAP_FIXED, shim_device/' src/drm-shim/device.c
sed -i 's/^   \[DRM_MSM_SUBMITQUEUE_CLOSE\] *= .*$/&\n   [0x0d] = msm_ioctl_noop,/' src/freedreno/drm-shim/freedreno_noop.c
PYTHONPATH=$work/python python3 "$work/python/bin/meson" setup build -Dtools=drm-shim,intel -Dvulkan-drivers=freedreno -Dgallium-drivers=nouveau -Dplatforms= \
  -Dglx=disabled -Degl=disabled -Dgbm=disabled -Dopengl=false -Dllvm=disabled -Dbuildtype=release >log 2>&1 || { tail -5 log >&2; exit 1; }
libraries=(src/intel/tools/libintel_noop_drm_shim.so src/nouveau/drm-shim/libnouveau_noop_drm_shim.so src/freedreno/drm-shim/libfreedreno_noop_drm_shim.so)
PYTHONPATH=$work/python ninja -C build "${libraries[@]}" >log 2>&1 || { grep -m3 error log >&2; exit 1; }
for library in "${libraries[@]}"; do strip -o "$folder/$(basename "$library")" "build/$library"; done
echo "$stamp" >"$folder/.made"
