#!/usr/bin/env bash
# build.sh FOLDER PREFIX: rocFFT and hipFFT for an installation, where VkFFT's header is (Debian's libvkfft-dev); without it nothing is installed.
#
# What has been built is kept in FOLDER, cargo's, and is good until a source or a header of ours changes. Called by ./hipvk install.
set -euo pipefail
folder=$(realpath "$1") prefix=$(realpath "$2")
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
rocfft=$folder/librocfft.so.0 hipfft=$folder/libhipfft.so.0

vkfft=$(find /usr/include -maxdepth 2 -name vkFFT.h -printf %h -quit)

# shared LIBRARY OBJECT-OR-LIBRARY...: under its name, in one step.
shared() {
  g++ -shared -s "${@:2}" "$folder/libhipvk.so" -Wl,-z,defs -Wl,-soname,"$(basename "$1")" -Wl,-rpath,'$ORIGIN' -o "$1.new"
  mv "$1.new" "$1"
}

if [ ! -f "$rocfft" ] || [ ! -f "$hipfft" ] || [ -n "$(find . ../include ../blas/say_once.h -newer "$hipfft" -type f)" ]; then
  [ -n "$vkfft" ] || { echo "hipvk: no vkFFT.h, so neither rocFFT nor hipFFT; install libvkfft-dev" >&2; exit 0; }
  # /usr/include is where the compiler looks anyway, and may not come before its own. -w and -O1 are for VkFFT: it writes code, slowly
  # compiled itself.
  flags=(-std=c++17 -O1 -fPIC -fvisibility=hidden -D__HIP_PLATFORM_AMD__=1 -I include -I ../include)
  [[ $vkfft == /usr/include ]] || flags+=(-isystem "$vkfft")
  objects=$(mktemp -d)
  for source in *.cpp; do g++ "${flags[@]}" -w -c "$source" -o "$objects/${source%.cpp}.o"; done
  mv "$objects/hipfft.o" "$objects/hipfft.object"
  shared "$rocfft" "$objects"/*.o
  shared "$hipfft" "$objects/hipfft.object" "$rocfft"
  rm -r "$objects"
fi
for library in "$rocfft" "$hipfft"; do
  install -m 755 "$library" "$prefix/lib/"
  library=$(basename "$library")
  ln -sf "$library" "$prefix/lib/${library%.0}"
done
cp -R include/. "$prefix/include/"
cp -R cmake/. "$prefix/lib/cmake/"
