# SPDX-License-Identifier: Apache-2.0
# A fresh Debian 12 with what builds and tests need: the packages of scripts/lib/setup.sh. From the root of the repository:
#
#   docker build -f scripts/image/build.Dockerfile -t toruscope-build .
#   docker run --rm -v "$PWD":/toruscope toruscope-build scripts/test.sh
FROM debian:bookworm
COPY scripts/lib/setup.sh /opt/setup.sh
RUN bash -c 'set -euo pipefail; . /opt/setup.sh; need ca-certificates git "${packages_to_test[@]}"' \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /toruscope
CMD ["bash"]
