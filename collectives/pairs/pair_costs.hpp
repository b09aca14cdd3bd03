// SPDX-License-Identifier: Apache-2.0
// What point-to-point benchmarks take, for their entries in the table.
//
// Not here    Lower bounds, which are functions of each operation (toruscope/catalogue.hpp).

#pragma once

#include <toruscope/catalogue.hpp>

#include <optional>

namespace toruscope::collectives {

/// True where the pairs have links of their own.
NoConflicts no_conflicts_of_private_links();

std::optional<Prediction> pingpong_cost(const Case& c);
std::optional<Prediction> bandwidth_cost(const Case& c);
std::optional<Prediction> bibandwidth_cost(const Case& c);
std::optional<Prediction> multi_pair_cost(const Case& c);
std::optional<Prediction> bisection_cost(const Case& c);
/// All send to the PE that many ranks further on, at once.
std::optional<Prediction> cost_of_shift(const Case& c, int distance);

std::optional<Ticks> bandwidth_estimate(const Case& c);
std::optional<Ticks> bibandwidth_estimate(const Case& c);
std::optional<Ticks> multi_pair_estimate(const Case& c);
Ticks time_of_shift(const Case& c, int distance);

}  // namespace toruscope::collectives
