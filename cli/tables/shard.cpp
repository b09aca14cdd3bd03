// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/shard.hpp"

#include "cli/process/computer.hpp"
#include "runtime/core/checksum.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/files/input_file.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr std::string_view kShardColumns = "shard.";  // begins the columns that merge takes out
constexpr std::string_view kHostColumns = "host.";    // differ from run to run
constexpr int kMostParts = 1'000'000;

bool is_own(const std::string& column) {
  return column.starts_with(kShardColumns);
}

/// Errors    ConfigError for what is no number.
template <class Number>
Number number_in(const Part& part, std::size_t line, const std::string& text) {
  const auto number = core::read_number<Number>(text);
  if (!number)
    throw ConfigError(fmt::format("{}:{}: \"{}\" stands where --shard writes a number", part.file, line, text));
  return *number;
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& field : fields) text += (&field == fields.data() ? "" : ",") + quoted_field(field);
  return text + "\r\n";
}

/// The place of a column; nothing if the part has none of that name.
std::optional<std::size_t> place_of(const Part& part, const std::string& column) {
  const auto found = std::find(part.columns.begin(), part.columns.end(), column);
  if (found == part.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - part.columns.begin());
}

struct PlacedRow {
  const Part* part;
  const Part::Row* row;
};

/// The first column in which two copies of a row differ, though not by the host; empty: none does.
std::string difference(const PlacedRow& a, const PlacedRow& b) {
  for (std::size_t i = 0; i < a.part->columns.size(); ++i) {
    const std::string& column = a.part->columns[i];
    if (is_own(column) || column.starts_with(kHostColumns)) continue;
    const auto other = place_of(*b.part, column);
    const std::string there = other ? b.row->fields[*other] : "";
    if (a.row->fields[i] != there) return column;
  }
  return {};
}

/// By number; of rows that several parts have, the first.
/// Errors    ConfigError if they are of different commands, or copies of a row differ.
std::vector<PlacedRow> rows_of(const std::vector<Part>& parts) {
  std::map<std::size_t, PlacedRow> by_number;
  const Part* first = nullptr;
  for (const Part& part : parts) {
    if (part.rows.empty()) continue;
    if (first == nullptr) first = &part;
    if (part.plan != first->plan)
      throw ConfigError(fmt::format(
          "{} and {} differ: they are parts of different commands, or rows were left out for lack of memory on "
          "one computer alone ({} rows, plan {}; {} rows, plan {})",
          first->file, part.file, first->rows_in_all, first->plan, part.rows_in_all, part.plan));
    for (const Part::Row& row : part.rows) {
      const PlacedRow here{&part, &row};
      const auto [known, is_new] = by_number.try_emplace(row.number, here);
      if (is_new) continue;
      if (const std::string column = difference(known->second, here); !column.empty())
        throw ConfigError(fmt::format("{} and {} differ in row {}: {}", known->second.part->file, part.file,
                                      row.number, column));
    }
  }
  std::vector<PlacedRow> rows;
  for (const auto& [number, row] : by_number) rows.push_back(row);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const PlacedRow& a, const PlacedRow& b) { return a.row->order < b.row->order; });
  return rows;
}

/// "1, 2, 3 and 9 more"
std::string some_of(const std::vector<std::string>& names, std::size_t count) {
  constexpr std::size_t kMost = 10;
  const std::vector<std::string> first(
      names.begin(), names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kMost)));
  return core::joined(first, ", ") + (count > kMost ? fmt::format(" and {} more", count - kMost) : "");
}

/// "2/8" of the parts that none of the files is of.
std::vector<std::string> missing_parts(const std::vector<Part>& parts) {
  std::set<std::string> there;
  int count = 0;
  for (const Part& part : parts) {
    there.insert(part.name);
    if (const auto slash = part.name.find('/'); slash != std::string::npos)
      count = std::max(count, std::stoi(part.name.substr(slash + 1)));
  }
  std::vector<std::string> missing;
  for (int i = 1; i <= count; ++i)
    if (const std::string name = fmt::format("{}/{}", i, count); !there.contains(name)) missing.push_back(name);
  return missing;
}

