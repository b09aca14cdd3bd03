// SPDX-License-Identifier: Apache-2.0
// Description of a run and of its costs, as JSON, for the first row of its log and its page.
//
// Keys    schema, version, title, operation, algorithm, command, block_bytes, verified, time,
//         machine, network, account, totals, predicted, bound: docs/events.md.

#pragma once

#include <toruscope/report.hpp>
#include <toruscope/view.hpp>

#include <nlohmann/json.hpp>
#include <string_view>

namespace toruscope::view {

using Json = nlohmann::ordered_json;

inline constexpr std::string_view kSchema = "toruscope-run/1";

Json description_of(const Report& report, const ViewFacts& facts);

}  // namespace toruscope::view
