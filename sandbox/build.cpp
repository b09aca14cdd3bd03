// SPDX-License-Identifier: Apache-2.0
#include "sandbox/build.hpp"

#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "sandbox/own_folder.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <fmt/core.h>
#include <sys/resource.h>
#include <utility>

namespace toruscope::sandbox {

namespace fs = std::filesystem;

namespace {

constexpr const char* kUnit = "lab.unit.cpp";
constexpr const char* kObjectOfC = "lab.unit.o";
constexpr const char* kHeader = "lab.header.hpp";
constexpr const char* kPrecompiled = "lab.header.hpp.gch";
constexpr int kSeconds = 8;         ///< of processor time, on a computer of today
constexpr int kTimesTheHeader = 5;  ///< on a slower one
constexpr int kMostSeconds = 300;   ///< for the header itself
constexpr std::uint64_t kFileBytes = std::uint64_t{64} << 20U;

/// How the unit and the header are compiled: a header that was compiled otherwise is of no use.
std::vector<std::string> language_of(const Compiler& compiler) {
  return {"-std=c++20", "-D_GLIBCXX_ASSERTIONS", "-fvisibility=hidden", "-I", compiler.headers.string()};
}

bool has_made(const Ended& ended, const fs::path& object) {
  std::error_code error;
  return ended.how == Ended::How::exited && ended.number == 0 && fs::exists(object, error);
}

/// Throws unless the compiler ended by itself: then there is no verdict on the submission.
void throw_unless_ended(const Ended& ended, const fs::path& compiler) {
  if (ended.how == Ended::How::interrupted) throw InterruptedError("grade: interrupted");
  if (ended.how == Ended::How::not_started)
    throw_not_started("the compiler " + compiler.string(), ended.number);
}

/// True if a part of the compiler used up its time, even if the compiler went on to say so.
bool took_too_long(const Ended& ended, int seconds) {
  // The limit is enforced by ticks of the clock, the time reported is measured: the two differ.
  constexpr double kNearly = 0.9;
  constexpr double kIfItSaysSo = 0.5;
  const bool says_so = ended.output.find("CPU time limit exceeded") != std::string::npos;
  return ended.how == Ended::How::out_of_time || ended.how == Ended::How::idle ||
         ended.processor_seconds >= (says_so ? kIfItSaysSo : kNearly) * seconds;
}

/// Words of a compiler without room for a process, or memory. A submission can cause them, too.
bool speaks_of_the_computer(const std::string& words) {
  constexpr std::array<const char*, 8> kWords{"Resource temporarily unavailable",
                                              "No space left on device",
                                              "Disk quota exceeded",
                                              "Cannot allocate memory",
                                              "Too many open files",
                                              "File size limit exceeded",
                                              "Killed signal terminated",
                                              "out of memory"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](const char* word) { return words.find(word) != std::string::npos; });
}

/// The compiler cannot build the library's header by itself.
[[noreturn]] void refuse_compiler(const Ended& ended, const Compiler& where) {
  const std::string compiler = core::escaped(where.program.string());
  const bool has_ended = ended.how == Ended::How::exited;
  if (has_ended && (ended.number == 0 || ended.output.empty()))
    throw ConfigError(
        fmt::format("grade: the compiler {} {}; give one that compiles C++: --compiler g++", compiler,
                    ended.number != 0 ? fmt::format("ended with code {} and without a word", ended.number)
                                      : "ended without an error and has made nothing"));
  constexpr std::size_t kMost = 600;
  std::string words = core::shown_lines(ended.output.substr(0, kMost));
  while (words.ends_with('\n')) words.pop_back();
  if (!has_ended || speaks_of_the_computer(ended.output))
    throw HostLimitError(
        fmt::format("grade: on this computer the compiler {} cannot build the library's header: {}", compiler,
                    words.empty() ? "it was ended; is there enough memory?" : words));
  const auto text_of = [](const fs::path& path) { return path.string(); };
  throw ConfigError(fmt::format(
      "grade: the compiler {} cannot build the library's header where submissions are built, in which it "
      "can read {} and nothing else; give another one: --compiler /usr/bin/g++. It says: {}",
      compiler, core::joined(where.readable, ", ", text_of), words));
}

/// A refusal if a limit ended the compiler, which may then report its own fault; else nothing.
std::optional<Built::Refusal> cut_short(const Ended& ended, int seconds) {
  const Containment containment;
  constexpr double kMostOfIt = 0.75;
  if (ended.how == Ended::How::too_much_output)
    return Built::Refusal{
        fmt::format("the compiler says more than {} KiB about it", containment.output_bytes >> 10U),
        "what its first warning is about, most of the others are about, too: compile it by yourself"};
  if (took_too_long(ended, seconds))
    return Built::Refusal{
        fmt::format("the compiler takes more than {} times as long over it as over the library's header",
                    kTimesTheHeader),
        "each #include takes time, and a template or constant expression without an end takes all there is"};
  if (static_cast<double>(ended.peak_bytes) >= kMostOfIt * static_cast<double>(containment.memory_bytes))
    return Built::Refusal{
        fmt::format("the compiler needs more than {} MiB of memory for it", containment.memory_bytes >> 20U),
        "a large array with values, or a template or constant expression without an end, takes memory"};
  return std::nullopt;
}

Built::Refusal does_not_compile(bool is_c) {
  return {
      "does not compile",
      fmt::format("the compiler's first error is the one to look at. The starter has the signature; {}",
                  is_c ? "in MPI_Send and MPI_Recv the buffer comes first, then count and type, then the rank"
                       : "the rank comes first in comm.send(to, data) and comm.recv(from, data)")};
}

/// The compiler's words, shortened.
std::string told_by_compiler(const std::string& words) {
  constexpr std::size_t kMost = 4000;
  return words.size() <= kMost ? words : words.substr(0, kMost) + "\n...\n";
}

}  // namespace