/// Errors    ConfigError that names rows which no part has.
void require_all(const std::vector<Part>& parts, const std::vector<PlacedRow>& rows) {
  if (rows.empty()) throw ConfigError("no part has a row");
  std::set<std::size_t> there;
  for (const PlacedRow& row : rows) there.insert(row.row->number);
  const std::size_t in_all = rows.front().part->rows_in_all;
  if (there.size() == in_all) return;
  constexpr std::size_t kShown = 11;  // one more than some_of() names
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < in_all && missing.size() < kShown; ++i)
    if (!there.contains(i)) missing.push_back(std::to_string(i));
  const std::size_t count = in_all - there.size();
  const std::vector<std::string> of = missing_parts(parts);
  throw ConfigError(fmt::format("{} of {} rows {} missing (row {}); {}", count, in_all,
                                count == 1 ? "is" : "are", some_of(missing, count),
                                of.empty()
                                    ? "all parts are here, so some ended early: run them again with --resume"
                                    : "no file here has a row of part " + some_of(of, of.size())));
}

}  // namespace

std::vector<std::vector<std::string>> csv_records(const std::string& file, const std::string& text) {
  std::vector<std::vector<std::string>> records;
  std::vector<std::string> record(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::string& field = record.back();
    if (is_quoted) {
      if (c != '"')
        field += c;
      else if (i + 1 < text.size() && text[i + 1] == '"')
        field += text[++i];
      else
        is_quoted = false;
    } else if (c == '"') {
      is_quoted = true;
    } else if (c == ',') {
      record.emplace_back();
    } else if (c == '\n' || (c == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) {
      records.push_back(std::exchange(record, std::vector<std::string>(1)));
    } else if (c != '\r') {
      field += c;
    }
  }
  if (is_quoted)
    throw ConfigError(
        fmt::format("{}:{}: a quote is not closed; was the file cut off?", file, records.size() + 1));
  if (record.size() > 1 || !record.front().empty()) records.push_back(std::move(record));
  return records;
}

std::vector<int> dealt(const std::vector<ShardUnit>& units, int parts) {
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return units[a].cost > units[b].cost; });
  std::set<std::pair<double, int>> loads;  // of each part
  for (int i = 0; i < parts; ++i) loads.insert({0, i});
  std::vector<int> part_of(units.size());
  for (const std::size_t unit : order) {
    auto [load, part] = *loads.begin();
    part_of[unit] = part;
    loads.erase(loads.begin());
    loads.insert({load + units[unit].cost, part});
  }
  return part_of;
}

Part read_part(const std::string& file, const std::string& text) {
  Part part;
  part.file = file;
  std::vector<std::vector<std::string>> records = csv_records(file, text);
  if (records.empty()) throw ConfigError(file + " is empty; a part has a line of titles at least");
  part.columns = std::move(records.front());
  const auto own = [&](const char* name) {
    const auto place = place_of(part, std::string(kShardColumns) + name);
    if (!place)
      throw ConfigError(fmt::format("{} has no column {}{}: a command with --shard writes what can be merged",
                                    file, kShardColumns, name));
    return *place;
  };
  const std::size_t name = own("part");
  const std::size_t number = own("row");
  const std::size_t in_all = own("rows");
  const std::size_t order = own("order");
  const std::size_t plan = own("plan");
  const std::size_t known = own("columns");
  const auto error = place_of(part, "error");
  for (std::size_t i = 1; i < records.size(); ++i) {
    std::vector<std::string>& fields = records[i];
    if (fields.size() != part.columns.size())
      throw ConfigError(fmt::format("{}:{}: it has {} fields, and there are {} columns; was the file cut off?",
                                    file, i + 1, fields.size(), part.columns.size()));
    Part::Row row;
    row.number = number_in<std::size_t>(part, i + 1, fields[number]);
    row.known_columns = number_in<std::size_t>(part, i + 1, fields[known]);
    for (const std::string& word : split(fields[order], ' '))
      row.order.push_back(number_in<long long>(part, i + 1, word));
    row.has_failed = error && !fields[*error].empty();
    part.name = fields[name];
    part.plan = fields[plan];
    part.rows_in_all = number_in<std::size_t>(part, i + 1, fields[in_all]);
    const std::size_t slash = part.name.find('/');
    const int index = number_in<int>(part, i + 1, part.name.substr(0, slash));
    const int of = number_in<int>(part, i + 1, slash == std::string::npos ? "" : part.name.substr(slash + 1));
    if (index < 1 || index > of || of > kMostParts || row.number >= part.rows_in_all)
      throw ConfigError(fmt::format("{}:{}: it says row {} of {}, part {}; no command has written that", file,
                                    i + 1, row.number, part.rows_in_all, core::shown(part.name)));
    row.fields = std::move(fields);
    part.rows.push_back(std::move(row));
  }
  return part;
}

