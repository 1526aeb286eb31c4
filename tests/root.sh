#!/usr/bin/env bash
# root.sh make ROOT [trixie|noble|sid] | run ROOT COMMAND...: a Debian 13 with its backports' Mesa in a folder, an Ubuntu 24.04 with its own, or a Debian
# of tomorrow, for tests on another Mesa.
#
# `make` is for root (debootstrap); what is there already is kept until the packages below change.
# `run` runs a command in it: this repository lies at the same path, folder, user and environment stay. It calls sudo
# by itself where it has to. The mounts are in a mount namespace of their own: they are gone when the command is.
# Called by ./hipvk test (as cargo's runner) and by hand.
set -euo pipefail
repository=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

# What the tests call: clang, the device libraries and the linker for our compiler, csmith for random programs, build systems.
compiler="clang-19 rocm-device-libs-17"
packages="g++ libvulkan1 csmith libcsmith-dev cmake ninja-build make pkgconf meson"
mesa="mesa-vulkan-drivers"

die() { printf 'root.sh: %s\n' "$*" >&2; exit 1; }

# mirror ID OTHERWISE: the mirror that this machine's apt uses, if it is such a system's.
mirror() {
  local here=
  here=$(. /etc/os-release; [ "$ID" != "$1" ] || apt-get indextargets --format '$(RELEASE) $(COMPONENT) $(REPO_URI)' |
    sed -n "s/^$VERSION_CODENAME main //p" | sed -n 1p)
  echo "${here:-$2}"
}

in_root() { chroot "$new" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }

# thrice COMMAND...: for what downloads, since mirrors and proxies fail now and then.
thrice() {
  local pause
  for pause in 5 30; do
    "$@" && return
    echo "root.sh: failed: $*; once more in $pause s" >&2
    sleep "$pause"
  done
  "$@"
}

base() {
  rm -rf --one-file-system "$new"
  debootstrap --variant=minbase "${options[@]}" "$suite" "$new" "$from" "${script[@]}"
}

make() {
  local root=$1 new=$1.new suite=${2:-trixie} from stamp options=() script=() newer=() newest=() unchecked=()
  case $suite in
    trixie)
      from=$(mirror debian http://deb.debian.org/debian)
      newer=("$suite-backports main") newest=(-t "$suite-backports") ;;
    noble)
      from=$(mirror ubuntu http://archive.ubuntu.com/ubuntu)
      options=(--components=main,universe --keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg)
      # All of Ubuntu's are one script to debootstrap, whose older versions do not know the newer names.
      script=(/usr/share/debootstrap/scripts/gutsy)
      newer=("$suite-updates main universe" "$suite-security main universe") ;;
    sid)
      from=$(mirror debian http://deb.debian.org/debian)
      compiler="clang-21 rocm-device-libs-21"
      # A mirror that is some weeks behind is as good.
      unchecked=(-o Acquire::Check-Valid-Until=false) ;;
    *) die "make: no '$suite' here, trixie, noble or sid" ;;
  esac
  stamp="$suite $compiler $packages $mesa"
  mkdir -p "$(dirname "$root")"
  exec 9>"$root.lock"
  flock 9   # one whose caller gave up may still be at it
  [ "$(cat "$root/.made" 2>/dev/null)" != "$stamp" ] || return 0
  rm -rf --one-file-system "$root"
  thrice base
  [ ${#newer[@]} = 0 ] || printf "deb $from %s\n" "${newer[@]}" >"$new/etc/apt/sources.list.d/newer.list"
  cp /etc/resolv.conf "$new/etc/resolv.conf"
  # Proxies and certificates that this machine's apt needs.
  [ -z "$(apt-config dump Acquire::http::Proxy)" ] || apt-config dump Acquire >"$new/etc/apt/apt.conf.d/90outside"
  # Without the option, lists that could not be fetched are a warning.
  thrice in_root apt-get update -qq "${unchecked[@]}" -o APT::Update::Error-Mode=any
  thrice in_root apt-get install -y -qq --no-install-recommends $compiler $packages
  thrice in_root apt-get install -y -qq --no-install-recommends "${newest[@]}" $mesa
  in_root apt-get clean
  echo "$stamp" >"$new/.made"
  mv "$new" "$root"
}

run() {
  local root=$1 sudo=() environment
  shift
  [ -f "$root/.made" ] || die "$root is not a root of mine: make it first"
  [ "$(id -u)" = 0 ] || sudo=(sudo)
  mapfile -d '' -t environment < <(env -0)
  exec "${sudo[@]}" unshare --mount --propagation private "$0" enter "$(id -u):$(id -g)" "$root" \
    /usr/bin/env -i -C "$PWD" "${environment[@]}" HOME=/tmp TMPDIR=/tmp "$@"
}

# Only within `run`'s mount namespace.
enter() {
  local user=$1 root=$2 folder
  shift 2
  for folder in /proc /sys /dev; do mount --rbind "$folder" "$root$folder"; done
  # Without GPUs, so that the default device is the CPU's on every machine.
  [ ! -d /dev/dri ] || mount -t tmpfs none "$root/dev/dri"
  mkdir -p "$root$repository"
  mount --bind "$repository" "$root$repository"
  exec chroot --userspec="$user" "$root" "$@"
}

case "${1:-}" in
  make)
    [ "$(id -u)" = 0 ] || die "only root can make a root"
    # debootstrap mounts /proc in it: in a mount namespace of its own, which takes it away whatever happens.
    [ "${2:-}" = --unshared ] || exec unshare --mount --propagation private "$0" make --unshared "$2" "${3:-trixie}"
    make "$(readlink -m "$3")" "$4" ;;
  run) shift; run "$@" ;;
  enter) shift; enter "$@" ;;
  *) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
