// SPDX-License-Identifier: Apache-2.0
// Buffers of Python, such as numpy arrays, and the bytes in them.

#pragma once

#include <cstddef>
#include <pybind11/pybind11.h>
#include <span>
#include <string>

namespace toruscope::python {

namespace py = pybind11;

/// The memory of a Python object. The object cannot move or free it while the view exists.
///
/// Threads     Made and destroyed with the interpreter's lock.
class View {
 public:
  enum class Use { read, write };
  /// Errors    TypeError, naming the call, for what is no buffer, is not in one piece, holds
  ///           objects of Python, or may not be written.
  View(const char* call, py::handle object, Use use);
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  ~View() { PyBuffer_Release(&buffer_); }

  [[nodiscard]] std::span<const std::byte> in() const { return {data(), size()}; }
  [[nodiscard]] std::span<std::byte> out() const { return {data(), size()}; }
  /// Bytes.
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(buffer_.len); }
  /// Bytes of an element.
  [[nodiscard]] std::size_t element() const { return static_cast<std::size_t>(buffer_.itemsize); }
  /// The element type in the notation of Python's module struct, without byte order: "d".
  [[nodiscard]] const std::string& format() const { return format_; }

 private:
  [[nodiscard]] std::byte* data() const { return static_cast<std::byte*>(buffer_.buf); }

  Py_buffer buffer_{};
  std::string format_;
};

/// Bytes of a PE as a buffer of Python, without a copy.
py::object view_of(std::span<const std::byte> bytes);
py::object view_of(std::span<std::byte> bytes);

/// Ends such a view. False: another view of the memory is left, which would outlive it.
bool release(py::handle view);
/// Defines what these views refer to.
void define_buffers(py::module_& module);

/// A copy as an object of Python.
py::bytes bytes_of(std::span<const std::byte> bytes);

}  // namespace toruscope::python
