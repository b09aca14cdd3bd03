// SPDX-License-Identifier: Apache-2.0
// Error handling for a main: words on standard error, and the documented exit code.

#include "runtime/core/host_advice.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/standard_error.hpp"
#include "runtime/core/thrown_type.hpp"

#include <toruscope/error.hpp>

#include <cstdio>
#include <cxxabi.h>
#include <exception>
#include <filesystem>
#include <functional>
#include <new>
#include <string>

namespace toruscope {

namespace {

int tell_error(ExitCode code, const std::string& what) {
  std::fflush(stdout);
  std::fputs((core::shown_lines("toruscope: " + what) + "\n").c_str(), stderr);
  return static_cast<int>(code);
}

/// The exit code, after a report of the exception, if any.
int outcome(const std::function<int()>& program) {
  try {
    return program();
  } catch (const Error& e) {
    return tell_error(e.code(), e.what());
  } catch (const std::bad_alloc&) {
    return tell_error(ExitCode::host_limit, "memory: this computer has no more" + core::less_memory_advice());
  } catch (const std::filesystem::filesystem_error& e) {  // a program's own table
    return tell_error(ExitCode::usage, std::string("files: ") + e.what());
  } catch (const std::exception& e) {
    return tell_error(ExitCode::program_error, e.what());
  } catch (abi::__forced_unwind&) {
    throw;  // pthread_exit
  } catch (...) {
    return tell_error(ExitCode::program_error,
                      core::thrown_type() +
                          " was thrown outside the machine's PEs; throw a std::exception, such as "
                          "std::runtime_error, for its text to be told here");
  }
}

}  // namespace

int detail::guarded_call(const std::function<int()>& program) {
  try {
    return outcome(program);
  } catch (const std::bad_alloc&) {  // no memory even for words
    core::write_to_standard_error("toruscope: memory: this computer has no more\n");
    return static_cast<int>(ExitCode::host_limit);
  }
}

}  // namespace toruscope
