// SPDX-License-Identifier: Apache-2.0
// The chain of PEs for long values: part after part of a value goes along, and all PEs are at work at once.
//
//   p = 4, 3 parts     0 -> 1   1 2 3
//                      1 -> 2     1 2 3
//                      2 -> 3       1 2 3          5 messages one after the other, p - 2 + 3
//
// Each PE in turn takes a part, combines it with its own and sends it on: c = tr + ts + x for each part.
//   T      sum of c over the parts + (p - 2) c(longest) + (p - 1) (th + L),   p > 2
// Best   about sqrt((p - 2) m tw / (ts + tm + tr)) parts.
// Source The serial circuit of Ladner, Fischer, J. ACM 27(4), 1980, once per part; best size of a packet: Johnsson, Ho,
//        IEEE Trans. Computers 38(9), 1989.

#pragma once

#include "collectives/scan/prefix.hpp"
#include "collectives/scan/segments.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/communicator.hpp>

#include <optional>
#include <span>

namespace toruscope::detail {

void pass_along(Communicator& comm, std::span<Prefix> parts);

/// What the parts take along p PEs over `hops` links, each PE's own to itself. Nothing where tr is longer than a send.
std::optional<Prediction> pass_along_cost(const Costs& costs, int p, std::int64_t hops, const Segments& parts);

/// The parts that take least time, at most 1024 if not asked for; `segment` bytes each if not 0.
Segments best_segments(const Costs& costs, int p, std::size_t bytes, std::size_t element, std::size_t segment);

}  // namespace toruscope::detail
