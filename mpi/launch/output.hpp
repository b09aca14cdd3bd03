// SPDX-License-Identifier: Apache-2.0
// Standard output and standard error of a rank: whole lines in virtual order.
//
// A line is printed by the rank's PE (Communicator::print), which notes its virtual time, behind a
// letter that names its stream: "o" or "e".

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
  enum class Stream : char { out = 'o', error = 'e' };

  /// Adds text; a line goes out with its end.
  void write(Stream stream, std::string_view text);
  /// From now on lines have a time. Those of the program's constructors are the first.
  void begin(Communicator& world);
  /// Ends lines that the program has not ended.
  void end();
  /// The last line that went out. After a crash it is all that can be told.
  [[nodiscard]] const std::string& last_line() const { return last_line_; }

 private:
  void print(Stream stream, std::string_view line);

  Communicator* world_ = nullptr;
  std::string begun_[2];
  std::string last_line_;
  std::vector<std::string> early_;  ///< lines before there was a clock
};

enum class Shown { as_printed, to_error, nowhere };

/// Shows the lines of all ranks, each on its stream, as they come. To a terminal each goes at once,
/// to files many together.
class Screen {
 public:
  /// `tags_ranks`: "[3] ...".
  Screen(bool tags_ranks, Shown shown);
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;
  ~Screen() { flush(); }

  /// Errors    HostLimitError if lines cannot be written.
  void show(const PrintedLine& line);
  /// Writes what waits. A signal handler may call it.
  void flush();
  /// Writes what waits, behind the last line.
  /// Errors    HostLimitError if it cannot be written.
  void end();

 private:
  void check() const;

  const bool tags_ranks_, is_prompt_;
  const Shown shown_;
  int file_ = 0;  ///< of the text that waits
  std::string waiting_;
  int unwritable_ = 0;  ///< the file that refused to be written; 0: none
  int error_ = 0;       ///< its errno
};

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
