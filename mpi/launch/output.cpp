// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/output.hpp"

#include "mpi/launch/process.hpp"
#include "runtime/files/write_failure.hpp"

#include <toruscope/error.hpp>

#include <cerrno>
#include <cstdio>
#include <ext/stdio_sync_filebuf.h>
#include <fmt/core.h>
#include <iostream>
#include <string>
#include <unistd.h>
#include <utility>

namespace toruscope::mpi {

void Output::print(Stream stream, std::string_view line) {
  last_line_ = line;
  std::string marked(1, static_cast<char>(stream));
  marked += line;
  if (world_ == nullptr)
    early_.push_back(std::move(marked));
  else
    world_->print(marked);
}

void Output::write(Stream stream, std::string_view text) {
  std::string& begun = begun_[stream == Stream::error ? 1 : 0];
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
    std::string& begun = begun_[stream == Stream::error ? 1 : 0];
    if (begun.empty()) continue;
    print(stream, begun);
    begun.clear();
  }
  world_ = nullptr;
}

Screen::Screen(bool tags_ranks, Shown shown)
    : tags_ranks_(tags_ranks),
      is_prompt_(isatty(STDOUT_FILENO) != 0 || isatty(STDERR_FILENO) != 0),
      shown_(shown) {}

void Screen::show(const PrintedLine& line) {
  constexpr std::size_t kMost = 64 * 1024;  // bytes that wait
  if (shown_ == Shown::nowhere) return;
  const bool is_error =
      shown_ == Shown::to_error || line.text.front() == static_cast<char>(Output::Stream::error);
  const int file = is_error ? STDERR_FILENO : STDOUT_FILENO;
  if (file != file_) flush();
  file_ = file;
  if (tags_ranks_) waiting_ += "[" + std::to_string(line.rank) + "] ";
  waiting_.append(line.text, 1);
  waiting_ += '\n';
  if (is_prompt_ || waiting_.size() > kMost) flush();
  check();
}

void Screen::flush() {
  for (std::size_t done = 0; done < waiting_.size() && unwritable_ == 0;) {
    const ssize_t written = ::write(file_, waiting_.data() + done, waiting_.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      unwritable_ = file_;
      error_ = errno;
      break;
    }
    done += static_cast<std::size_t>(written);
  }
  waiting_.clear();
}

void Screen::end() {
  flush();
  check();
}

void Screen::check() const {
  if (unwritable_ == 0) return;
  throw HostLimitError(fmt::format("output: cannot write to standard {}: {}",
                                   unwritable_ == STDERR_FILENO ? "error" : "output",
                                   core::write_failure(error_)));
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
