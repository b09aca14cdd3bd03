// SPDX-License-Identifier: Apache-2.0
// The rows of `bench` as the benchmarks print them that people know, so that scripts that read those read these: header and columns
// are theirs, byte for byte.
//
// Invariants  A table is of one operation on one machine, with one row per size; repetitions are 1. Minimum and mean are those of the
//             virtual times at which PEs leave the call; the maximum is T, and so is the time of nccl-tests. In-place figures are
//             those out of place: the machine makes no difference.
//
// Sources     OSU Micro-Benchmarks 7.5, c/util/osu_util_mpi.c (print_only_header, print_stats) and the programs' own headers;
//             Intel MPI Benchmarks, src_c/IMB_output.c (IMB_print_header, IMB_display_times); NVIDIA nccl-tests, src/util.cu
//             (writeResultHeader, writeBenchmarkLineBody, writeResultFooter).

#pragma once

#include "cli/runs/measurement.hpp"
#include "cli/tables/console.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

struct Dialect {
  Format format = Format::osu;
  bool has_validation = false;  ///< OSU's column of that name
};

/// Errors    ConfigError if the dialect has no table of this operation, or the machine counts steps.
void check_dialect(Format dialect, const collectives::Operation& operation, const Parameters& machine);

/// The table of runs that did not fail; nothing without one. A comment above it says which algorithms `auto`
/// took.
std::string dialect_text(const Dialect& dialect, const collectives::Operation& operation,
                         const std::vector<const Measurement*>& rows);

/// As nccl-tests write a number into so many characters: as many decimals as there is room for, at most 2.
std::string nccl_number(double value, int width);

}  // namespace toruscope::cli
