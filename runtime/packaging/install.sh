# install.sh: puts what cargo has built into a folder as ROCm's installations are: programs, libraries, headers, and what build systems look for.
#
# Sourced by ./hipvk (commands `install` and `package`), whose functions it uses.

source runtime/packaging/libraries.sh

# install_stripped yes|"" FILE TO: without line tables, which are nine tenths of it. With yes they lie in .debug/ beside it, where
# debuggers and Rust's backtraces find them by the link that the file then has.
install_stripped() {
  local debug=$1 from=$2 to=$3 folder stripped
  folder=$(dirname "$to")
  stripped=$(mktemp)
  objcopy --strip-all "$from" "$stripped"
  if [ -n "$debug" ]; then
    install -d "$folder/.debug"
    objcopy --only-keep-debug "$from" "$folder/.debug/$(basename "$to").debug"
    objcopy --add-gnu-debuglink="$folder/.debug/$(basename "$to").debug" "$stripped"
  fi
  install -m 755 "$stripped" "$to"
  rm "$stripped"
}

# install_command PREFIX NAME FUNCTION: a program whose code is in the library. Its own path to that comes before LD_LIBRARY_PATH, by which
# people have programs take ROCm's library, or another hipvk's.
install_command() {
  g++ -O2 -s runtime/tools/command.cpp -DCOMMAND="$3" -L "$1/lib" -Wl,--disable-new-dtags,-rpath,'$ORIGIN/../lib' -lamdhip64 -o "$1/bin/$2"
}

install_all() {
  local prefix= debug= from= once=
  while [ $# -gt 0 ]; do
    case $1 in
      --debug) debug=yes ;;
      --prefix) prefix=${2:-}; shift ;;
      --prefix=*) prefix=${1#*=} ;;
      --from) from=${2:-}; shift ;;   # what cargo has built there, as it is: for tests
      --once) once=${2:-}; shift ;;   # nothing if that was done for the same word: tests of one run share an installation
      *) die "install: unknown argument '$1'" ;;
    esac
    shift
  done
  [ -n "$prefix" ] || die "install needs --prefix DIR"
  if [ -n "$once" ]; then
    install -d "$prefix"
    exec 8>"$prefix.lock"
    flock 8
    [ "$(cat "$prefix.once" 2>/dev/null)" != "$once" ] || return 0
    rm -rf "$prefix" "$prefix.once"
  fi
  if [ -z "$from" ]; then
    ensure_basics
    ensure_vkfft
    build_release
    from=target/release
  fi
  install -d "$prefix"/{bin,lib/cmake,lib/pkgconfig,llvm/bin,include,.info}
  install_stripped "$debug" "$from/libhipvk.so" "$prefix/lib/libamdhip64.so.7"
  ln -sf libamdhip64.so.7 "$prefix/lib/libamdhip64.so"
  install_command "$prefix" hipcc hipvk_hipcc
  install_command "$prefix" hipvk-precompile hipvk_precompile
  ln -sf libamdhip64.so.7 "$prefix/lib/libhiprtc.so.7"   # hipRTC is in the same library
  ln -sf libhiprtc.so.7 "$prefix/lib/libhiprtc.so"
  local name
  for name in libroctx64.so.4 libroctracer64.so.4 librocprofiler-sdk-roctx.so.1; do   # and so is roctx
    ln -sf libamdhip64.so.7 "$prefix/lib/$name"
    ln -sf "$name" "$prefix/lib/${name%.*}"
  done
  cp -R runtime/include/. "$prefix/include/"
  install_older "$prefix" libamdhip64.so.6 amdhip64_6.cpp
  ln -sf libhiprtc.so.7 "$prefix/lib/libhiprtc.so.6"
  ln -sf libamdhip64.so.7 "$prefix/lib/libamd_comgr.so.3"   # the code object manager is in it too
  ln -sf libamd_comgr.so.3 "$prefix/lib/libamd_comgr.so"
  install_older "$prefix" libamd_comgr.so.2 amd_comgr_2.cpp
  # What AMD's portable code in other compilers' programs calls, for a runtime without clang.
  install -d "$prefix/lib/hipvk"
  local width
  for width in 32 64; do "$prefix/bin/hipcc" --device-library=$width -o "$prefix/lib/hipvk/device_library.$width"; done
  install_for_build_systems "$prefix"
  (
    flock 9   # two that install from one folder do not compile the same at the same time
    install_libraries "$prefix" "$from"
  ) 9>"$from/install.lock"
  [ -z "$once" ] || echo "$once" >"$prefix.once"
  say "installed in $prefix; compile with $prefix/bin/hipcc"
}

