# SPDX-License-Identifier: Apache-2.0
# A fresh Debian 12 with all that the scripts install, for those who develop Toruscope on another system:
#
#   docker build -t toruscope-developer -f scripts/image/developer.Dockerfile scripts/lib
#   docker run --rm -it -v "$PWD:/toruscope" toruscope-developer scripts/test.sh --quick
#
# scripts/lib/setup.sh has the list of packages.
ARG BASE=debian:bookworm-slim
FROM $BASE
COPY setup.sh /tmp/
RUN bash -euo pipefail -c '. /tmp/setup.sh; need "${packages_to_test[@]}" ca-certificates git' \
    && rm -rf /var/lib/apt/lists/* /tmp/setup.sh \
    && git config --system --add safe.directory /toruscope
ENV LC_ALL=C.UTF-8
WORKDIR /toruscope
CMD ["bash"]
