// SPDX-License-Identifier: Apache-2.0
// All kinds of entries, one for each operation, for templates that are instantiated once for all.

#pragma once

/// Writes DO(Alltoall) DO(Alltoallv) ...
#define TORUSCOPE_EACH_OPERATION(DO) \
  DO(Alltoall)                       \
  DO(Alltoallv)                      \
  DO(Broadcast)                      \
  DO(Reduce)                         \
  DO(Scan)                           \
  DO(Exscan)                         \
  DO(Gather)                         \
  DO(Gatherv)                        \
  DO(Scatter)                        \
  DO(Scatterv)                       \
  DO(Allgather)                      \
  DO(Allgatherv)                     \
  DO(Allreduce)                      \
  DO(ReduceScatter)                  \
  DO(ReduceScatterv)                 \
  DO(Shift)                          \
  DO(Barrier)                        \
  DO(Pingpong)                       \
  DO(Bandwidth)                      \
  DO(Bibandwidth)                    \
  DO(Sendrecv)                       \
  DO(MultiPair)                      \
  DO(Bisection)