std::string merged_text(const std::vector<Part>& parts, bool is_whole) {
  const std::vector<PlacedRow> rows = rows_of(parts);
  if (is_whole) require_all(parts, rows);
  std::map<const Part*, std::size_t> known;  // columns that earlier rows of the part had
  std::vector<std::string> columns;
  std::set<std::string> taken;
  std::vector<std::size_t> columns_after;
  for (const PlacedRow& row : rows) {
    for (std::size_t& i = known[row.part]; i < std::min(row.row->known_columns, row.part->columns.size());
         ++i) {
      const std::string& column = row.part->columns[i];
      if (!(is_whole && is_own(column)) && taken.insert(column).second) columns.push_back(column);
    }
    columns_after.push_back(columns.size());
  }
  std::string text = line_of(columns);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<std::string> fields;
    for (const std::string& column : columns) {
      const auto place = place_of(*rows[i].part, column);
      fields.push_back(column == std::string(kShardColumns) + "columns" ? std::to_string(columns_after[i])
                       : place                                          ? rows[i].row->fields[*place]
                                                                        : "");
    }
    text += line_of(fields);
  }
  return text;
}

Shard::Shard(const CommandOptions& options, const Console& console) {
  if (!options.shard) {
    if (options.resume)
      throw ConfigError(
          "--resume goes on with a part that --shard has written; give --shard I/N, too (1/1: all)");
    return;
  }
  const std::string& text = *options.shard;
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos)
    throw ConfigError(fmt::format("--shard: write I/N, as 2/8 for the second of eight parts, got {}", text));
  parts_ = static_cast<int>(parse_whole(text.substr(slash + 1), "--shard: the number of parts", 1, kMostParts));
  part_ = static_cast<int>(parse_whole(text.substr(0, slash), "--shard: the part", 1, parts_));
  if (console.format() != Format::csv)
    throw ConfigError(
        "--shard writes a part of a CSV table; give --format csv, or -o a name that ends in .csv");
  refuse_given(options, {"--plot", "--view", "--heatmap", "--require", "--totals", "--driver"},
               "--shard: {} needs all rows; merge the parts, or leave one of the two out");
  if (!options.resume) return;
  const std::filesystem::path file = *options.resume;
  if (!std::filesystem::exists(file)) return;  // the first time there is nothing to go on with
  resumed_ = read_part(file.string(), core::read_input_to_replace("--resume: ", file, kLargestPart));
  std::erase_if(resumed_->rows, [](const Part::Row& row) { return row.has_failed; });
}

void Shard::deal(const std::vector<ShardUnit>& units, const std::string& plan) {
  if (!is_asked()) return;
  std::string all = version() + plan;
  for (const ShardUnit& unit : units) all += "\n" + unit.name;
  plan_ = fmt::format("{:016x}", core::checksum_of(std::as_bytes(std::span(all))));
  rows_in_all_ = units.size();
  const std::vector<int> part_of = dealt(units, parts_);
  for (const int part : part_of) is_mine_.push_back(part == part_ - 1);
  if (!resumed_ || resumed_->rows.empty()) return;
  if (resumed_->plan != plan_)
    throw ConfigError(
        fmt::format("--resume: {} is a part of another command ({} rows, plan {}; here {} rows, plan {})",
                    resumed_->file, resumed_->rows_in_all, resumed_->plan, rows_in_all_, plan_));
  for (const Part::Row& row : resumed_->rows)
    if (row.number < is_mine_.size()) is_mine_[row.number] = false;
}

void Shard::mark(Json& row, std::size_t unit, const std::string& order) const {
  row["shard"] = {{"part", fmt::format("{}/{}", part_, parts_)},
                  {"row", unit},
                  {"rows", rows_in_all_},
                  {"order", fmt::format("{}{}{}", order, order.empty() ? "" : " ", unit)},
                  {"plan", plan_},
                  {"columns", nullptr}};  // written by csv_text
}

std::string Shard::text(const Json& document) const {
  std::vector<Part> parts;
  if (resumed_ && !resumed_->rows.empty()) parts.push_back(*resumed_);
  if (!document.is_null()) parts.push_back(read_part("the rows of this run", csv_text(document)));
  if (!parts.empty()) return merged_text(parts, false);
  std::vector<std::string> columns;
  for (const char* name : {"part", "row", "rows", "order", "plan", "columns"})
    columns.push_back(std::string(kShardColumns) + name);
  return line_of(columns);
}

}  // namespace toruscope::cli
