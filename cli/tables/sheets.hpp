// SPDX-License-Identifier: Apache-2.0
// Runs as text for people: one as lines of a label and what it says, several as a table.
//
// A table has columns of the verb's own, then what --columns names or what fits into the width. A
// column of times or bandwidths has one unit, times of all columns the same. What is the same in
// every row is in the head: a column of the verb's own, and the check unless it failed somewhere.

#pragma once

#include "cli/runs/measurement.hpp"
#include "cli/tables/console.hpp"

#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace toruscope::cli {

/// All that a run showed, a line each; without those that say nothing about it.
std::string measurement_text(const Measurement& m, const Console& console);
/// What the algorithm sends beside a vector with fewer values than there are PEs: a note below a
/// table; empty if it sends no more.
std::string padding_note(const Measurement& m);
/// "tw by dimension 1ns / 2ns, 4 slow links": where links differ in cost; may be empty.
std::string link_costs_text(const Parameters& parameters, const Topology* network);
/// "paragon: ts 75us, tw 11.1ns, cut-through, ..."
std::string machine_text(const Parameters& parameters, const Topology* network = nullptr);
std::string time_with_ticks(Ticks time, const Parameters& machine);
/// "1.000 s on 2 workers, fibers".
std::string wall_text(double seconds, const HostReport& host);
/// "one for each PE", or how many share one and why.
std::string stack_guards_text(const HostReport& host);

/// Topology, machine, ports and p: what heads every table. Without `topology` for several of them.
void machine_lines(TextSheet& sheet, const Topology* topology, const Parameters& machine);
/// What an operation was given besides the block: "root" and "3".
struct Input {
  std::string name;
  std::string text;
};
/// Root, operator, values and the like that the operation has. `segment_rule`: finds segments.
std::vector<Input> inputs_of(const Measurement& m, const Text& segment_rule = {});
/// The text of one of them, "-" if there is none.
std::string input_of(const Measurement& m, const std::string& name, const Text& segment_rule = {});
void input_lines(TextSheet& sheet, const Measurement& m, const Text& segment_rule = {});

/// "lower bound  130.074 us: ...", with the reason; "-" where there is none.
void bound_line(TextSheet& sheet, const Measurement& m);
/// "bytes per vector  1,048,576", if the run said what it moves.
void size_line(TextSheet& sheet, const Measurement& m);

/// The network and the machine as far as they are the same in all places.
void add_common_lines(TextSheet& sheet, const Places& places);
/// What tells the rows of a table apart: swept options, networks, what the operation was given.
class RowPlaces {
 public:
  /// Adds to the head what the operation was given besides the block, as far as it is the same in
  /// all rows. `tells_size`: the verb has a column of its own for --block.
  RowPlaces(TextSheet& sheet, const Places& places, const std::vector<const Measurement*>& rows,
            bool tells_size = false, Text segment_rule = {});

  [[nodiscard]] const std::vector<std::string>& titles() const { return titles_; }
  [[nodiscard]] std::vector<Cell> cells(const SweptValues& swept, const Measurement& m) const;

 private:
  std::vector<bool> is_shown_;  ///< by axis
  bool names_networks_;
  std::vector<std::string> inputs_;
  Text segment_rule_;
  std::vector<std::string> titles_;
};

struct BytesPerSecond {
  double value = 0;
};
/// A text, or what gets the unit of its column. Nothing: it does not apply, "-".
using Value = std::variant<std::monostate, Cell, VirtualTime, BytesPerSecond>;

/// A row as the columns see it.
struct TableRow {
  const Measurement& measurement;
  const Scaling* scaling = nullptr;  ///< null without --scale
  const Console& console;            ///< paints
};

struct TableColumn {
  int place;         ///< columns stand in this order
  const char* name;  ///< for --columns
  const char* title;
  const char* unit;  ///< of texts: "%"
  bool is_left;
  int rank;  ///< columns of a lower rank are shown first, if not all fit into the width
  std::function<Value(const TableRow&)> value;
  /// makespan: chooses the unit of all times. check: not shown where all runs are right.
  enum class Role { plain, makespan, check } role = Role::plain;
};

/// All columns, in the order in which they are printed.
std::span<const TableColumn> table_columns();

/// "T, predicted, ...": for help.
std::string column_names();
/// Errors    ConfigError unless it is "all" or names of columns, each once; with the nearest name.
std::vector<std::string> read_columns(const std::string& text);

/// What was checked, or how the run failed.
Cell check_cell(const Measurement& m, const Console& console);

class MeasurementTable {
 public:
  explicit MeasurementTable(std::vector<std::string> own) : own_titles_(std::move(own)) {}

  /// `console` must live longer.
  void row(std::vector<Cell> own, const Measurement& m, const Console& console,
           const Scaling* scaling = nullptr);
  /// A column that the head of the caller has already, unless --columns asks for it.
  void leave_out(std::string name) { left_out_.push_back(std::move(name)); }

  /// What all rows have alike.
  void head(TextSheet& sheet) const;
  [[nodiscard]] std::string text(const Console& console) const;

 private:
  struct Row {
    std::vector<Cell> own;
    std::vector<Value> values;  // of table_columns()
    std::string check;          // of a run that is right: what was checked
    bool is_right = true;
  };
  using Indices = std::vector<std::size_t>;

  [[nodiscard]] bool is_alike(std::size_t own) const;
  [[nodiscard]] bool is_all_right() const;
  [[nodiscard]] bool has_values(std::size_t column) const;
  /// Columns that have values and are not in the head.
  [[nodiscard]] Indices worth_showing() const;
  [[nodiscard]] Indices chosen(const Console& console) const;
  [[nodiscard]] TextTable table(const Indices& columns) const;
  /// The unit that suits T, or these columns if no run has one.
  [[nodiscard]] TimeUnit time_unit(const Indices& columns) const;

  std::vector<std::string> own_titles_;
  std::vector<std::string> left_out_;
  std::vector<Row> rows_;
};

}  // namespace toruscope::cli
