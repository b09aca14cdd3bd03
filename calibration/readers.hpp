// SPDX-License-Identifier: Apache-2.0
// Readers of one form each. A file may have tables of several, one behind the other: TableReaders
// get its lines in turn, and the last one that has found a title has the lines that follow.

#pragma once

#include "calibration/table.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::calibration {

/// A line of a file, as it is found in it.
struct Line {
  std::string_view file;
  std::size_t number = 0;
  std::string_view text;  ///< plain_line
};

class TableReader {
 public:
  TableReader() = default;
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;
  virtual ~TableReader() = default;

  /// True if a table of this form begins there.
  virtual bool finds(const Line& line) = 0;
  /// Begins the table that was found. The one before has ended.
  virtual void begin(const Line& line) = 0;
  /// A line of the table that has begun.
  virtual void take(const Line& line) = 0;
  /// Gives the table that has begun to the reading, or says why not.
  /// Errors    ConfigError for one that is broken.
  virtual void end(Reading& reading) = 0;
};

std::unique_ptr<TableReader> osu_reader();
std::unique_ptr<TableReader> imb_reader();
/// `asked`: the test of tables that do not name theirs.
std::unique_ptr<TableReader> nccl_reader(std::optional<std::string> asked);
std::unique_ptr<TableReader> netgauge_reader();

/// True if its first line that is no comment is a heading with a size and seconds.
bool is_csv(std::string_view text);
void read_csv(std::string_view file, std::string_view text, Reading& reading);

/// True if it begins as XML.
bool is_xml(std::string_view text);
void read_simgrid(std::string_view file, std::string_view text, Reading& reading);

}  // namespace toruscope::calibration
