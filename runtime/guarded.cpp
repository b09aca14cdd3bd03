// SPDX-License-Identifier: Apache-2.0
// Handling of errors for a main: words on standard error, and the documented exit code.

#include "runtime/core/shown_text.hpp"
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

}  // namespace

int detail::guarded_call(const std::function<int()>& program) {
  try {
    return program();
  } catch (const Error& e) {
    return tell_error(e.code(), e.what());
  } catch (const std::bad_alloc&) {
    return tell_error(
        ExitCode::host_limit,
        "memory: this computer has no more; try fewer PEs or smaller blocks; for times alone let messages "
        "have lengths only: Execution::data = Data::none, --data none");
  } catch (const std::filesystem::filesystem_error& e) {  // of a table of the program's own
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

}  // namespace toruscope
