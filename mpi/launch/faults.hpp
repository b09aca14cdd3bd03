// SPDX-License-Identifier: Apache-2.0
// What is told of a program that crashes: of a rank, with the lines that were printed until then,
// or while it is loaded.

#pragma once

#include "mpi/launch/process.hpp"

#include <string>

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

/// While it lives, a fault of this thread ends the process with one sentence and exit code 2: the
/// system's loader stumbled over a damaged file, or a constructor of the program crashed.
class LoadingWatch {
 public:
  explicit LoadingWatch(const std::string& program);
  LoadingWatch(const LoadingWatch&) = delete;
  LoadingWatch& operator=(const LoadingWatch&) = delete;
  ~LoadingWatch();
};

}  // namespace toruscope::mpi