Ended Builder::call(const fs::path& folder, const std::vector<std::string>& words, int seconds,
                    std::uint64_t file_bytes) const {
  constexpr int kPatience = 15;
  Containment containment{.folder = folder,
                          .may_write = true,
                          .readable = compiler_.readable,
                          .processor_seconds = seconds,
                          .wall_seconds = kPatience * seconds,
                          .file_bytes = file_bytes,
                          .open_files = 256,
                          .interrupt = interrupt_};
  if (precompiled_) containment.readable.push_back(precompiled_->path());
  std::vector<std::string> command{compiler_.program.string()};
  command.insert(command.end(), {"-O1", "-g1", "-gdwarf-4", "-Wall", "-Wextra", "-fmax-errors=5", "-fPIC",
                                 "-fstack-clash-protection", "-fdiagnostics-color=never"});
  command.insert(command.end(), words.begin(), words.end());
  Ended ended = run_contained(command, "", containment);
  throw_unless_ended(ended, compiler_.program);
  return ended;
}

Ended Builder::compile(const fs::path& folder, const std::optional<CPart>& in_c, const OwnFolder* header,
                       int seconds) const {
  std::vector<std::string> words = language_of(compiler_);
  if (header != nullptr) words.insert(words.end(), {"-include", (header->path() / kHeader).string()});
  words.insert(words.end(), {"-shared", "-Wl,-Bsymbolic", "-Wl,-z,now,-z,relro", kUnit, "-o", kObject});
  std::string told;
  if (in_c) {
    // -fexceptions: an error of a message leaves the program by an exception.
    Ended ended = call(folder,
                       {"-std=gnu17", "-fexceptions", "-I", in_c->headers.string(), "-include", in_c->header,
                        "-x", "c", "-c", in_c->source, "-o", kObjectOfC},
                       seconds, kFileBytes);
    if (!has_made(ended, folder / kObjectOfC)) return ended;
    told = std::move(ended.output);
    words.insert(words.end(), {"-I", in_c->headers.string(), kObjectOfC});
  }
  Ended ended = call(folder, words, seconds, kFileBytes);
  ended.output.insert(0, told);
  return ended;
}

void Builder::precompile_header() {
  constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20U;
  // With this much free, 130 MB leave enough for the builds.
  constexpr std::uint64_t kRoomForAClass = std::uint64_t{1} << 30U;
  auto folder = std::make_unique<OwnFolder>();
  std::error_code error;
  const fs::space_info disk = fs::space(folder->path(), error);
  if (error || disk.available < kRoomForAClass) return;
  write_file(folder->path() / kHeader, header_);
  std::vector<std::string> words = language_of(compiler_);
  words.insert(words.end(), {"-x", "c++-header", kHeader, "-o", kPrecompiled});
  const Ended ended = call(folder->path(), words, kMostSeconds, kMostBytes);
  if (has_made(ended, folder->path() / kPrecompiled)) precompiled_ = std::move(folder);
}

Built Builder::build(const fs::path& folder, const std::string& unit, const std::optional<CPart>& in_c) {
  write_file(folder / kUnit, unit);
  int seconds = kSeconds;
  Ended ended = compile(folder, in_c, precompiled_.get(), seconds);
  if (!has_made(ended, folder / kObject)) {
    require_room(folder);
    const int limit = time_limit();
    const bool is_slow = took_too_long(ended, seconds) && limit > seconds;
    if (is_slow || speaks_of_the_computer(ended.output)) {
      seconds = limit;
      ended = compile(folder, in_c, precompiled_.get(), seconds);
    }
  }
  const bool is_made = has_made(ended, folder / kObject);
  if (!is_made && ended.how == Ended::How::signalled && ended.number == SIGKILL)
    throw HostLimitError("grade: this computer ended the compiler; is there enough memory?");
  if (is_made) return {told_by_compiler(ended.output), std::nullopt};
  if (auto refusal = cut_short(ended, seconds)) return {"", std::move(refusal)};
  return {told_by_compiler(ended.output), does_not_compile(in_c.has_value())};
}

int Builder::time_limit() {
  const int needed = std::max(kSeconds, static_cast<int>(std::ceil(kTimesTheHeader * seconds_of_header())));
  rlimit now = {};
  getrlimit(RLIMIT_CPU, &now);
  if (static_cast<rlim_t>(needed) < now.rlim_max) return needed;
  throw HostLimitError(
      fmt::format("grade: the shell's limit of processor time in seconds is {}, and on this computer a "
                  "submission may take {} to be built; raise it: ulimit -t {}",
                  now.rlim_max, needed, needed + 1));
}

double Builder::seconds_of_header() {
  const std::lock_guard lock(mutex_);
  if (of_header_) return *of_header_;
  const OwnFolder folder;
  write_file(folder.path() / kUnit, header_);
  const Ended ended = compile(folder.path(), std::nullopt, nullptr, kMostSeconds);
  if (!has_made(ended, folder.path() / kObject)) refuse_compiler(ended, compiler_);
  of_header_ = ended.processor_seconds;
  return *of_header_;
}

}  // namespace toruscope::sandbox
