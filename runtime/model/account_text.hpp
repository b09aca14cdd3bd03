// SPDX-License-Identifier: Apache-2.0
// An account as a sum in the papers' symbols.

#pragma once

#include <toruscope/account.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::core {

/// A part of an account above 0: a count of a symbol, or a number of ticks.
struct Part {
  std::int64_t count = 0;
  const char* name = "";  ///< symbol, or kind of the ticks
  const char* noun = "";  ///< in words: "startups"
  bool is_ticks = false;
  Ticks worth;  ///< time on the machine; the count itself if there is no machine
};

/// Parts of an account, in the order of its members; with costs, without symbols worth nothing.
std::vector<Part> parts(const Account& account, const Costs* costs);

/// Writes "36 ts + 294,912 tw + 5 ticks link wait", or "0"; with costs, without worthless symbols.
std::string terms(const Account& account, const Costs* costs);

}  // namespace toruscope::core
