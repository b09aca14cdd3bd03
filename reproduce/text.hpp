// SPDX-License-Identifier: Apache-2.0
// Items and their rows as text for people.

#pragma once

#include "reproduce/item.hpp"
#include "runtime/core/text_table.hpp"

#include <functional>
#include <string>

namespace toruscope::reproduce {

using core::Page;

/// How many rows agree, differ for a reason, and are wrong.
struct Tally {
  int agree = 0;
  int differ = 0;
  int unexplained = 0;

  void add(const Reproduction& result);
  /// "62 rows checked, none wrong: 50 agree with the paper, 12 show a known erratum of the paper".
  [[nodiscard]] std::string text() const;
};

/// What exists, and of which paper.
std::string items_text(const core::Paint& bold, const Page& page);

/// Paints a word that is good or bad news.
using PaintWord = std::function<std::string(const std::string& word, bool is_good)>;

/// A head, then the rows: short ones in a table, those with long lists each on lines of its own.
std::string item_text(const Item& item, const Reproduction& result, const PaintWord& paint, const Page& page);
/// The item's name, its tally and its notes. Ends with a newline.
std::string count_text(const Item& item, const Reproduction& result, const Page& page);

}  // namespace toruscope::reproduce
