// SPDX-License-Identifier: Apache-2.0
// The log of a run as columns of numbers, each a short text, for view/page/unpack.js.
//
// Invariants  A column is base64 of zigzag varints, seven bits a byte, low bits first. Rows that
//             follow one another are alike, so most columns hold differences of one byte. Exact.

#pragma once

#include "view/rows.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::view {

/// The text of one column.
std::string packed(const std::vector<std::int64_t>& values);

struct Column {
  std::string name;
  std::string text;
};

/// The columns of all events, spans and parts of the critical path. view/README.md lists them.
/// Precondition: the run recorded events and spans; rows are in the report's order.
std::vector<Column> columns_of(const Rows& run);

}  // namespace toruscope::view
