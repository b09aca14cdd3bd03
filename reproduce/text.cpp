// SPDX-License-Identifier: Apache-2.0

#include "reproduce/text.hpp"

#include "reproduce/errata.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/fold.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::reproduce {

using core::folded_text;

namespace {

constexpr std::size_t kLongestCell = 32;

bool is_long(const Row& row) {
  return std::max({row.measured.size(), row.printed.value_or("").size(), row.formula.value_or("").size()}) >
         kLongestCell;
}

/// "agrees", the name of the erratum, or what is wrong.
core::Cell verdict_cell(const Row& row, const PaintWord& paint) {
  const Outcome is = outcome(row);
  const bool is_good = is != Outcome::unexplained;
  return {is == Outcome::differs ? fmt::format("[{}]", row.erratum) : verdict(row),
          [&paint, is_good](const std::string& text) { return paint(text, is_good); }};
}

/// Why rows of the table differ, each reason once.
std::string reasons_of(const std::vector<Row>& rows, const Page& page) {
  std::vector<std::string> told;
  std::string text;
  for (const Row& row : rows) {
    if (is_long(row) || outcome(row) != Outcome::differs) continue;
    if (std::find(told.begin(), told.end(), row.erratum) != told.end()) continue;
    told.push_back(row.erratum);
    text +=
        folded_text(fmt::format("[{}] differs because {}\n", row.erratum, erratum(row.erratum).reason), page);
  }
  return text;
}

/// The rows that fit into one.
std::string table_of(const std::vector<Row>& rows, const PaintWord& paint, const Page& page) {
  core::TextTable table{"place",
                        "subject",
                        "quantity",
                        core::on_right("printed"),
                        core::on_right("formula"),
                        core::on_right("measured"),
                        "verdict"};
  for (const Row& row : rows)
    if (!is_long(row))
      table.row({row.place, row.subject, row.quantity, row.printed.value_or(""), row.formula.value_or(""),
                 row.measured, verdict_cell(row, paint)});
  constexpr std::size_t kKeys = 3;
  return table.text(page, {}, kKeys) + reasons_of(rows, page);
}

std::string block_of(const Row& row, const PaintWord& paint, const Page& page) {
  core::TextSheet sheet;
  if (row.printed) sheet.line("  printed", *row.printed);
  if (row.formula) sheet.line("  formula", *row.formula);
  sheet.line("  measured", row.measured);
  const std::string head = fmt::format("{}; {}; {}: {}\n", row.place, row.subject, row.quantity,
                                       paint(verdict(row), outcome(row) != Outcome::unexplained));
  return folded_text(head, page) + sheet.text(page);
}

}  // namespace

void Tally::add(const Reproduction& result) {
  for (const Row& row : result.rows) {
    const Outcome is = outcome(row);
    ++(is == Outcome::agrees ? agree : is == Outcome::differs ? differ : unexplained);
  }
}

std::string Tally::text() const {
  std::string text = fmt::format("{} checked, {} wrong: {} agree with the paper",
                                 core::counted(agree + differ + unexplained, "row"),
                                 unexplained == 0 ? "none" : core::grouped(unexplained), core::grouped(agree));
  if (differ != 0) text += fmt::format(", {} show a known erratum of the paper", core::grouped(differ));
  return text;
}

std::string items_text(const core::Paint& bold, const Page& page) {
  const std::string* paper = nullptr;
  std::string text;
  core::TextSheet sheet;
  const auto end_paper = [&] {
    if (paper != nullptr) text += folded_text(bold(*paper) + "\n", page) + sheet.text(page);
    sheet = core::TextSheet();
  };
  for (const Item& item : items()) {
    if (paper == nullptr || *paper != item.paper) {
      end_paper();
      paper = &item.paper;
    }
    sheet.line("  " + item.name, item.title);
  }
  end_paper();
  return text;
}

std::string item_text(const Item& item, const Reproduction& result, const PaintWord& paint, const Page& page) {
  std::string text = folded_text(fmt::format("{}: {}\n{}\n\n", item.name, item.title, item.paper), page);
  if (!std::all_of(result.rows.begin(), result.rows.end(), is_long))
    text += table_of(result.rows, paint, page) + "\n";
  for (const Row& row : result.rows)
    if (is_long(row)) text += block_of(row, paint, page) + "\n";
  Tally tally;
  tally.add(result);
  text += folded_text(tally.text() + "\n", page);
  for (const std::string& note : result.notes) text += folded_text("note: " + note + "\n", page);
  return text;
}

std::string count_text(const Item& item, const Reproduction& result, const Page& page) {
  Tally tally;
  tally.add(result);
  constexpr std::size_t kNames = 22;
  std::string text = core::labelled(item.name, kNames, tally.text(), page.width);
  for (const std::string& note : result.notes) text += folded_text("  note: " + note + "\n", page);
  return text;
}

}  // namespace toruscope::reproduce
