// SPDX-License-Identifier: Apache-2.0
// From Python into the library and back: the interpreter's lock, and errors.
//
// Threads     Each PE is a thread. It has the lock while Python code runs, and never while it is in
//             the library, where it may wait for other PEs.

#pragma once

#include <toruscope/communicator.hpp>

#include <exception>
#include <functional>
#include <pybind11/pybind11.h>
#include <utility>

namespace toruscope::python {

namespace py = pybind11;

/// Raises in Python what the library threw: an Error as the one of its exit code, what unwinds a PE
/// as RunEnded. That exception remembers it.
[[noreturn]] void raise(const std::exception_ptr& thrown);

/// Calls the library, without the lock.
template <class F>
auto call(F&& function) {
  try {
    const py::gil_scoped_release unlocked;
    return std::forward<F>(function)();
  } catch (...) {
    raise(std::current_exception());
  }
}

/// Runs Python code of a PE, with the lock. Errors of the PE and reports of deadlocks then tell its
/// line.
/// Errors    What the library threw, if it is that which leaves the code. Another exception of
///           Python: std::runtime_error with its text and line.
void run_python(Communicator& comm, const std::function<void()>& code);

}  // namespace toruscope::python
