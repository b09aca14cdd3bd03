// SPDX-License-Identifier: Apache-2.0
// A spanning tree whose edges carry the step in which they came.

#pragma once

#include "reproduce/transfers.hpp"

#include <string>

namespace toruscope::reproduce {

/// `edges`: round i, from 0, holds the edges (parent, child) of step i + 1.
std::string tree_picture(const std::string& title, Rank root, const Schedule& edges);

}  // namespace toruscope::reproduce
