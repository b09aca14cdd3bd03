// SPDX-License-Identifier: Apache-2.0
// Owner of a PE's work inside a library function of many calls: the library or the program.
//
// Matters where local work is measured (Execution::measure_compute): only the program's takes time.
// Threads     All functions concern the PE that this thread runs.

#pragma once

#include <toruscope/communicator.hpp>
#include <toruscope/units.hpp>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>

namespace toruscope::core {

class Pe;

/// Marks the PE's actions until the end of the scope as the library's. No effect outside a PE.
class LibraryCall {
 public:
  /// A call with buffers of these sizes.
  /// Errors    those of a Communicator's functions; ProgramError if no memory can hold a buffer.
  explicit LibraryCall(const char* operation, std::initializer_list<std::size_t> buffers = {});
  LibraryCall(const LibraryCall&) = delete;
  LibraryCall& operator=(const LibraryCall&) = delete;
  ~LibraryCall();

  /// False in a destructor while its PE is unwound: the call is to do nothing.
  [[nodiscard]] bool begins() const { return begins_; }

 private:
  Pe* const pe_;
  std::size_t open_spans_ = 0;  // when it began
  bool begins_ = true;
};

/// Marks the scope as a collective call, for an algorithm that runs without the public function.
class CollectiveSpan {
 public:
  CollectiveSpan(const Communicator& comm, const char* operation, const std::string& algorithm, Rank root,
                 std::size_t bytes);
  CollectiveSpan(const CollectiveSpan&) = delete;
  CollectiveSpan& operator=(const CollectiveSpan&) = delete;
  ~CollectiveSpan();

 private:
  Pe* const pe_;
  std::size_t open_spans_ = 0;  // when it began
};

/// Tells observers that an algorithm of this operation in the library's tables runs, or is timed.
void note_table(const char* operation, bool runs);

/// True if this PE is unwound by an exception: calls then return without results.
[[nodiscard]] bool has_given_up();

/// Does the work of a library function of many calls. Keeps exceptions of calls that have given up:
/// a destructor has called it.
template <class Work>
void unless_given_up(Work&& work) {
  try {
    work();
  } catch (...) {
    if (!has_given_up()) throw;
  }
}

/// Asks the machine; false outside a PE.
[[nodiscard]] bool is_work_measured();

/// Calls `work`, a function of the program: an operator, work on a block. If measured it is charged
/// at the library's next call.
void call_program(const std::function<void()>& work);

/// Calls `work` while the PE's clock stands still. Returns its time, declared or measured.
[[nodiscard]] Ticks call_program_untimed(const std::function<void()>& work);

/// Lets local work of the program, declared or measured, take its time now.
void take_time(Ticks work);

}  // namespace toruscope::core
