// SPDX-License-Identifier: Apache-2.0
// An account as a sum in the papers' symbols.

#pragma once

#include <toruscope/account.hpp>

#include <string>

namespace toruscope::detail {

/// "36 ts + 294,912 tw + 5 ticks link wait", "0" for an empty account. With costs, parts whose symbol is worth
/// nothing on that machine are left out.
std::string terms(const Account& account, const Costs* costs);

}  // namespace toruscope::detail
