#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# MPICH 4.0.2 (Debian 12, libmpich12 4.0.2-3+b1): MPI_Pack leaves bytes out, without an error, once a program has 1,284
# contiguous datatypes at a time. Each type here is three doubles, 24 bytes; two elements of it go into a buffer of 64.
# Up to type 1,283 all 48 bytes are packed. From type 1,284 on the same call returns MPI_SUCCESS and a position of 34: the last
# 14 bytes are missing, in the middle of a number. With type 4,000 nothing at all is packed. MPI_Pack_size and a message with
# that type say 48 all along, and a program that frees each type before it makes the next never sees it. What is missing
# depends on where the type stands in the library's table: 48 is rounded down to a multiple of 17, of 18, ..., of 51.
# Seen: "1283: 48 bytes", "1284: 34 bytes", "1540: 36 bytes", "4000: 0 bytes", "asked: 48", "sent: 48", "freed: 48".
# Runs without Toruscope. Exit code 0 if it is still so, 1 if not. Takes seconds; needs gcc and Debian 12's packages.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -q -o APT::Sandbox::User=root download libmpich12=4.0.2-3+b1 libmpich-dev=4.0.2-3+b1 \
  libucx0=1.13.1-1 libhwloc15=2.9.0-1 libnuma1=2.0.16-1 >&2
for package in *.deb; do dpkg-deb -x "$package" .; done

cat >pack.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <string.h>
static const double data[6] = {1, 2, 3, 4, 5, 6};
static MPI_Datatype three(void) {
  MPI_Datatype type;
  MPI_Type_contiguous(3, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}
static int packed(MPI_Datatype type) {
  double buffer[8] = {0};
  int position = 0;
  if (MPI_Pack(data, 2, type, buffer, sizeof buffer, &position, MPI_COMM_SELF) != MPI_SUCCESS) return -1;
  return memcmp(buffer, data, position) == 0 ? position : -2;
}
int main(void) {
  int size, received, freed = 48;
  double there[6];
  MPI_Status status;
  static MPI_Datatype types[4000];
  MPI_Init(NULL, NULL);
  for (int i = 0; i < 4000; i++) {
    MPI_Datatype type = three();
    if (packed(type) != 48) freed = 0;
    MPI_Type_free(&type);
  }
  for (int i = 1; i <= 4000; i++) {
    MPI_Datatype type = types[i - 1] = three();
    int bytes = packed(type);
    if (i == 1283 || i == 1284 || i == 1540 || i == 4000) printf("%d: %d bytes\n", i, bytes);
    if (i < 4000) continue;
    MPI_Pack_size(2, type, MPI_COMM_SELF, &size);
    MPI_Sendrecv(data, 2, type, 0, 0, there, 6, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_count(&status, MPI_BYTE, &received);
    printf("asked: %d\nsent: %d\nfreed: %d\n", size, memcmp(data, there, 48) ? -2 : received, freed);
  }
  for (int i = 0; i < 4000; i++) MPI_Type_free(&types[i]);
  MPI_Finalize();
  return 0;
}
END
libraries=$work/usr/lib/x86_64-linux-gnu
gcc -O1 -I"$libraries/mpich/include" pack.c -o pack -L"$libraries" -lmpich
export LD_LIBRARY_PATH=$libraries:$work/lib/x86_64-linux-gnu
printf '%d: %d bytes\n' 1283 48 1284 34 1540 36 4000 0 >expected
printf '%s: 48\n' asked sent freed >>expected
./pack | tee seen
diff expected seen >&2 || { echo "MPICH packs otherwise now" >&2; exit 1; }
echo "as described: MPI_Pack leaves bytes out from the 1284th datatype on"
