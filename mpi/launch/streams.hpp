// SPDX-License-Identifier: Apache-2.0
// The C++ streams of a rank: cin, cout, cerr and clog with formats and states of its own.

#pragma once

#include <cstdio>
#include <istream>
#include <memory>
#include <ostream>
#include <streambuf>

namespace toruscope::mpi {

class Output;

class Streams {
 public:
  /// `input`: stdin of the rank.
  Streams(Output& output, std::FILE* input);
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;
  ~Streams();

  [[nodiscard]] std::istream& in() { return in_; }
  [[nodiscard]] std::ostream& out() { return out_; }
  [[nodiscard]] std::ostream& error() { return error_; }
  [[nodiscard]] std::ostream& log() { return log_; }

 private:
  const std::unique_ptr<std::streambuf> from_input_, to_out_, to_error_;
  std::ostream out_, error_, log_;
  std::istream in_;
};

}  // namespace toruscope::mpi
