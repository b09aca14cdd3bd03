// SPDX-License-Identifier: Apache-2.0
// A table with a row for each run: columns of the verb's own, then what --columns names or what fits into the width.
//
// A column of times or bandwidths has one unit, times of all columns the same. What is the same in every row is in the head: a
// column of the verb's own, and the check unless it failed somewhere.

#pragma once

#include "cli/tables/console.hpp"
#include "cli/tables/table_columns.hpp"

#include <string>
#include <vector>

namespace toruscope::cli {

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
  /// Of table_columns(), without --columns: those that have values and are not in the head.
  [[nodiscard]] Indices worth_showing() const;
  [[nodiscard]] Indices chosen(const Console& console) const;
  [[nodiscard]] TextTable table(const Indices& columns) const;
  /// That which suits T, or these columns if no run has one.
  [[nodiscard]] TimeUnit time_unit(const Indices& columns) const;

  std::vector<std::string> own_titles_;
  std::vector<std::string> left_out_;
  std::vector<Row> rows_;
};

}  // namespace toruscope::cli
