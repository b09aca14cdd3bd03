// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/last_words.hpp"

#include "runtime/core/standard_error.hpp"
#include "runtime/engine/run.hpp"

#include <atomic>
#include <cstdlib>
#include <exception>
#include <fmt/core.h>
#include <mutex>
#include <unistd.h>
#include <utility>

namespace toruscope::core {

namespace {

// std::terminate has one handler for the whole process: the first of the runs that are being ended
// sets ours, the last one the former.
struct {
  std::mutex mutex;
  int living = 0;
  std::terminate_handler former = nullptr;
  std::atomic_flag is_told;  // the report is
} all_last_words;

[[noreturn]] void on_terminate() {
  Pe* const pe = current_pe();
  const bool is_unwinding = pe != nullptr && pe->is_unwinding();
  const LastWords* words = is_unwinding ? static_cast<const Worker&>(pe->host()).run.last_words() : nullptr;
  if (words != nullptr) {
    wait_unless_first(all_last_words.is_told);  // PEs of several workers may come here
    write_to_standard_error(
        fmt::format("toruscope: {}\n"
                    "toruscope: the run could not be ended in order: PE {} waited, or threw, in a function "
                    "that may not throw (a destructor, or noexcept)\n",
                    words->report(), pe->rank()));
    _exit(static_cast<int>(words->code()));
  }
  if (all_last_words.former != nullptr) all_last_words.former();
  std::abort();
}

}  // namespace

LastWords::LastWords(std::string report, ExitCode code) : report_(std::move(report)), code_(code) {
  const std::lock_guard lock(all_last_words.mutex);
  if (all_last_words.living++ == 0) all_last_words.former = std::set_terminate(on_terminate);
}

LastWords::~LastWords() {
  const std::lock_guard lock(all_last_words.mutex);
  if (--all_last_words.living == 0 && std::get_terminate() == on_terminate)
    std::set_terminate(all_last_words.former);
}

}  // namespace toruscope::core
