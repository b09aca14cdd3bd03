// SPDX-License-Identifier: Apache-2.0

#include "python/extension/calls.hpp"

#include <toruscope/error.hpp>
#include <toruscope/note.hpp>

#include <optional>
#include <stdexcept>
#include <string>

namespace toruscope::python {

namespace {

constexpr const char* kThrown = "thrown";  // the attribute that holds it

/// A function of the Python module toruscope.lines.
py::object of_module(const char* name) {
  return py::module_::import("toruscope.lines").attr(name);
}

py::object exception_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    return py::module_::import("toruscope.errors")
        .attr("error_of")(static_cast<int>(error.code()), error.what(), py::none());
  } catch (const std::exception& error) {
    return py::reinterpret_borrow<py::object>(PyExc_RuntimeError)(error.what());
  } catch (...) {
    return py::module_::import("toruscope.errors").attr("RunEnded")("the run has ended, and this PE with it");
  }
}

/// The C++ exception for an exception of Python: the one that the library threw, else its text.
std::exception_ptr thrown_by(const py::object& exception) {
  if (py::hasattr(exception, kThrown))
    return *py::capsule(exception.attr(kThrown)).get_pointer<std::exception_ptr>();
  return std::make_exception_ptr(std::runtime_error(py::str(of_module("sentence_of")(exception))));
}

/// Number of calls of Python code by the library that this thread is in, one inside the other.
thread_local int depth = 0;

/// The source line that a thread executes in a Python program. Any thread may ask.
std::string line_of(unsigned long thread) {
  const py::gil_scoped_acquire locked;
  return py::str(of_module("line_of")(thread));
}

}  // namespace

void raise(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const py::error_already_set&) {
    throw;
  } catch (...) {  // below
  }
  const py::object exception = exception_of(thrown);
  exception.attr(kThrown) = py::capsule(new std::exception_ptr(thrown),
                                        [](void* held) { delete static_cast<std::exception_ptr*>(held); });
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
  throw py::error_already_set();
}

void run_python(Communicator& comm, const std::function<void()>& code) {
  std::optional<Note> note;
  if (depth == 0) note.emplace(comm, [thread = PyThread_get_thread_ident()] { return line_of(thread); });
  std::exception_ptr thrown;
  {
    const py::gil_scoped_acquire locked;
    ++depth;
    try {
      code();
    } catch (const py::error_already_set& error) {
      thrown = thrown_by(error.value());
    }
    --depth;
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace toruscope::python
