#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SimGrid 3.32 (Debian 12, libsimgrid3.32 3.32-2+b2): with an operator that does not commute, MPI_Scan and MPI_Exscan of SMPI
# combine nothing, and MPI_Iallreduce gives every rank another value. All return MPI_SUCCESS, and nothing is printed.
# Ranks 0 to 3 give the numbers 1 to 4; the operator writes its second number behind its first (MPI_Op_create with commute = 0).
#                              right               seen
#   MPI_Allreduce              1234 on each rank   1234 1234 1234 1234
#   MPI_Iallreduce             1234 on each rank   4321 4312 4213 3214
#   MPI_Scan                   1 12 123 1234       1 2 3 4
#   MPI_Exscan (-1 before)     -1 1 12 123         -1 -1 -1 -1
# Over a derived datatype, here one MPI_LONG made contiguous, MPI_Iallreduce gives each rank its own number back:
#   MPI_Allreduce, derived     1234 on each rank   1234 1234 1234 1234
#   MPI_Iallreduce, derived    1234 on each rank   1 2 3 4
# No algorithm is chosen: these are SMPI's defaults. Runs without Toruscope. Exit code 0 if it is still so, 1 if not. Takes
# seconds; needs gcc and Debian 12's packages.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -q -o APT::Sandbox::User=root download libsimgrid3.32=3.32-2+b2 libsimgrid-dev=3.32-2+b2 libns3.37=3.37-2 libgsl27=2.7.1+dfsg-5+deb12u1 \
  libgslcblas0=2.7.1+dfsg-5+deb12u1 libboost-context1.74.0=1.74.0+ds1-21 libboost-stacktrace1.74.0=1.74.0+ds1-21 libsqlite3-0 libgfortran5 libquadmath0 >&2
for package in *.deb; do dpkg-deb -x "$package" .; done

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>
static void append(void* in, void* inout, int* n, MPI_Datatype* type) {
  const long* first = in;
  long* second = inout;
  for (int i = 0; i < *n; i++) {
    long shift = 10;
    while (shift <= second[i]) shift *= 10;
    second[i] += first[i] * shift;
  }
}
static void show(const char* name, long value) {
  long all[4];
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Gather(&value, 1, MPI_LONG, all, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%s: %ld %ld %ld %ld\n", name, all[0], all[1], all[2], all[3]);
}
static long iallreduce(long mine, MPI_Datatype type, MPI_Op op) {
  long result = -1;
  MPI_Request request;
  MPI_Iallreduce(&mine, &result, 1, type, op, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return result;
}
int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long mine = rank + 1, result;
  MPI_Op op;
  MPI_Datatype derived;
  MPI_Op_create(append, 0, &op);
  MPI_Type_contiguous(1, MPI_LONG, &derived);
  MPI_Type_commit(&derived);
#define RUN(call, type) result = -1, MPI_##call(&mine, &result, 1, type, op, MPI_COMM_WORLD), show(#call " " #type, result)
  RUN(Allreduce, MPI_LONG);
  show("Iallreduce MPI_LONG", iallreduce(mine, MPI_LONG, op));
  RUN(Scan, MPI_LONG);
  RUN(Exscan, MPI_LONG);
  RUN(Allreduce, derived);
  show("Iallreduce derived", iallreduce(mine, derived, op));
  MPI_Finalize();
  return 0;
}
END
cat >platform.xml <<'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="c" prefix="n-" suffix="" radical="0-3" speed="1Gf" bw="1GBps" lat="1us"/>
</platform>
END
printf 'n-%d\n' 0 1 2 3 >hosts
libraries=$work/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH=$libraries
sed "s#/usr/lib/x86_64-linux-gnu#$libraries#g" usr/bin/smpirun >smpirun
gcc -shared -fPIC -I"$work/usr/include" -I"$work/usr/include/smpi" -include smpi_helpers.h program.c -o program -L"$libraries" -lsimgrid
cat >expected <<'END'
Allreduce MPI_LONG: 1234 1234 1234 1234
Iallreduce MPI_LONG: 4321 4312 4213 3214
Scan MPI_LONG: 1 2 3 4
Exscan MPI_LONG: -1 -1 -1 -1
Allreduce derived: 1234 1234 1234 1234
Iallreduce derived: 1 2 3 4
END
bash smpirun -platform platform.xml -hostfile hosts -np 4 ./program 2>log | tee seen
diff expected seen >&2 || { cat log >&2; echo "SMPI reduces otherwise now" >&2; exit 1; }
echo "as described: MPI_Scan of SMPI combines nothing if the operator does not commute"
