// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/figures.hpp"
#include "cli/tables/document.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <map>
#include <utility>
#include <vector>

namespace toruscope::cli {

namespace {

using Json = nlohmann::ordered_json;
using CsvRow = std::map<std::string, std::string>;

std::string field(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump();
  std::string joined;
  for (const Json& part : value) {
    if (!joined.empty()) joined += "; ";
    joined += field(part);
  }
  return joined;
}

/// "1 -> 0 (- direction of dimension 1): 12288; 2 -> 1 ...": links with that figure.
std::string links_field(const Json& links, const char* figure) {
  std::string joined;
  for (const Json& link : links)
    joined += fmt::format("{}{} -> {} ({}): {}", joined.empty() ? "" : "; ", link["from"].dump(),
                          link["to"].dump(), link["direction"].get<std::string>(), link[figure].dump());
  return joined;
}

class Table {
 public:
  void begin_row() { rows_.emplace_back(); }

  void add(const std::string& name, const Json& value) {
    if (value.is_object()) {
      for (const auto& [key, part] : value.items()) add(core::name_of(name, key), part);
      return;
    }
    if (value.is_null()) {
      const auto keys = keys_of_group(name);
      for (const std::string& key : keys) add(core::name_of(name, key), nullptr);
      if (!keys.empty()) return;
    }
    if (std::find(columns_.begin(), columns_.end(), name) == columns_.end()) columns_.push_back(name);
    rows_.back()[name] = field(value);
  }

  /// Tells a part how many columns there are by now (tables/shard.hpp).
  void end_row() {
    if (const auto known = rows_.back().find("shard.columns"); known != rows_.back().end())
      known->second = std::to_string(columns_.size());
  }

  [[nodiscard]] std::string text() const {
    CsvRow titles;
    for (const std::string& column : columns_) titles[column] = column;
    std::string text = line(titles);
    for (const CsvRow& row : rows_) text += line(row);
    return text;
  }

 private:
  [[nodiscard]] std::string line(const CsvRow& row) const {
    std::string text;
    for (const std::string& column : columns_) {
      const auto cell = row.find(column);
      if (&column != columns_.data()) text += ',';
      if (cell != row.end()) text += csv_field(cell->second);
    }
    return text + "\r\n";
  }

  std::vector<std::string> columns_;  // in the order in which they came
  std::vector<CsvRow> rows_;
};

}  // namespace

std::string csv_field(const std::string& content) {
  return quoted_field(core::shown_lines(content, std::string::npos));
}

std::string quoted_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string inside;
  for (const char c : text) inside += c == '"' ? std::string("\"\"") : std::string(1, c);
  return '"' + inside + '"';
}

std::string csv_text(const nlohmann::ordered_json& document) {
  Table table;
  for (const char* rows : {"rows", "results", "cells", "algorithms", "machines"}) {
    if (!document.contains(rows)) continue;
    for (const Json& row : document[rows]) {
      table.begin_row();
      if (document.contains("machine")) table.add("machine.name", document["machine"]["name"]);
      if (document.contains("seed")) table.add("seed", document["seed"]);
      Json flat = row;
      if (flat.contains("links")) {  // --links writes a CSV of all, a line for each
        Json& links = flat["links"];
        links["most_loaded"] = links_field(links["most_loaded"], "bytes");
        links["longest_waits"] = links_field(links["longest_waits"], "wait");
      }
      if (flat.contains("machine") &&
          flat["machine"].is_object()) {  // where machines differ each row has its own
        table.add("machine.name", flat["machine"]["name"]);
        flat.erase("machine");
      }
      table.add("", flat);
      table.end_row();
    }
    return table.text();
  }
  table.begin_row();
  table.add("", document);
  return table.text();
}

namespace {

struct Traffic {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
  std::int64_t hops = 0;
  Ticks link_wait;
};

}  // namespace

void write_traffic(std::ostream& out, const Report& report) {
  std::map<std::pair<Rank, std::int64_t>, Rank> destination_of;  // by source and sequence
  std::map<std::pair<Rank, Rank>, Traffic> pairs;
  for (const Event& event : report.events) {
    if (event.kind != Event::Kind::message) continue;
    destination_of[{event.source, event.sequence}] = event.destination;
    Traffic& traffic = pairs[{event.source, event.destination}];
    ++traffic.messages;
    traffic.bytes += event.bytes;
    traffic.hops += event.hops;
  }
  for (const Event& event : report.events) {
    if (event.kind != Event::Kind::hop) continue;
    const auto message = destination_of.find({event.source, event.sequence});
    if (message == destination_of.end()) continue;  // it was never taken
    pairs[{event.source, message->second}].link_wait += event.granted - event.asked;
  }
  out << "source,destination,messages,bytes,hops,link_wait\n";
  for (const auto& [pair, traffic] : pairs)
    out << fmt::format("{},{},{},{},{},{}\n", pair.first, pair.second, traffic.messages, traffic.bytes,
                       traffic.hops, traffic.link_wait.count);
}

void write_links(std::ostream& out, const Report& report) {
  out << "from,to,direction,messages,bytes,wait\n";
  for (const LinkReport& link : report.links)
    out << fmt::format("{},{},{},{},{},{}\n", link.from, link.to,
                       csv_field(core::direction_text(link, *report.topology)), link.messages, link.bytes,
                       link.wait.count);
}

}  // namespace toruscope::cli
