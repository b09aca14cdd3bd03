// SPDX-License-Identifier: Apache-2.0
// The columns that a table of runs may have: `compare`, `bench`, `run --scale`.

#pragma once

#include "cli/tables/column_units.hpp"
#include "cli/tables/text_table.hpp"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace toruscope::cli {

struct Measurement;
struct Scaling;
class Console;

struct BytesPerSecond {
  double value = 0;
};
/// A text stands for itself; the others get the unit of their column. Nothing: it does not apply, "-".
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

/// In the order in which they are printed.
std::span<const TableColumn> table_columns();

/// "T, predicted, ...": for help.
std::string column_names();
/// Errors    ConfigError unless it is "all" or names of columns, "T,busbw", each once; with the nearest name.
std::vector<std::string> read_columns(const std::string& text);

/// What was checked, or how the run failed.
Cell check_cell(const Measurement& m, const Console& console);

}  // namespace toruscope::cli
