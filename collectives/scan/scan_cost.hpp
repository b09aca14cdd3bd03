// SPDX-License-Identifier: Apache-2.0
// Times of scans: formulas, where they are exact, and estimates.
//
// Source  those of the algorithms (scan/scan.cpp).

#pragma once

#include "collectives/scan/pipelined_tree.hpp"
#include "collectives/shapes/segments.hpp"

#include <toruscope/catalogue.hpp>

#include <memory>
#include <optional>

namespace toruscope::collectives {

/// Parts of --segment bytes, for algorithms without a best size of their own.
Segments asked_for(const Case& c);
/// Parts that were asked for, or 1, 2, 4, .. 1024 parts, whichever take least time along the tree.
Segments along_the_tree(const Case& c);
std::shared_ptr<const ScanTree> tree_of(const Case& part);

/// True if every message carries a value, on a machine that the formulas hold for.
bool is_dense(const Case& c);

std::optional<Prediction> postal_prefix_cost(const Case& c);
std::optional<Ticks> postal_prefix_estimate(const Case& c);
/// Estimate of Algorithm A's messages for this lambda, whatever the machine's.
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
