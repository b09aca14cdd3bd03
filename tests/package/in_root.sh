#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a package with its dependencies in the Debian below ROOT, and runs smoke_test.sh there. Needs root.
#
# Usage: in_root.sh ROOT PACKAGE SOLUTION_OF_LAB_01
set -euo pipefail
root=$1 package=$2 solution=$3
here=$(dirname "$0")
version=$(dpkg-deb -f "$package" Version)
version=${version%-*}  # without the number of the package
mkdir -p "$root/opt/package"
cp "$package" "$root/opt/package/toruscope.deb"
cp "$here/smoke_test.sh" "$solution" "$root/opt/package/"
# In a namespace of its own: what is mounted there goes with it. With an environment of its own: a new system has none of the caller's
# compilers and settings; apt may need the caller's proxy.
keep=()
for name in http_proxy https_proxy no_proxy; do [ -z "${!name:-}" ] || keep+=("$name=${!name}"); done
env -i PATH="$PATH" HOME=/root "${keep[@]}" unshare --mount --fork bash -euo pipefail -c '
  mount -t proc proc "$0/proc"
  mount --rbind /dev "$0/dev"
  cp /etc/resolv.conf "$0/etc/" 2>/dev/null || true
  cp /etc/apt/apt.conf.d/*proxy* "$0/etc/apt/apt.conf.d/" 2>/dev/null || true
  export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
  chroot "$0" apt-get -qq update
  chroot "$0" apt-get -qq -o Dpkg::Use-Pty=0 install -y --reinstall "/opt/package/toruscope.deb" >/dev/null
  chroot "$0" bash /opt/package/smoke_test.sh "$1" "/opt/package/$2"
' "$root" "$version" "$(basename "$solution")"
