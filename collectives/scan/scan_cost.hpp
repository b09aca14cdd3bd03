// SPDX-License-Identifier: Apache-2.0
// What scans take: their formulas, where they are exact, and about what they take elsewhere.
//
// Source  as the algorithms (scan/scan.cpp).

#pragma once

#include "collectives/scan/pipelined_tree.hpp"
#include "collectives/shapes/segments.hpp"

#include <toruscope/catalogue.hpp>

#include <memory>
#include <optional>

namespace toruscope::collectives {

/// The parts that algorithms without a best size of their own send.
Segments asked_for(const Case& c);
/// Those that were asked for, or 1, 2, 4, .. 1024, whichever number takes least along the tree.
Segments along_the_tree(const Case& c);
/// The tree, with its steps, for parts of this size.
std::shared_ptr<const ScanTree> tree_of(const Case& part);

/// Every message carries a value, on a machine of which the formulas hold.
bool is_dense(const Case& c);

std::optional<Prediction> postal_prefix_cost(const Case& c);
std::optional<Ticks> postal_prefix_estimate(const Case& c);
/// Of Algorithm A's messages for this lambda, whatever the machine's.
std::optional<Ticks> network_estimate(const Case& c, int lambda);
std::optional<Prediction> chain_cost(const Case& c);
std::optional<Ticks> chain_estimate(const Case& c);
std::optional<Prediction> pipelined_cost(const Case& c);
std::optional<Ticks> pipelined_estimate(const Case& c);
std::optional<Prediction> pipelined_tree_cost(const Case& c);
std::optional<Ticks> pipelined_tree_estimate(const Case& c);
std::optional<Prediction> up_down_cost(const Case& c);
std::optional<Ticks> up_down_estimate(const Case& c);

}  // namespace toruscope::collectives
