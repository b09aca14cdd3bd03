// SPDX-License-Identifier: Apache-2.0
// Names of the operations in OSU's benchmarks, the Intel MPI Benchmarks, and nccl-tests.

#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace toruscope::collectives {

/// Names of one operation; empty where a benchmark does not have it.
struct BenchmarkNames {
  std::string_view operation;
  std::string_view osu;        ///< the program
  std::string_view osu_title;  ///< in the head of its table
  std::string_view imb;
  std::string_view nccl;  ///< the program without "_perf"
};

inline constexpr std::array kBenchmarkNames{
    BenchmarkNames{"allreduce", "osu_allreduce", "Allreduce Latency", "Allreduce", "all_reduce"},
    BenchmarkNames{"broadcast", "osu_bcast", "Broadcast Latency", "Bcast", "broadcast"},
    BenchmarkNames{"reduce", "osu_reduce", "Reduce Latency", "Reduce", "reduce"},
    BenchmarkNames{"allgather", "osu_allgather", "Allgather Latency", "Allgather", "all_gather"},
    BenchmarkNames{"reduce_scatter", "osu_reduce_scatter", "Reduce_scatter Latency", "Reduce_scatter",
                   "reduce_scatter"},
    BenchmarkNames{"alltoall", "osu_alltoall", "All-to-All Personalized Exchange Latency", "Alltoall",
                   "alltoall"},
    BenchmarkNames{"gather", "osu_gather", "Gather Latency", "Gather", "gather"},
    BenchmarkNames{"scatter", "osu_scatter", "Scatter Latency", "Scatter", "scatter"},
    BenchmarkNames{"barrier", "osu_barrier", "Barrier Latency", "Barrier", ""},
    BenchmarkNames{"pingpong", "osu_latency", "Latency", "PingPong", ""},
    BenchmarkNames{"bandwidth", "osu_bw", "Bandwidth", "", ""},
    BenchmarkNames{"bibandwidth", "osu_bibw", "Bi-Directional Bandwidth", "", ""},
    BenchmarkNames{"sendrecv", "", "", "Sendrecv", "sendrecv"},
    BenchmarkNames{"multi_pair", "osu_mbw_mr", "Multiple Bandwidth / Message Rate", "Uniband", ""},
};

/// Names of an operation; null if no benchmark has it.
constexpr const BenchmarkNames* benchmark_names(std::string_view operation) {
  const auto* const found =
      std::find_if(kBenchmarkNames.begin(), kBenchmarkNames.end(),
                   [&](const BenchmarkNames& names) { return names.operation == operation; });
  return found == kBenchmarkNames.end() ? nullptr : found;
}

}  // namespace toruscope::collectives
