// SPDX-License-Identifier: Apache-2.0
// The page of a run, just made (write_view) or read from its log (view/log.cpp).

#pragma once

#include "view/description.hpp"
#include "view/rows.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace toruscope::view {

/// The data that a page is made of.
struct RunData {
  Json description;  ///< document that description_of() makes
  Rows rows;
};

RunData data_of(const Report& report, const ViewFacts& facts);

std::int64_t messages_and_hops_of(const Rows& rows);

/// Errors    as of write_view, but for the number of PEs, and as of write_comparison.
void write_page(std::ostream& out, const RunData& run);
void write_page_of_several(std::ostream& out, const std::vector<RunData>& runs);

/// The page of a run with a text above the network, as it is: whatever it says, it is no HTML.
std::string with_note(std::string page, const std::string& note);

}  // namespace toruscope::view
