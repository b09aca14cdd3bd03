#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the image `toruscope` for the laptops of students, from the Debian package that scripts/package.sh has made.
#
#   scripts/image.sh          builds it with docker, or podman
#   scripts/image.sh --steps  without either of them, as root: carries out its RUN line in the Debian that
#                             scripts/package.sh --install has made, and runs the smoke test as its user
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh

package=$(ls build/package/toruscope_*.deb 2>/dev/null | tail -n 1)
[ -n "$package" ] || die "there is no package in build/package; make it by scripts/package.sh"
case "${1:-}" in
  "")
    engine=$(command -v docker || command -v podman) || die "there is neither docker nor podman here; see --steps"
    context=build/package/image
    rm -rf "$context" && mkdir -p "$context"
    cp scripts/image/Dockerfile "$context/"
    cp "$package" "$context/toruscope.deb"
    "$engine" build -t toruscope "$context"
    say "made the image toruscope; try: $(basename "$engine") run --rm -it -v \"\$PWD:/labs\" toruscope"
    ;;
  --steps)
    root=$PWD/build/package/debian
    [ -f "$root/ready" ] || die "there is no Debian in $root; make it by scripts/package.sh --install"
    cp "$package" "$root/tmp/toruscope.deb"
    cp tests/package/smoke_test.sh "$root/opt/"
    # The one RUN of the Dockerfile, its lines joined.
    steps=$(sed -n '/^RUN /,/[^\\]$/p' scripts/image/Dockerfile | sed 's/^RUN //; s/\\$//' | tr '\n' ' ')
    version=$(dpkg-deb -f "$package" Version)
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 unshare --mount --fork bash -euo pipefail -c '
      mount -t proc proc "$0/proc"
      mount --rbind /dev "$0/dev"
      chroot "$0" id student >/dev/null 2>&1 && chroot "$0" userdel -r student
      chroot "$0" sh -ec "$1"
      chroot "$0" su student -c "bash /opt/smoke_test.sh $2"
    ' "$root" "$steps" "${version%-*}"
    ;;
  *) die "unknown option $1; usage: scripts/image.sh [--steps]" ;;
esac
