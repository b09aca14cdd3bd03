// SPDX-License-Identifier: Apache-2.0

#include "python/extension/calls.hpp"

#include "python/extension/module.hpp"

#include <toruscope/error.hpp>
#include <toruscope/note.hpp>

#include <optional>
#include <stdexcept>
#include <string>

namespace toruscope::python {

namespace {

// The attribute that holds it, and the name of the capsule in it.
constexpr const char* kThrown = "_toruscope_thrown";

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
  const py::object held = py::getattr(exception, kThrown, py::none());
  if (PyCapsule_IsValid(held.ptr(), kThrown) != 0)
    return *py::reinterpret_borrow<py::capsule>(held).get_pointer<std::exception_ptr>();
  return std::make_exception_ptr(std::runtime_error(py::str(of_module("sentence_of")(exception))));
}

/// Counts the calls of Python code by the library that this thread is in, one inside the other.
class Depth {
 public:
  Depth() { ++calls_; }
  ~Depth() { --calls_; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  [[nodiscard]] static bool is_outermost() { return calls_ == 1; }

 private:
  static inline thread_local int calls_ = 0;
};

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
  exception.attr(kThrown) = py::capsule(new std::exception_ptr(thrown), kThrown, [](PyObject* held) {
    delete static_cast<std::exception_ptr*>(PyCapsule_GetPointer(held, kThrown));
  });
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())), exception.ptr());
  throw py::error_already_set();
}

void run_python(Communicator& comm, const std::function<void()>& code) {
  const Depth depth;
  std::optional<Note> note;
  if (Depth::is_outermost())
    note.emplace(comm, [thread = PyThread_get_thread_ident()] { return line_of(thread); });
  std::exception_ptr thrown;
  {
    const py::gil_scoped_acquire locked;
    try {
      code();
    } catch (const py::error_already_set& error) {
      thrown = thrown_by(error.value());
    }
    if (Depth::is_outermost()) end_left_requests();
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace toruscope::python
