# package.sh: an archive, a Debian package and a Python wheel of one installation. All three can be moved and run without Rust.
#
# Sourced by ./hipvk (command `package`), whose functions it uses. tests/tests/packages.rs builds, unpacks and removes them.

# What an installation may take of a disk, in bytes, without clang.
largest_installation=20000000

make_packages() {
  local from= out=target/packages name stage architecture version glibc size
  while [ $# -gt 0 ]; do
    case $1 in
      --from) from=${2:-}; shift ;;   # what cargo has built there, as it is: for tests
      --out) out=${2:-}; shift ;;
      *) die "package: unknown argument '$1'" ;;
    esac
    shift
  done
  have xz || apt_install xz-utils
  have dpkg-deb || apt_install dpkg
  /usr/bin/python3 -m wheel version >/dev/null 2>&1 || apt_install python3-wheel
  architecture=$(uname -m)
  version=$(package_version)
  name=hipvk-$version-$architecture
  mkdir -p "$out"
  out=$(realpath "$out")
  stage=$(mktemp -d)
  umask 022
  stage_installation "$stage/$name" "$from"
  # Of the files; in blocks of a disk, of which each of the headers has one, they take some 4 % more.
  size=$(du -sb "$stage/$name" | cut -f1)
  # A debug build is no measure: tests/tests/packages.rs looks at what is beside its library.
  [ -n "$from" ] || [ "$size" -le "$largest_installation" ] ||
    die "the installation takes $size bytes, more than $largest_installation: $(cd "$stage/$name" && find . -type f -size +200k -printf '%P %s  ')"
  glibc=$(newest_glibc "$stage/$name")
  tar -C "$stage" --owner=0 --group=0 --sort=name -cJf "$out/$name.tar.xz" "$name"
  make_deb "$stage" "$stage/$name" "$glibc" "$out"
  make_wheel "$stage" "$stage/$name" "$glibc" "$out"
  rm -rf "$stage"
  say "in $out, for $architecture systems with glibc $glibc or newer, $((size / 100000 / 10)).$((size / 100000 % 10)) MB installed:"
  (cd "$out" && ls -sh1 "$name.tar.xz" hipvk_"$version"_*.deb hipvk-"$version"-*.whl)
}

# The workspace's, in Cargo.toml: the crates', the packages' and the documentation's.
package_version() { sed -n '/^\[workspace.package\]/,/^\[workspace.dep/s/^version = "\(.*\)"$/\1/p' Cargo.toml; }

