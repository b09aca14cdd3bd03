// SPDX-License-Identifier: Apache-2.0
// The rows of `bench` as well-known benchmarks print them, so that scripts that read those read
// these: header and columns are theirs, byte for byte.
//
// Invariants  A table is of one operation on one machine, with one row per size; repetitions are 1.
//             Minimum and mean are those of the virtual times at which PEs leave the call; the
//             maximum is T, and so is the time of nccl-tests. In-place figures are those out of
//             place: the machine makes no difference.
//
// Sources     OSU Micro-Benchmarks 7.5, c/util/osu_util_mpi.c; Intel MPI Benchmarks,
//             src_c/IMB_output.c; NVIDIA nccl-tests, src/util.cu.

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

/// Errors    ConfigError if there is no such table of this operation, or the machine counts steps.
void check_dialect(Format dialect, const collectives::Operation& operation, const Parameters& machine);

/// The table of the runs that did not fail, below a comment that says what `auto` took.
std::string dialect_text(const Dialect& dialect, const collectives::Operation& operation,
                         const std::vector<const Measurement*>& rows);

/// A number in so many characters, as nccl-tests write it: with up to 2 decimals.
std::string nccl_number(double value, int width);

}  // namespace toruscope::cli
