// SPDX-License-Identifier: Apache-2.0
// An account as a sum in the papers' symbols.

#pragma once

#include <toruscope/account.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace toruscope::core {

/// A part of an account that is not 0: how often which symbol, or how many ticks of what.
struct Part {
  std::int64_t count = 0;
  const char* name = "";  ///< its symbol, or what the ticks are
  const char* noun = "";  ///< in words: "startups"
  bool is_ticks = false;
  Ticks worth;  ///< time on the machine; the count itself if there is no machine
};

/// The parts of an account, in the order of its members. With costs, parts whose symbol is worth
/// nothing on that machine are left out.
std::vector<Part> parts(const Account& account, const Costs* costs);

/// "36 ts + 294,912 tw + 5 ticks link wait", "0" for an empty account. With costs, parts whose
/// symbol is worth nothing on that machine are left out.
std::string terms(const Account& account, const Costs* costs);

}  // namespace toruscope::core
