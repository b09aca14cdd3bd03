// SPDX-License-Identifier: Apache-2.0
// Who sent how much to whom, and what the links carried, as tables for other programs.

#pragma once

#include <toruscope/report.hpp>

#include <ostream>

namespace toruscope::cli {

/// CSV: source, destination, messages, bytes, hops (over all of them), link_wait (ticks that their headers waited). A row for
/// each pair of PEs with a message, by source and destination; messages to oneself are none. The report has its events.
void write_traffic(std::ostream& out, const Report& report);

/// CSV: from, to, direction, messages, bytes, wait (ticks that headers waited for the link, summed). A row for each directed link
/// that was used, by the node where it begins and its port.
void write_links(std::ostream& out, const Report& report);

}  // namespace toruscope::cli
