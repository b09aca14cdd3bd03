// SPDX-License-Identifier: Apache-2.0
// Errors, one type per kind. The kind decides the exit code of the command line (0 is success).
//
// A message has four parts: what was asked (operation first), what was found, where, advice.
//
// Link        toruscope::core

#pragma once

#include <toruscope/units.hpp>

#include <concepts>
#include <functional>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace toruscope {

/// The documented exit codes of every program built on toruscope::main or toruscope::guarded.
enum class ExitCode : int {
  ok = 0,
  wrong_result = 1,    ///< a verified result is not that of the definition
  usage = 2,           ///< bad option, bad description, precondition refused, unreadable input
  deadlock = 3,        ///< nothing can happen and PEs wait
  port_violation = 4,  ///< a strict port rule was broken
  bound_beaten = 5,    ///< faster than a lower bound: PEs share memory, or a defect of Toruscope
  host_limit = 6,      ///< memory, threads, stack or time of this computer
  program_error = 7,   ///< the PE program threw or misused the interface
  interrupted = 130    ///< Ctrl-C
};

/// Base of all errors that this library throws.
class Error : public std::runtime_error {
 public:
  /// Makes an error of a program that ends with this code; the message is that of what().
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }  ///< exit code of the program

 private:
  ExitCode code_;
};

/// A description is wrong (a side of 0, an unknown preset) or a precondition does not hold.
class ConfigError : public Error {
 public:
  /// Makes the error. The message says what is wrong, and what would be right.
  explicit ConfigError(const std::string& message) : Error(ExitCode::usage, message) {}
};

/// A PE program threw or misused the interface. `rank` is the PE, `when` its virtual time.
class ProgramError : public Error {
 public:
  /// Makes the error of a PE: what it threw, its rank and its virtual time.
  ProgramError(const std::string& message, Rank rank, Ticks when)
      : Error(ExitCode::program_error, message), rank_(rank), when_(when) {}
  [[nodiscard]] Rank rank() const { return rank_; }   ///< the PE
  [[nodiscard]] Ticks when() const { return when_; }  ///< its virtual time

 private:
  Rank rank_;
  Ticks when_;
};

/// PEs wait and nothing can happen any more, by their own requests or by waits in the network. The
/// message is the whole report.
class DeadlockError : public Error {
 public:
  /// Place of the deadlock: PEs wait for each other, or messages in the network do.
  enum class Where { program, network };
  /// The report, the virtual time, and what waits.
  DeadlockError(const std::string& message, Ticks when, Where where = Where::program)
      : Error(ExitCode::deadlock, message), when_(when), where_(where) {}
  [[nodiscard]] Ticks when() const { return when_; }    ///< from when on nothing could happen
  [[nodiscard]] Where where() const { return where_; }  ///< place of the deadlock

 private:
  Ticks when_;
  Where where_;
};

/// Port policy `strict`: a PE had more transfers under way than its ports allow, first at `when`.
class PortViolationError : public Error {
 public:
  /// The report, the PE, and the virtual time.
  PortViolationError(const std::string& message, Rank rank, Ticks when)
      : Error(ExitCode::port_violation, message), rank_(rank), when_(when) {}
  [[nodiscard]] Rank rank() const { return rank_; }   ///< the PE
  [[nodiscard]] Ticks when() const { return when_; }  ///< the first moment with too many transfers

 private:
  Rank rank_;
  Ticks when_;
};

/// A limit of this computer: memory, threads, stack, time.
class HostLimitError : public Error {
 public:
  /// Makes the error. The message says which limit, and what would fit.
  explicit HostLimitError(const std::string& message) : Error(ExitCode::host_limit, message) {}
};

/// The run was asked to stop (Ctrl-C). The message says how far it had come.
class InterruptedError : public Error {
 public:
  /// Makes the error. The message says how far the run had come.
  explicit InterruptedError(const std::string& message) : Error(ExitCode::interrupted, message) {}
};

/// A result that is not that of the definition.
class WrongResult : public Error {
 public:
  /// Makes the error. The message says what differs.
  explicit WrongResult(const std::string& message) : Error(ExitCode::wrong_result, message) {}
};

namespace detail {
int guarded_call(const std::function<int()>& program);
}

/// Calls `program` and returns the exit code of the process: 0, or what the program returns.
/// Exceptions are told on standard error, "toruscope: ...", and give the documented code: an Error
/// its own, std::bad_alloc host_limit, others program_error. For a main of one's own:
///   int main() { return toruscope::guarded([] { ... }); }
template <std::invocable Program>
[[nodiscard]] int guarded(Program&& program) {
  return detail::guarded_call([&program] {
    if constexpr (std::is_void_v<std::invoke_result_t<Program&>>) {
      program();
      return static_cast<int>(ExitCode::ok);
    } else {
      return static_cast<int>(program());
    }
  });
}

}  // namespace toruscope
