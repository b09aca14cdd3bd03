#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the image `toruscope` for the laptops of students, from the Debian package that scripts/package.sh has made, and
# runs the smoke test in it.
#
#   scripts/image.sh [OPTION...]  builds it with docker, or podman; what follows goes to its `build`: --network=host
#   scripts/image.sh --base       the same from a Debian 12 that debootstrap makes, as root, where no image can be fetched
#   scripts/image.sh --steps      without docker and podman, as root: carries out its RUN line in the Debian that
#                                 scripts/package.sh --install has made, and runs the smoke test as its user
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh

package=$(ls build/package/toruscope_*.deb 2>/dev/null | tail -n 1)
[ -n "$package" ] || die "there is no package in build/package; make it by scripts/package.sh"
version=$(dpkg-deb -f "$package" Version)
version=${version%-*}  # without the number of the package

if [ "${1:-}" = --steps ]; then
  [ $# -eq 1 ] || die "--steps stands alone"
  root=$PWD/build/package/debian
  [ -f "$root/ready" ] || die "there is no Debian in $root; make it by scripts/package.sh --install"
  cp "$package" "$root/tmp/toruscope.deb"
  cp tests/package/smoke_test.sh "$root/opt/"
  # The one RUN of the Dockerfile, its lines joined.
  steps=$(sed -n '/^RUN /,/[^\\]$/p' scripts/image/Dockerfile | sed 's/^RUN //; s/\\$//' | tr '\n' ' ')
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 unshare --mount --fork bash -euo pipefail -c '
    mount -t proc proc "$0/proc"
    mount --rbind /dev "$0/dev"
    chroot "$0" id student >/dev/null 2>&1 && chroot "$0" userdel -r student
    chroot "$0" sh -ec "$1"
    chroot "$0" su student -c "bash /opt/smoke_test.sh $2"
  ' "$root" "$steps" "$version"
  exit 0
fi

engine=$(command -v docker || command -v podman) || die "there is neither docker nor podman here; see --steps"
base=()
if [ "${1:-}" = --base ]; then
  shift
  root=build/package/base
  make_debian "$root"
  tar -C "$root" --exclude=./ready -c . | "$engine" import - toruscope-base >/dev/null
  base=(--build-arg BASE=toruscope-base)
fi
context=build/package/image
rm -rf "$context" && mkdir -p "$context"
cp scripts/image/Dockerfile "$context/"
cp "$package" "$context/toruscope.deb"
"$engine" build -t toruscope "${base[@]}" "$@" "$context" ||
  die "the image was not built; the reason is above. Where no image can be fetched: scripts/image.sh --base"
"$engine" run --rm -i toruscope bash -s "$version" <tests/package/smoke_test.sh
say "made the image toruscope; try: $(basename "$engine") run --rm -it -v \"\$PWD:/labs\" toruscope"
