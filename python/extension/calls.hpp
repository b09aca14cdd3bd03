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

/// Raises a C++ exception of the library in Python: an Error as the Python exception of its exit
/// code, the unwinding of a PE as RunEnded. The Python exception keeps the C++ one.
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

/// Runs Python code of a PE, with the lock. Errors of the PE and reports of deadlocks name the line
/// of that code.
/// Errors    An exception that the library threw and the code did not catch. For any other Python
///           exception std::runtime_error, with text and line.
void run_python(Communicator& comm, const std::function<void()>& code);

}  // namespace toruscope::python
