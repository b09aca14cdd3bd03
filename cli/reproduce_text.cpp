// SPDX-License-Identifier: Apache-2.0

#include "cli/reproduce_text.hpp"

#include "cli/document.hpp"
#include "cli/text_table.hpp"
#include "reproduce/errata.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <fmt/format.h>
#include <utility>

namespace toruscope::detail {

using namespace reproduction;

namespace {

constexpr std::size_t kLongestCell = 32;

bool is_long(const Row& row) {
  return std::max({row.measured.size(), row.printed.value_or("").size(), row.formula.value_or("").size()}) >
         kLongestCell;
}

Cell verdict_cell(const Row& row, const PaintWord& paint) {
  const bool is_good = outcome(row) != Outcome::unexplained;
  return {verdict(row), [&paint, is_good](const std::string& text) { return paint(text, is_good); }};
}

/// The rows that fit into one.
std::string table_of(const std::vector<Row>& rows, const PaintWord& paint) {
  TextTable table;
  for (const char* title : {"place", "subject", "quantity"}) table.column(title);
  for (const char* title : {"printed", "formula", "measured"}) table.column(title, TextTable::Align::right);
  table.column("verdict");
  for (const Row& row : rows)
    if (!is_long(row))
      table.row({row.place, row.subject, row.quantity, row.printed.value_or(""), row.formula.value_or(""),
                 row.measured, verdict_cell(row, paint)});
  return table.text(nullptr);
}

std::string block_of(const Row& row, const PaintWord& paint) {
  TextSheet sheet;
  if (row.printed) sheet.line("  printed", *row.printed);
  if (row.formula) sheet.line("  formula", *row.formula);
  sheet.line("  measured", row.measured);
  return fmt::format("{}; {}; {}: {}\n{}", row.place, row.subject, row.quantity,
                     paint(verdict(row), outcome(row) != Outcome::unexplained), sheet.text());
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
  return fmt::format("{} rows: {} agree, {} differ for a reason{}", agree + differ + unexplained, agree, differ,
                     unexplained == 0 ? "" : fmt::format(", {} WRONG", unexplained));
}

std::string items_text(const Console& console) {
  TextTable table;
  for (const char* title : {"item", "what", "paper"}) table.column(title);
  for (const Item& item : items()) table.row({item.name, item.title, item.paper});
  return table.text([&](const std::string& title) { return console.bold(title); });
}

Json items_document() {
  Json json = document_head();
  json["results"] = Json::array();
  for (const Item& item : items())
    json["results"].push_back({{"item", item.name}, {"title", item.title}, {"paper", item.paper}});
  return json;
}

std::string item_text(const Item& item, const Reproduction& result, const PaintWord& paint) {
  std::string text = fmt::format("{}: {}\n{}\n\n", item.name, item.title, item.paper);
  if (!std::all_of(result.rows.begin(), result.rows.end(), is_long))
    text += table_of(result.rows, paint) + "\n";
  for (const Row& row : result.rows)
    if (is_long(row)) text += block_of(row, paint) + "\n";
  Tally tally;
  tally.add(result);
  text += tally.text() + "\n";
  for (const std::string& note : result.notes) text += "note: " + note + "\n";
  return text;
}

std::string count_text(const Item& item, const Reproduction& result) {
  Tally tally;
  tally.add(result);
  constexpr int kWidth = 28;
  std::string text = fmt::format("{:<{}}{}", item.name, kWidth, tally.text());
  for (const std::string& note : result.notes) text += "\n  note: " + note;
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

}  // namespace toruscope::detail
