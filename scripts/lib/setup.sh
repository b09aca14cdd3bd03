# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by the scripts: sets up a Debian 12 machine and the build folders. Says what it does, does only what is missing.

packages_to_build=(
  g++ cmake ninja-build
  libtbb-dev libboost-dev libboost-context-dev libcli11-dev libfmt-dev nlohmann-json3-dev libtomlplusplus-dev libkissfft-dev libssl-dev librsvg2-bin libpugixml-dev libcadical-dev libscotch-dev libyaml-cpp-dev libprotobuf-dev zlib1g-dev)
packages_to_test=(
  "${packages_to_build[@]}"
  libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev
  clang-14 libclang-rt-14-dev llvm-14 clang-format-14 clang-tidy-14 python3 ccache patch pkg-config
  chromium chromium-driver python3-selenium python3-jsonschema doxygen gfortran parallel libopenmpi-dev openmpi-bin pybind11-dev python3-dev python3-numpy python3-nbconvert python3-ipykernel)

# A cache of compilations serves every clone, wherever it lies. It finds what it has by the contents of all files that were
# read (CCACHE_DEPEND), so that a file that was not cached is preprocessed once, not twice. The name keeps it apart from what was cached otherwise.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 CCACHE_NAMESPACE=toruscope

say() { printf '== %s (after %d s)\n' "$*" "$SECONDS" >&2; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# need PACKAGE...: installs those that are missing, from Debian, and says which.
need() {
  command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
    die "set-up uses apt, which this system does not have. Install what Debian 12 calls: $*. Then: cmake --preset release && cmake --build --preset release"
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "these packages are missing: ${missing[*]}. Installing them needs root, and there is no sudo here. As root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300)
  say "installing from Debian: ${missing[*]}"
  # A list that cannot be fetched is a warning to apt; whether it mattered, the installation shows.
  "${apt[@]}" update || say "apt-get update had trouble; trying with the lists that there are"
  "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null ||
    die "apt-get could not install: ${missing[*]}. Without a network, install them by hand; Toruscope is built for Debian 12 (bookworm) or later. apt's own messages are above"
}

# configure PRESET [CMAKE OPTION...]: once; later runs leave it to the build to notice changes.
configure() {
  local preset=$1
  shift
  [ -f "build/$preset/build.ninja" ] && return 0
  say "configuring build/$preset"
  local launcher=()  # for this configuration alone: what runs later may not have it
  if command -v ccache >/dev/null; then launcher=(CMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
  local log
  log=$(env "${launcher[@]}" cmake --preset "$preset" "$@" 2>&1) || {
    printf '%s\n' "$log" >&2
    rm -f "build/$preset/build.ninja"
    die "configuring build/$preset failed; the reason is above"
  }
}

# build PRESET [OPTION...]
build() {
  say "building build/$1"
  cmake --build --preset "$@" >&2 || die "building build/$1 failed; the reason is above"
}

# make_debian FOLDER: a new Debian 12 there, unless there is one.
make_debian() {
  [ ! -f "$1/ready" ] || return 0
  [ "$(id -u)" -eq 0 ] || die "a Debian 12 is made by debootstrap, which needs root"
  need debootstrap
  # The archive that this computer installs from.
  local archive
  archive=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)
  say "making a Debian 12 in $1"
  rm -rf "$1"
  debootstrap --variant=minbase bookworm "$1" "$archive" >"$1.log" || die "debootstrap failed; see $1.log"
  touch "$1/ready"
}
