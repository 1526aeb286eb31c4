# libraries.sh: the libraries of an installation beside the runtime: BLAS, products with epilogues, sparse, solvers, random numbers, Fourier transforms, calls between
# devices, deep learning.
#
# Sourced by ./hipvk (command `install`), whose functions it uses. What is compiled stays in cargo's folder until something that it is made of changes.

# install_libraries PREFIX FROM: all of them; FROM is cargo's folder.
install_libraries() {
  install_blas "$1" "$2"
  install_rocblas "$1" "$2"
  install_blaslt "$1" "$2"
  install_sparse "$1" "$2"
  install_solvers "$1" "$2"
  install_rand "$1" "$2"
  install_rocsparse "$1" "$2"
  install_rccl "$1" "$2"
  install_miopen "$1" "$2"
  runtime/fft/build.sh "$2" "$1"
}

# install_blas PREFIX FROM: hipBLAS.
install_blas() {
  local header=runtime/include/hipblas/hipblas-version.h
  install_hip_library hipblas 3 runtime/blas "$1" "$2" \
    "$(macro_of hipblasVersionMajor $header).$(macro_of hipblasVersionMinor $header).$(macro_of hipblasVersionPatch $header)"
}

# install_rocblas PREFIX FROM: rocBLAS, which calls hipBLAS, and is ROCm 6's too: the same functions under another name.
install_rocblas() {
  install_hip_library rocblas 5 runtime/rocblas "$1" "$2" "" -Os -lhipblas
  ln -sf librocblas.so.5 "$1/lib/librocblas.so.4"
}

# install_blaslt PREFIX FROM: hipBLASLt, which calls hipBLAS.
install_blaslt() { install_hip_library hipblaslt 1 runtime/blaslt "$1" "$2" "" -Os -lhipblas; }

# install_rand PREFIX FROM: rocRAND, and hipRAND, which calls it.
install_rand() {
  install_hip_library rocrand 1 runtime/rand "$1" "$2" "$(rand_version ROCRAND_VERSION runtime/include/rocrand/rocrand_version.h)"
  # hipRAND itself calls nothing of HIP's; it brings it all the same, as ROCm's does.
  install_hip_library hiprand 1 runtime/rand/hiprand "$1" "$2" "$(rand_version HIPRAND_VERSION runtime/include/hiprand/hiprand_version.h)" \
    -Os "-Wl,--no-as-needed -lrocrand"
}
# rand_version MACRO HEADER: the version of a number of five digits and more.
rand_version() {
  local number
  number=$(sed -n "s/^#define $1 \([0-9]*\).*/\1/p" "$2")
  echo "$((number / 100000)).$((number / 100 % 1000)).$((number % 100))"
}

# install_sparse PREFIX FROM: hipSPARSE, which is ROCm 6's too: the same functions under another name.
install_sparse() {
  local header=runtime/include/hipsparse/hipsparse-version.h
  install_hip_library hipsparse 4 runtime/sparse "$1" "$2" \
    "$(macro_of hipsparseVersionMajor $header).$(macro_of hipsparseVersionMinor $header).$(macro_of hipsparseVersionPatch $header)"
  ln -sf libhipsparse.so.4 "$1/lib/libhipsparse.so.1"
}

# install_rocsparse PREFIX FROM: rocSPARSE, which calls hipSPARSE.
install_rocsparse() { install_hip_library rocsparse 1 runtime/rocsparse "$1" "$2" "" -Os -lhipsparse; }

# install_rccl PREFIX FROM: RCCL.
install_rccl() { install_hip_library rccl 1 runtime/rccl "$1" "$2" "" -Os; }

# install_miopen PREFIX FROM: MIOpen, which calls hipBLAS.
install_miopen() { install_hip_library MIOpen 1 runtime/miopen "$1" "$2" "" -Os -lhipblas; }

# install_solvers PREFIX FROM: rocSOLVER, which calls hipBLAS and hipSPARSE and is made of some of hipBLAS' sources, and hipSOLVER, which calls all three
# and is ROCm 6's too.
install_solvers() {
  local header=runtime/include/hipsolver/internal/hipsolver-version.h parts=(runtime/blas/{lu,qr,reflectors,least_squares,matrix_parts}.hip)
  install_hip_library rocsolver 0 runtime/solver "$1" "$2" "" -O3 "-lhipblas -lhipsparse" "${parts[@]}"
  install_hip_library hipsolver 1 runtime/solver/hipsolver "$1" "$2" \
    "$(macro_of hipsolverVersionMajor $header).$(macro_of hipsolverVersionMinor $header).$(macro_of hipsolverVersionPatch $header)" \
    -Os "-lrocsolver -lhipblas -lhipsparse"
  ln -sf libhipsolver.so.1 "$1/lib/libhipsolver.so.0"
}

# install_hip_library NAME MAJOR SOURCES PREFIX FROM VERSION [OPTIMISED LIBRARIES SOURCE...]: a library that is a HIP program, compiled by the hipcc that has
# just been installed. It stays in FROM until something that it is made of changes. Without VERSION pkg-config does not know it. None of it throws: tables for
# unwinding would be a twentieth of its size.
install_hip_library() {
  local name=$1 library=lib$1.so.$2 sources=$3 prefix=$4 from=$5 built=$5/lib$1 version=$6 optimised=${7:--O3} other=${8:-} parts=("${@:9}")
  if [ ! -f "$built/$library" ] || [ -n "$(find runtime/packaging/libraries.sh "$sources" "${parts[@]}" runtime/blas/*.h runtime/rand/*.h runtime/include "$from/hipcc" -newer "$built/$library" -print -quit)" ]; then
    say "compiling $name"
    install -d "$built"
    rm -f "$built"/*
    printf '%s\0' "$sources"/*.hip "${parts[@]}" | xargs -0 -P "$(nproc)" -I{} sh -c \
      '"$1/bin/hipcc" "$4" --offload-compress -std=c++17 -fPIC -fvisibility=hidden -fno-exceptions -fno-asynchronous-unwind-tables -c "$2" -o "$3/$(basename "$2" .hip).o"' sh "$prefix" {} "$built" "$optimised" ||
      die "$name was not compiled"
    g++ -shared -s "$built"/*.o -Wl,-soname,"$library" -Wl,--version-script="$sources/exports.map" -Wl,-z,defs -Wl,-Bsymbolic \
      -Wl,-rpath,'$ORIGIN' -L "$prefix/lib" $other -lamdhip64 -o "$built/$library"
  fi
  install -m 755 "$built/$library" "$prefix/lib/$library"
  ln -sf "$library" "$prefix/lib/lib$name.so"
  [ -z "$version" ] || sed "s/@VERSION@/$version/" "runtime/pkgconfig/$name.pc" >"$prefix/lib/pkgconfig/$name.pc"
}
