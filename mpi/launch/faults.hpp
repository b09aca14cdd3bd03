// SPDX-License-Identifier: Apache-2.0
// What is told of a rank whose program crashes, and the lines that were printed until then.

#pragma once

#include "mpi/launch/process.hpp"

namespace toruscope::mpi {

/// Tells the rank, its place in the network and its last MPI call when a run's fault ends the
/// process, behind the engine's own words, while it lives. What waits to be shown is shown before.
class CrashReport {
 public:
  CrashReport(const Topology& network, Screen& screen);
  CrashReport(const CrashReport&) = delete;
  CrashReport& operator=(const CrashReport&) = delete;
  ~CrashReport();
};

}  // namespace toruscope::mpi
