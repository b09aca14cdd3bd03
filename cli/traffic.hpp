// SPDX-License-Identifier: Apache-2.0
// Who sent how much to whom, as a table for other programs: a matrix of traffic in its sparse form.

#pragma once

#include <toruscope/report.hpp>

#include <ostream>

namespace toruscope::detail {

/// CSV: source, destination, messages, bytes, hops (over all of them), link_wait (ticks that their headers waited). A row for
/// each pair of PEs with a message, by source and destination; messages to oneself are none. The report has its events.
void write_traffic(std::ostream& out, const Report& report);

}  // namespace toruscope::detail
