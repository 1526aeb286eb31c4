#!/usr/bin/env bash
# build.sh FOLDER PREFIX: hipFFT for an installation, where VkFFT's header is (Debian's libvkfft-dev); without it nothing is installed.
#
# What has been built is kept in FOLDER, cargo's, and is good until a source or a header of ours changes. Called by ./hipvk install.
set -euo pipefail
folder=$(realpath "$1") prefix=$(realpath "$2")
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
library=$folder/libhipfft.so.0

vkfft=$(find /usr/include -maxdepth 2 -name vkFFT.h -printf %h -quit)

if [ ! -f "$library" ] || [ -n "$(find . ../include -newer "$library" -type f)" ]; then
  [ -n "$vkfft" ] || { echo "hipvk: no vkFFT.h, so no hipFFT; install libvkfft-dev" >&2; exit 0; }
  # /usr/include is where the compiler looks anyway, and may not come before its own. -w and -O1 are for VkFFT: it writes code, slowly
  # compiled itself.
  flags=(-std=c++17 -O1 -fPIC -fvisibility=hidden -D__HIP_PLATFORM_AMD__=1 -I include -I ../include)
  [[ $vkfft == /usr/include ]] || flags+=(-isystem "$vkfft")
  objects=$(mktemp -d)
  for source in api strided transform; do g++ "${flags[@]}" -w -c $source.cpp -o "$objects/$source.o"; done
  g++ -shared -s "$objects"/*.o "$folder/libhipvk.so" -Wl,-soname,libhipfft.so.0 -Wl,-rpath,'$ORIGIN' -o "$library.new"
  mv "$library.new" "$library"
  rm -r "$objects"
fi
install -m 755 "$library" "$prefix/lib/libhipfft.so.0"
ln -sf libhipfft.so.0 "$prefix/lib/libhipfft.so"
cp -R include/. "$prefix/include/"
cp -R cmake/. "$prefix/lib/cmake/"
