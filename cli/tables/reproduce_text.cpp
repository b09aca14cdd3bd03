// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/reproduce_text.hpp"

#include "cli/runs/measurement.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/text_table.hpp"
#include "reproduce/errata.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/fold.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

using namespace reproduce;

namespace {

constexpr std::size_t kLongestCell = 32;

bool is_long(const Row& row) {
  return std::max({row.measured.size(), row.printed.value_or("").size(), row.formula.value_or("").size()}) >
         kLongestCell;
}

/// "agrees", the name of the erratum, or what is wrong.
Cell verdict_cell(const Row& row, const PaintWord& paint) {
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
  TextTable table;
  for (const char* title : {"place", "subject", "quantity"}) table.column(title);
  for (const char* title : {"printed", "formula", "measured"}) table.column(title, TextTable::Align::right);
  table.column("verdict");
  for (const Row& row : rows)
    if (!is_long(row))
      table.row({row.place, row.subject, row.quantity, row.printed.value_or(""), row.formula.value_or(""),
                 row.measured, verdict_cell(row, paint)});
  constexpr std::size_t kKeys = 3;
  return table.text(page, {}, kKeys) + reasons_of(rows, page);
}

std::string block_of(const Row& row, const PaintWord& paint, const Page& page) {
  TextSheet sheet;
  if (row.printed) sheet.line("  printed", *row.printed);
  if (row.formula) sheet.line("  formula", *row.formula);
  sheet.line("  measured", row.measured);
  const std::string head = fmt::format("{}; {}; {}: {}\n", row.place, row.subject, row.quantity,
                                       paint(verdict(row), outcome(row) != Outcome::unexplained));
  return folded_text(head, page) + sheet.text(page);
}

/// A number where the text is a whole one.
Json value_json(const std::optional<std::string>& text) {
  if (!text) return nullptr;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  return error == std::errc() && end == text->data() + text->size() ? Json(number) : Json(*text);
}

}  // namespace

void Tally::add(const Reproduction& result) {
  for (const Row& row : result.rows) {
    const Outcome is = outcome(row);
    ++(is == Outcome::agrees ? agree : is == Outcome::differs ? differ : unexplained);
  }
}

std::string Tally::text() const {
  std::string text =
      fmt::format("{} checked, {} wrong: {} agree with the paper", counted(agree + differ + unexplained, "row"),
                  unexplained == 0 ? "none" : core::grouped(unexplained), core::grouped(agree));
  if (differ != 0) text += fmt::format(", {} show a known erratum of the paper", core::grouped(differ));
  return text;
}

std::string items_text(const Console& console) {
  const std::string* paper = nullptr;
  std::string text;
  TextSheet sheet;
  const auto end_paper = [&] {
    if (paper != nullptr)
      text += folded_text(console.bold(*paper) + "\n", console.page()) + sheet.text(console.page());
    sheet = TextSheet();
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

Json items_document() {
  Json json = document_head();
  json["results"] = Json::array();
  for (const Item& item : items())
    json["results"].push_back({{"item", item.name}, {"title", item.title}, {"paper", item.paper}});
  return json;
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

std::vector<Json> rows_json(const Item& item, const Reproduction& result) {
  std::vector<Json> all;
  for (const Row& row : result.rows) {
    const Outcome is = outcome(row);
    Json json;
    json["item"] = item.name;
    json["place"] = row.place;
    json["subject"] = row.subject;
    json["quantity"] = row.quantity;
    json["printed"] = value_json(row.printed);
    json["formula"] = value_json(row.formula);
    json["measured"] = value_json(row.measured);
    json["verdict"] = is == Outcome::agrees ? "agrees" : is == Outcome::differs ? "differs" : "wrong";
    json["because"] = is == Outcome::agrees    ? Json(nullptr)
                      : is == Outcome::differs ? Json(erratum(row.erratum).reason)
                                               : Json(verdict(row));
    json["erratum"] = is == Outcome::differs ? Json(row.erratum) : Json(nullptr);
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace toruscope::cli
