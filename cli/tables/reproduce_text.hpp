// SPDX-License-Identifier: Apache-2.0
// The rows of `reproduce` as text for people, and as a document.

#pragma once

#include "cli/tables/console.hpp"
#include "reproduce/item.hpp"

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace toruscope::cli {

/// How many rows agree, differ for a reason, and are wrong.
struct Tally {
  int agree = 0;
  int differ = 0;
  int unexplained = 0;

  void add(const reproduce::Reproduction& result);
  /// "62 rows checked, none wrong: 50 agree with the paper, 12 show a known erratum of the paper".
  [[nodiscard]] std::string text() const;
};

/// What exists, and of which paper.
std::string items_text(const Console& console);
nlohmann::ordered_json items_document();

/// Paints a word that is good or bad news.
using PaintWord = std::function<std::string(const std::string& word, bool is_good)>;

/// A head, then the rows: short ones in a table, those with long lists each on lines of its own.
std::string item_text(const reproduce::Item& item, const reproduce::Reproduction& result,
                      const PaintWord& paint, const Page& page);
/// The item's name, its tally and its notes. Ends with a newline.
std::string count_text(const reproduce::Item& item, const reproduce::Reproduction& result, const Page& page);

/// One object per row.
std::vector<nlohmann::ordered_json> rows_json(const reproduce::Item& item,
                                              const reproduce::Reproduction& result);

}  // namespace toruscope::cli
