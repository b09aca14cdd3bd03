// SPDX-License-Identifier: Apache-2.0
// Virtual times, accounts and links as a user reads them. Every digit is exact.

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/report.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::core {

/// Writes "11.97 us", or "36 steps", "7/2 steps" on a machine that counts steps.
std::string time_text(Ticks time, const Parameters& machine);

/// Writes "[3.15 us, PE 2] the line", or with a `run` "[ring: 3.15 us, PE 2] the line".
std::string printed_text(const PrintedLine& line, const Parameters& machine, const std::string& run = {});

/// A cost given as `time`, now `ticks`, less if some link is cheaper: "75us", or "3/2 steps".
std::string cost_text(Time time, Ticks ticks, const Parameters& machine);

/// Writes the parts that cost something: "36 ts + 294,912 tw + 5 us link wait"; or "0".
std::string account_text(const Account& account, const Report& report);

/// Worth of the parts of T, in that order: "36 us startups + 294.912 us bytes + 5 us waiting for
/// links"; or "0".
std::string worth_text(const Report& report);

/// The largest part of T, and the longest wait: whose it was, and for which link, port or partner.
struct Bottleneck {
  std::string largest;  ///< "bytes: 6.29 ms of 14.7 ms (42.8 %)"; empty where T is 0
  /// Words such as "for link 0 -> 8 (+ direction of dimension 0), 6.28 ms over its 12 messages";
  /// empty if nothing waited.
  std::string wait;
};
Bottleneck bottleneck(const Report& report);

/// Way of a link in words: "+ direction of dimension 0", "up", "bit 3"; empty if its ends tell all.
std::string direction_text(const LinkReport& link, const Topology& topology);

/// Writes "0 -> 1 (+ direction of dimension 0)".
std::string link_text(const LinkReport& link, const Topology& topology);

/// The longest wait of a transfer for a port of its own PE (ties: the lowest PE's first): "PE 0's
/// receive from PE 7 waited 786 us (from 1.4 ms on) while its receive from PE 56 held it"; or "".
std::string port_wait_text(const Report& report);

/// How collectives were done: "allreduce by ring (24 calls), alltoall by direct"; empty for none.
std::string collectives_text(const std::vector<CollectiveUse>& all);

/// Key of a kind of events: "link_wait".
std::string key_of(PathEvent::Kind kind);

/// Seconds as a decimal number, "0.00001197". Precondition: the machine's tick has a length.
std::string seconds_text(Ticks time, const Parameters& machine);
/// The nearest number of seconds; nothing on a step machine.
std::optional<double> seconds_of(Ticks time, const Parameters& machine);

/// The link that carried the most bytes (ties: the most messages, then the first); null if unused.
const LinkReport* most_loaded_link(const Report& report);
/// The most loaded link, its bytes and, if asked for, messages: "0 -> 1 (+ direction of
/// dimension 0): 64 bytes; as many on 3 other links"; or empty.
std::string loaded_link_text(const Report& report, bool has_messages = false);
/// The `count` links that carried the most bytes, in that order.
std::vector<const LinkReport*> most_loaded_links(const Report& report, std::size_t count);
/// The `count` links for which headers waited longest, if they waited at all (ties: the first).
std::vector<const LinkReport*> most_awaited_links(const Report& report, std::size_t count);

}  // namespace toruscope::core
