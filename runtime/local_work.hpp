// SPDX-License-Identifier: Apache-2.0
// Whose work it is that a PE does inside a library function made of many calls: the library's own,
// or the program's.
//
// Matters where local work is measured (Execution::measure_compute): only the program's takes
// virtual time.
// Threads     Each speaks of the PE that this thread runs.

#pragma once

#include <toruscope/communicator.hpp>
#include <toruscope/units.hpp>

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <string>

namespace toruscope::core {

class Pe;

/// Marks what the PE does until the end of the scope as the library's work. Has no effect outside a
/// PE.
class LibraryCall {
 public:
  /// A call with buffers of so many bytes.
  /// Errors    As those of a Communicator's functions; ProgramError if no memory can hold a buffer.
  explicit LibraryCall(const char* operation, std::initializer_list<std::size_t> buffers = {});
  LibraryCall(const LibraryCall&) = delete;
  LibraryCall& operator=(const LibraryCall&) = delete;
  ~LibraryCall();

  /// False: a destructor makes it while its PE is unwound, so it is to do nothing.
  [[nodiscard]] bool begins() const { return begins_; }

 private:
  Pe* const pe_;
  std::size_t open_spans_ = 0;  // when it began
  bool begins_ = true;
};

/// Marks the scope as a collective call of the PE, for an algorithm that runs without the public
/// function, which marks itself.
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

/// Tells whoever watches that an algorithm of this operation in the library's tables is run, or
/// asked for its time.
void note_table(const char* operation, bool runs);

/// True if this PE's run is being ended while an exception passes: calls return what they have not
/// got.
[[nodiscard]] bool has_given_up();

/// Does the work of a library function of many calls. What it throws because they have given up
/// stays here, for then a destructor has called it.
template <class Work>
void unless_given_up(Work&& work) {
  try {
    work();
  } catch (...) {
    if (!has_given_up()) throw;
  }
}

/// False outside a PE.
[[nodiscard]] bool is_work_measured();

/// Calls `work`, a function of the program: an operator, what is done with a block. If measured it
/// is charged at the library's next call.
void call_program(const std::function<void()>& work);

/// Calls `work` while the PE's clock stands still. Returns what `work` takes, declared or measured.
[[nodiscard]] Ticks call_program_untimed(const std::function<void()>& work);

/// Local work of the program, declared or measured, takes its time now.
void take_time(Ticks work);

}  // namespace toruscope::core
