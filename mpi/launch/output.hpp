// SPDX-License-Identifier: Apache-2.0
// Standard output and standard error of a rank: whole lines in virtual order.
//
// A line is printed by the rank's PE (Communicator::print), which notes its virtual time; the n-th
// line of a rank in the run's report is the n-th that it printed here, and only this list knows to
// which stream.

#pragma once

#include <toruscope/communicator.hpp>
#include <toruscope/report.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::mpi {

class Output {
 public:
  enum class Stream : unsigned char { out, error };

  /// Adds text; a line goes out with its end.
  void write(Stream stream, std::string_view text);
  /// From now on lines have a time. Those of the program's constructors are the first.
  void begin(Communicator& world);
  /// Ends lines that the program has not ended.
  void end();
  /// The last line that went out. After a crash it is all that can be told.
  [[nodiscard]] const std::string& last_line() const { return last_line_; }
  [[nodiscard]] Stream stream_of(std::size_t line) const { return streams_[line]; }

 private:
  void print(Stream stream, std::string_view line);

  Communicator* world_ = nullptr;
  std::string begun_[2];
  std::string last_line_;
  std::vector<Stream> streams_;
  std::vector<std::string> early_;  ///< lines before there was a clock
};

/// Writes the lines of all ranks, in their order, each to its stream; with the rank in front:
/// "[3] ...".
void show(const std::vector<PrintedLine>& lines, const std::vector<const Output*>& outputs, bool with_ranks,
          bool all_to_error);

/// Makes the C streams stdout and stderr, and what write() is given for them, go to the rank whose
/// program writes, while it lives.
class SharedStreams {
 public:
  SharedStreams();
  SharedStreams(const SharedStreams&) = delete;
  SharedStreams& operator=(const SharedStreams&) = delete;
  ~SharedStreams();
};

}  // namespace toruscope::mpi