# stage_installation PREFIX FROM: what `install` makes, the bitcode that device code is linked with, and the licences of all of it.
stage_installation() {
  local prefix=$1 bitcode
  (cmd_install --prefix "$prefix" ${2:+--from "$2"})
  bitcode=$(dirname "$(device_libs | sed -n 1p)")
  install -d "$prefix/amdgcn/bitcode" "$prefix/share/doc/hipvk"
  install -m 644 "$bitcode"/{ocml,oclc_*}.bc "$prefix/amdgcn/bitcode/"
  install -m 644 LICENSE-APACHE LICENSE-MIT README.md CHANGELOG.md "$prefix/share/doc/hipvk/"
  install -m 644 "$(licence_of 'rocm-device-libs*')" "$prefix/share/doc/hipvk/rocm-device-libs.copyright"
  if [ -e "$prefix/lib/libhipfft.so.0" ]; then install -m 644 "$(licence_of libvkfft-dev)" "$prefix/share/doc/hipvk/vkfft.copyright"; fi
  install -m 644 runtime/rand/*.copyright "$prefix/share/doc/hipvk/"
  # Somebody's umask is not the packages' business.
  chmod -R u+rwX,go+rX,go-w "$prefix"
}

# licence_of PACKAGE: Debian's file of a package whose work is in ours.
licence_of() { compgen -G "/usr/share/doc/$1/copyright" | sed -n 1p || die "the licence of $1 is not in /usr/share/doc"; }

# newest_glibc FOLDER: the newest version that a symbol of our libraries and programs asks for.
newest_glibc() {
  local version
  version=$(find "$1" -type f \( -name '*.so.*' -o -path '*/bin/*' \) -exec objdump -T {} + | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1)
  echo "${version#GLIBC_}"
}

# make_deb STAGE INSTALLATION GLIBC OUT: /opt/hipvk, as ROCm's packages lie in /opt/rocm-VERSION.
make_deb() {
  local root=$1/deb glibc=$3 architecture size
  architecture=$(dpkg --print-architecture)
  install -d "$root/opt" "$root/DEBIAN" "$root/etc/ld.so.conf.d" "$root/usr/share/doc/hipvk"
  cp -a "$2" "$root/opt/hipvk"
  echo /opt/hipvk/lib >"$root/etc/ld.so.conf.d/hipvk.conf"
  cp runtime/packaging/deb/copyright "$root/usr/share/doc/hipvk/copyright"
  size=$(du -sk --exclude=DEBIAN "$root" | cut -f1)
  sed -e "s/@VERSION@/$(package_version)/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@GLIBC@/$glibc/" -e "s/@SIZE@/$size/" \
    runtime/packaging/deb/control >"$root/DEBIAN/control"
  install -m 755 runtime/packaging/deb/prerm "$root/DEBIAN/"
  sed "s/@MESA@/$mesa_minimum/" runtime/packaging/deb/postinst >"$root/DEBIAN/postinst"
  chmod 755 "$root/DEBIAN/postinst"
  cp runtime/packaging/deb/triggers "$root/DEBIAN/"
  dpkg-deb --root-owner-group -Zxz --build "$root" "$4" >/dev/null
}

# make_wheel STAGE INSTALLATION GLIBC OUT: the module `hipvk`, whose folder is the installation.
make_wheel() {
  local root=$1/wheel version module info library
  version=$(package_version)
  module=$root/hipvk info=$root/hipvk-$version.dist-info
  install -d "$module" "$info/licenses" "$root/rocm/hipvk"
  cp runtime/packaging/wheel/hipvk/*.py "$module/"
  cp -a "$2"/{amdgcn,include} "$module/"
  install -d "$module/bin" "$module/lib"
  cp "$2"/bin/{hipcc,hipvk-precompile} "$module/bin/"
  # What AMD's portable device code is linked with where there is no clang.
  cp -a "$2/lib/hipvk" "$module/lib/"
  # Wheels have no links. What programs load by another name is a library that needs the real one; what they link is a linker script.
  for library in "$2"/lib/*.so*; do
    if [ ! -L "$library" ]; then cp "$library" "$module/lib/"
    elif [[ $library == *.so ]]; then
      echo "INPUT($(basename "$(readlink -f "$library")"))" >"$module/lib/$(basename "$library")"
      # hip-python takes libraries that lie somewhere in the package `rocm` (rocm/bindings/util/paths.py).
      forwarding_library "$library" "$root/rocm/hipvk" '$ORIGIN/../../hipvk/lib'
    else forwarding_library "$library" "$module/lib" '$ORIGIN'
    fi
  done
  sed "s/@VERSION@/$version/" runtime/packaging/wheel/METADATA >"$info/METADATA"
  sed "s/@PLATFORM@/manylinux_${3/./_}_$(uname -m)/" runtime/packaging/wheel/WHEEL >"$info/WHEEL"
  cp runtime/packaging/wheel/entry_points.txt "$info/"
  cp "$2"/share/doc/hipvk/{LICENSE-APACHE,LICENSE-MIT,*.copyright} "$info/licenses/"
  /usr/bin/python3 -m wheel pack -d "$4" "$root" >/dev/null
}

# forwarding_library LINK FOLDER RPATH: a library by the link's name, with nothing in it but that it needs the one the link leads to.
forwarding_library() {
  local real
  real=$(readlink -f "$1")
  g++ -shared -s -nostdlib -x c++ /dev/null -x none -Wl,--no-as-needed "$real" -Wl,-soname,"$(basename "$1")" -Wl,-rpath,"$3" -o "$2/$(basename "$1")"
}
