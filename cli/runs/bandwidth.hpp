// SPDX-License-Identifier: Apache-2.0
// Bandwidths of a collective operation as nccl-tests define them: exact functions of T.
//
// algbw   S / T, where S is what a PE has before or after: the vector of a broadcast, reduction, allreduce or shift; the p blocks of
//         an all-to-all, allgather, reduce-scatter, gather or scatter.
// busbw   algbw times what an ideal algorithm moves through one PE for each byte of S: 2 (p - 1) / p of an allreduce, (p - 1) / p of
//         what moves p blocks, 1 of a broadcast, a reduction and a shift. It is to be compared with a link's bandwidth, 1 / tw,
//         whatever p is.
// Point-to-point benchmarks: algbw is what one PE sends, receives, or both (counted_bytes), over the time of one message or window,
//         as OSU and IMB tell it; busbw is that of one direction. The latency is that time: half of a pingpong's T.
// None    for scans, barriers and blocks of different sizes, which nccl-tests do not have; where T is 0, or counted in steps.
//
// Source  NVIDIA nccl-tests, doc/PERFORMANCE.md; src/gather.cu, src/scatter.cu and src/sendrecv.cu for what it leaves out.

#pragma once

#include "cli/runs/measurement.hpp"

#include <cstdint>
#include <optional>

namespace toruscope::cli {

struct Bandwidth {
  std::int64_t bytes = 0;  ///< S
  double algbw = 0;        ///< bytes per second
  double busbw = 0;        ///< bytes per second
};
std::optional<Bandwidth> bandwidth_of(const Measurement& m);
/// Of a point-to-point benchmark: the time of one message or window.
std::optional<Ticks> latency_of(const Measurement& m);

}  // namespace toruscope::cli
