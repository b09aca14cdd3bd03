// SPDX-License-Identifier: Apache-2.0
// Virtual times, accounts and links as a user reads them. Every digit is exact.

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/report.hpp>

#include <string>

namespace toruscope::detail {

/// "11.97 us", or "36 steps", "7/2 steps" on a machine that counts steps.
std::string time_text(Ticks time, const Parameters& machine);

/// "36 ts + 294,912 tw + 5 ticks link wait": the parts that cost something on this machine; "0" if none does.
std::string account_text(const Account& account, const Costs& costs);

/// "0 -> 1 (+0)".
std::string link_text(const LinkReport& link, const Topology& topology);

/// The longest wait of a transfer for a port of its own PE (ties: the lowest PE's first), and who held the port; "" if none
/// waited.
std::string port_wait_text(const Report& report);

/// How slow the motion was, and how far this computer fell behind it.
std::string pace_text(const PaceReport& pace);

/// Seconds as a decimal number, "0.00001197". Precondition: the machine's tick has a length.
std::string seconds_text(Ticks time, const Parameters& machine);

/// The link that carried the most bytes (ties: the most messages, then the first), null if none was used.
const LinkReport* most_loaded_link(const Report& report);

}  // namespace toruscope::detail
