#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the Debian package, build/package/toruscope_VERSION_ARCHITECTURE.deb, and checks it with lintian.
#
#   scripts/package.sh            the package
#   scripts/package.sh --install  and, as root, installs it in a new Debian 12 below build/, where it runs the
#                                 demonstration and grades a lab (tests/package/smoke_test.sh)
#
# The same commit gives the same bytes: times in the package are those of the commit.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh

case "${1:-}" in
  "" | --install) ;;
  *) die "unknown option $1; usage: scripts/package.sh [--install]" ;;
esac
need "${packages_to_build[@]}" pybind11-dev python3-dev dpkg-dev lintian
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
umask 022
configure package
build package
say "packing"
(cd build/package && rm -f ./*.deb && cpack -G DEB >cpack.log) || die "cpack failed; see build/package/cpack.log"
package=$(echo build/package/*.deb)
# It is built from the project's own repository, and closes no bug of Debian's.
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "$package" || die "lintian finds faults in $package"
say "made $package"
[ "${1:-}" = --install ] || exit 0

root=$PWD/build/package/debian
make_debian "$root"
bash tests/package/in_root.sh "$root" "$package" labs/solutions/01-ring-broadcast.cpp
