// SPDX-License-Identifier: Apache-2.0
// exit and its kin in the program of a rank: the rank ends, and not the process.

#include "mpi/launch/process.hpp"
#include "mpi/launch/real_function.hpp"

#include <toruscope/error.hpp>

#include <cassert>
#include <cstdio>
#include <cxxabi.h>
#include <exception>
#include <fmt/core.h>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <unistd.h>

namespace toruscope::mpi {

namespace {

constexpr int kAborted = 134;  // 128 and SIGABRT, as a shell has it

/// Before main, in a constructor of the program, nothing can be unwound.
void require_begun(const Process& process, const char* call) {
  if (process.world != nullptr) return;
  std::fprintf(stderr, "toruscope: mpirun: the program called %s before main\n", call);
  TORUSCOPE_REAL(_exit)(static_cast<int>(ExitCode::program_error));
}

[[noreturn]] void abort_rank(Process& process, const std::string& why) {
  require_begun(process, "abort()");
  leave(process, kAborted, std::make_exception_ptr(std::runtime_error(why)));
}

std::string after_last_call(const Process& process) {
  return process.last_call.empty() ? "" : fmt::format("; its last MPI call was {}", process.last_call);
}

/// Says of an exception that nobody caught what the C++ library says, once in a process.
[[noreturn]] void terminate_rank() {
  Process* const process = caller_rank(nullptr);
  if (process == nullptr) std::abort();
  std::string told = "terminate called without an active exception\n";
  if (const std::type_info* const type = abi::__cxa_current_exception_type()) {
    int status = 0;
    char* const name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    told =
        fmt::format("terminate called after throwing an instance of '{}'\n", status == 0 ? name : type->name());
    std::free(name);
    try {
      throw;
    } catch (const std::exception& error) {
      told += fmt::format("  what():  {}\n", error.what());
    } catch (...) {  // has no words
    }
  }
  process->output.write(Output::Stream::error, told);
  told = {};  // no destructor runs from here on
  abort_rank(*process, "an exception of the program was caught by nobody" + after_last_call(*process));
}

}  // namespace

void set_terminate_of_ranks() {
  std::set_terminate(&terminate_rank);
}

#define TORUSCOPE_RANK() Process* const process = caller_rank(__builtin_return_address(0))

extern "C" {

void exit(int code) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) {
    TORUSCOPE_REAL(exit)(code);
    __builtin_unreachable();
  }
  require_begun(*process, "exit()");
  end_program(*process);
  leave(*process, code, nullptr);
}

void _exit(int code) {
  TORUSCOPE_RANK();
  if (process == nullptr) {
    TORUSCOPE_REAL(_exit)(code);
    __builtin_unreachable();
  }
  require_begun(*process, "_exit()");
  leave(*process, code, nullptr);
}

void _Exit(int code) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) {
    TORUSCOPE_REAL(_Exit)(code);
    __builtin_unreachable();
  }
  require_begun(*process, "_Exit()");
  leave(*process, code, nullptr);
}

void quick_exit(int code) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) {
    TORUSCOPE_REAL(quick_exit)(code);
    __builtin_unreachable();
  }
  require_begun(*process, "quick_exit()");
  call_ends(process->at_quick_exit);
  leave(*process, code, nullptr);
}

void abort() noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) {
    TORUSCOPE_REAL(abort)();
    __builtin_unreachable();
  }
  abort_rank(*process, "the program called abort()" + after_last_call(*process));
}

void __assert_fail(const char* condition, const char* file, unsigned line, const char* function) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) {
    using Fail = void(const char*, const char*, unsigned, const char*);
    static auto* const real = real_function("__assert_fail", static_cast<Fail*>(nullptr));
    real(condition, file, line, function);
    __builtin_unreachable();
  }
  process->output.write(Output::Stream::error, fmt::format("{}:{}: {}: Assertion `{}' failed.\n", file, line,
                                                           function == nullptr ? "?" : function, condition));
  abort_rank(*process, "an assertion of the program failed" + after_last_call(*process));
}

// atexit, and the destructors of static objects.
int __cxa_atexit(void (*call)(void*), void* argument, void* of) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) {
    using Register = int(void (*)(void*), void*, void*);
    static auto* const real = real_function("__cxa_atexit", static_cast<Register*>(nullptr));
    return real(call, argument, of);
  }
  process->at_exit.push_back({call, argument});
  return 0;
}

int __cxa_at_quick_exit(void (*call)(void*), void* of) noexcept {
  TORUSCOPE_RANK();
  if (process == nullptr) {
    using Register = int(void (*)(void*), void*);
    static auto* const real = real_function("__cxa_at_quick_exit", static_cast<Register*>(nullptr));
    return real(call, of);
  }
  process->at_quick_exit.push_back({call, nullptr});
  return 0;
}

}  // extern "C"

}  // namespace toruscope::mpi