# install_older PREFIX SONAME SOURCE: a library of ROCm 6's in front of ours.
install_older() {
  g++ -O2 -s -shared -fPIC -fvisibility=hidden "runtime/tools/$3" -D__HIP_PLATFORM_AMD__=1 -I "$1/include" -L "$1/lib" -Wl,-soname,"$2" \
    -Wl,--no-as-needed -Wl,--version-script=runtime/versions.map -Wl,-rpath,'$ORIGIN' -lamdhip64 -o "$1/lib/$2"
}

# macro_of NAME HEADER: a number that a header defines.
macro_of() { sed -n "s/^#define $1 \([0-9]*\)$/\1/p" "$2"; }

# empty_library PREFIX NAME: a shared library with nothing in it.
empty_library() { g++ -shared -s -x c++ /dev/null -Wl,-soname,"$2" -o "$1/lib/$2"; }

# install_for_build_systems PREFIX: what CMake, Make and Meson ask for, where ROCm has it.
install_for_build_systems() {
  local prefix=$1 name hip rocm headers=$1/include
  # hipcc looks at the name that it is called by (spirv-gen/src/driver).
  for name in hipconfig rocm_agent_enumerator amdclang amdclang++ hipify-perl hipexamine-perl.sh hipconvertinplace-perl.sh; do
    ln -sf hipcc "$prefix/bin/$name"
  done
  for name in clang clang++ amdclang amdclang++ $("$prefix/bin/hipcc" --llvm-tools); do ln -sf ../../bin/hipcc "$prefix/llvm/bin/$name"; done
  cp -R runtime/cmake/. "$prefix/lib/cmake/"
  hip=$headers/hip/hip_version.h
  hip=$(macro_of HIP_VERSION_MAJOR "$hip").$(macro_of HIP_VERSION_MINOR "$hip").$(macro_of HIP_VERSION_PATCH "$hip")
  for name in hip hiprtc; do sed "s/@VERSION@/$hip/" runtime/pkgconfig/$name.pc >"$prefix/lib/pkgconfig/$name.pc"; done
  rocm=$headers/rocm-core/rocm_version.h
  rocm=$(macro_of ROCM_VERSION_MAJOR "$rocm").$(macro_of ROCM_VERSION_MINOR "$rocm").$(macro_of ROCM_VERSION_PATCH "$rocm")
  echo "$rocm" >"$prefix/.info/version"
  g++ -O2 -s runtime/tools/rocminfo.cpp -D__HIP_PLATFORM_AMD__=1 -I "$headers" -L "$prefix/lib" -Wl,-rpath,'$ORIGIN/../lib' -lamdhip64 \
    -o "$prefix/bin/rocminfo"
  # Kokkos and others link ROCm's driver library without calling it, MIGraphX asks it about devices.
  g++ -O2 -s -shared -fPIC -fvisibility=hidden runtime/tools/hsa_runtime.cpp -D__HIP_PLATFORM_AMD__=1 -I "$headers" -L "$prefix/lib" \
    -Wl,-soname,libhsa-runtime64.so.1 -Wl,--version-script=<(echo 'ROCR_1 { global: hsa_*; local: *; };') -Wl,-rpath,'$ORIGIN' -lamdhip64 \
    -o "$prefix/lib/libhsa-runtime64.so.1"
  ln -sf libhsa-runtime64.so.1 "$prefix/lib/libhsa-runtime64.so"
  # CuPy's wheels were linked with this one, of which the modules that work here call nothing. Where there is VkFFT's header, rocFFT takes its place.
  empty_library "$prefix" librocfft.so.0
}
