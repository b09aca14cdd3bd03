// SPDX-License-Identifier: Apache-2.0
// A document's rows as CSV (RFC 4180): one row per run or table entry, columns named as the JSON's keys, joined by dots.

#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace toruscope::cli {

/// The rows are those of "rows", "results", "algorithms" or "machines", each after the document's own "machine.name" and "seed"
/// if it has them; without such an array the document is one row. null is an empty field; a list is joined by "; ".
std::string csv_text(const nlohmann::ordered_json& document);

/// Quoted where it must be; control characters escaped.
std::string csv_field(const std::string& content);

}  // namespace toruscope::cli
