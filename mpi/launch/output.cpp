// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/output.hpp"

#include "mpi/launch/process.hpp"

#include <cstdio>
#include <ext/stdio_sync_filebuf.h>
#include <iostream>
#include <unistd.h>

namespace toruscope::mpi {

void Output::print(Stream stream, std::string_view line) {
  streams_.push_back(stream);
  last_line_ = line;
  if (world_ == nullptr)
    early_.emplace_back(line);
  else
    world_->print(line);
}

void Output::write(Stream stream, std::string_view text) {
  std::string& begun = begun_[static_cast<std::size_t>(stream)];
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    begun += text.substr(0, end);
    print(stream, begun);
    begun.clear();
    text.remove_prefix(end + 1);
  }
  begun += text;
}

void Output::begin(Communicator& world) {
  world_ = &world;
  for (const std::string& line : early_) world.print(line);
  early_.clear();
}

void Output::end() {
  for (const Stream stream : {Stream::out, Stream::error}) {
    std::string& begun = begun_[static_cast<std::size_t>(stream)];
    if (begun.empty()) continue;
    print(stream, begun);
    begun.clear();
  }
  world_ = nullptr;
}

void show(const std::vector<PrintedLine>& lines, const std::vector<const Output*>& outputs, bool with_ranks,
          bool all_to_error) {
  std::vector<std::size_t> shown(outputs.size());
  std::FILE* last = nullptr;
  for (const PrintedLine& line : lines) {
    const auto rank = static_cast<std::size_t>(line.rank);
    const Output::Stream stream = outputs[rank]->stream_of(shown[rank]++);
    std::FILE* const file = all_to_error || stream == Output::Stream::error ? stderr : stdout;
    if (last != nullptr && last != file) std::fflush(last);
    last = file;
    if (with_ranks) std::fprintf(file, "[%d] ", line.rank);
    std::fwrite(line.text.data(), 1, line.text.size(), file);
    std::fputc('\n', file);
  }
  std::fflush(stdout);
}

namespace {

struct Real {
  std::FILE* out = nullptr;
  std::FILE* error = nullptr;
  std::streambuf *cout = nullptr, *cerr = nullptr, *clog = nullptr;
};
Real real;

/// The function of a stream that knows its file by a number: 1, 2.
template <int file>
ssize_t take(void*, const char* text, std::size_t size) {
  Process* const process = caller_rank(nullptr);
  if (process == nullptr) return ::write(file, text, size);
  process->output.write(file == 1 ? Output::Stream::out : Output::Stream::error, {text, size});
  return static_cast<ssize_t>(size);
}

template <int file>
std::FILE* made_stream() {
  std::FILE* const stream = fopencookie(nullptr, "w", {nullptr, &take<file>, nullptr, nullptr});
  if (stream != nullptr) std::setvbuf(stream, nullptr, _IONBF, 0);
  return stream;
}

}  // namespace

SharedStreams::SharedStreams() {
  std::fflush(stdout);
  static const struct {
    std::FILE* out = made_stream<1>();
    std::FILE* error = made_stream<2>();
  } made;
  real.out = stdout;
  real.error = stderr;
  if (made.out != nullptr) stdout = made.out;
  if (made.error != nullptr) stderr = made.error;
  // What constructors of a program write before it is told of its own cout.
  static __gnu_cxx::stdio_sync_filebuf<char> to_out(stdout), to_error(stderr);
  real.cout = std::cout.rdbuf(&to_out);
  real.cerr = std::cerr.rdbuf(&to_error);
  real.clog = std::clog.rdbuf(&to_error);
}

SharedStreams::~SharedStreams() {
  stdout = real.out;
  stderr = real.error;
  std::cout.rdbuf(real.cout);
  std::cerr.rdbuf(real.cerr);
  std::clog.rdbuf(real.clog);
}

}  // namespace toruscope::mpi
