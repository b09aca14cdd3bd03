// SPDX-License-Identifier: Apache-2.0
// A chain of PEs through which a long value goes in parts: all PEs work at once.
//
//   p = 4, 3 parts     0 -> 1   1 2 3
//                      1 -> 2     1 2 3
//                      2 -> 3       1 2 3          5 messages one after the other, p - 2 + 3
//
// Each PE in turn takes a part and sends it on: c = tr + ts + x for each part.
//   T      sum of c over the parts + (p - 2) c(longest) + (p - 1) (th + L),   p > 2
// Best   about sqrt((p - 2) m tw / (ts + tm + tr)) parts.
// Source Johnsson, Ho, "Optimum Broadcasting and Personalized Communication in Hypercubes", IEEE
// Trans. Computers 38(9), 1989 (pipelined packets and their best size).

#pragma once

#include "collectives/shapes/segments.hpp"

#include <toruscope/catalogue.hpp>

#include <optional>

namespace toruscope::collectives {

/// Cost of the parts along p PEs over `hops` links. Nothing for two PEs if tr is as long as a send.
std::optional<Prediction> pipeline_cost(const Costs& costs, int p, std::int64_t hops, const Segments& parts);

/// Cost on a ring whose ranks stand in a row, or a complete graph.
std::optional<Prediction> pipeline_cost(const Case& c, const Segments& parts);
/// Estimate from rank to rank on any machine: the first part, then one part after the other.
Ticks pipeline_estimate(const Case& c, const Segments& parts);

/// The fastest number of parts up to 1024, at a tie the smallest; `segment` bytes each if not 0.
Segments best_segments(const Costs& costs, int p, std::size_t bytes, std::size_t element, std::size_t segment);

}  // namespace toruscope::collectives
