// SPDX-License-Identifier: Apache-2.0
// One of N parts of a command's rows, for many computers, and the rows of parts put together.
//
//   --shard 2/8      the second of eight parts, dealt by expected cost
//   --resume FILE    rows that are in FILE, a part of the same command, are not run again
//
// A part is a CSV table with columns of its own, `shard.*`, which `merge` takes out again:
//
//   part 2/8 | row 17 of rows 100 | order: numbers by which rows are sorted | plan: of all rows
//   columns: how many the head has had when the row was written, so that merged columns come in
//   the order in which one run would have made them
//
// Invariants  The parts of a command are a partition of its rows. They depend on the command, not
//             on the computer, but for runs left out for lack of memory: then plans differ.

#pragma once

#include "cli/tables/document.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

/// A row of the whole command.
struct ShardUnit {
  std::string name;  ///< tells it from all others
  double cost = 1;   ///< expected, in any unit
};

/// The part of each unit, 0 .. parts - 1: the most expensive first, to the part that has least.
std::vector<int> dealt(const std::vector<ShardUnit>& units, int parts);

/// The records of a CSV text (RFC 4180).
/// Errors    ConfigError with file and line for a quote that is not closed.
std::vector<std::vector<std::string>> csv_records(const std::string& file, const std::string& text);

/// A table that a command with --shard has written.
struct Part {
  struct Row {
    std::vector<std::string> fields;  ///< of the part's columns
    std::size_t number = 0;
    std::vector<long long> order;  ///< rows are sorted by it
    std::size_t known_columns = 0;
    bool has_failed = false;
  };
  std::string file;
  std::string name;  ///< "2/8"; empty without rows
  std::string plan;
  std::size_t rows_in_all = 0;
  std::vector<std::string> columns;
  std::vector<Row> rows;
};
/// Errors    ConfigError with file and line for what is no such table.
Part read_part(const std::string& file, const std::string& text);
inline constexpr std::uint64_t kLargestPart = std::uint64_t{1} << 30U;  ///< bytes of a file

/// The rows of all parts in order, as CSV; `is_whole`: without the columns of shards.
/// Errors    ConfigError for parts of different commands.
std::string merged_text(const std::vector<Part>& parts, bool is_whole);

/// Reads --shard and --resume.
class Shard {
 public:
  /// Errors    ConfigError: not I/N, --resume without --shard, no CSV, or an option that shows all
  ///           rows together.
  Shard(const CommandOptions& options, const Console& console);

  [[nodiscard]] bool is_asked() const { return parts_ > 0; }
  /// Once, with all rows of the command. `plan` is what they have in common besides.
  /// Errors    ConfigError if --resume names a part of another command.
  void deal(const std::vector<ShardUnit>& units, const std::string& plan);
  /// True if the row is to be run here.
  [[nodiscard]] bool has(std::size_t unit) const { return !is_asked() || is_mine_[unit]; }
  /// Adds the columns of the part. `order`: numbers that come before the row's own.
  void mark(Json& row, std::size_t unit, const std::string& order = "") const;
  /// The part, with the rows of --resume. Null: no row was run.
  [[nodiscard]] std::string text(const Json& document) const;

 private:
  int part_ = 0;   // from 1
  int parts_ = 0;  // 0: not asked
  std::optional<Part> resumed_;
  std::string plan_;
  std::size_t rows_in_all_ = 0;
  std::vector<bool> is_mine_;
};

}  // namespace toruscope::cli
