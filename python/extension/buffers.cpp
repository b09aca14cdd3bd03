// SPDX-License-Identifier: Apache-2.0

#include "python/extension/buffers.hpp"

namespace toruscope::python {

namespace {

std::byte nothing;  // where an empty buffer lies

/// What the exception says that Python has raised, which is over then.
std::string said() {
  const py::error_already_set error;
  return py::str(error.value());
}

}  // namespace

View::View(const char* call, py::handle object, Use use) {
  const std::string type = Py_TYPE(object.ptr())->tp_name;
  if (PyObject_CheckBuffer(object.ptr()) == 0)
    throw py::type_error(std::string(call) + ": a buffer is needed, such as an array of numpy, got " + type +
                         "; for objects there is the call in small letters");
  const int flags = PyBUF_FORMAT | PyBUF_STRIDES | (use == Use::write ? PyBUF_WRITABLE : 0);
  if (PyObject_GetBuffer(object.ptr(), &buffer_, flags) != 0) {
    PyErr_Clear();
    const bool is_readable = PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_FORMAT | PyBUF_STRIDES) == 0;
    const std::string why = is_readable ? " cannot be written to" : " does not show its memory: " + said();
    if (is_readable) PyBuffer_Release(&buffer_);
    throw py::type_error(std::string(call) + ": the " + type + why);
  }
  const auto refuse = [&](const std::string& why) {
    PyBuffer_Release(&buffer_);
    throw py::type_error(std::string(call) + ": the " + type + " " + why);
  };
  if (PyBuffer_IsContiguous(&buffer_, 'A') == 0)
    refuse(use == Use::write ? "is not in one piece; receive into a new array, and assign that to it"
                             : "is not in one piece; numpy.ascontiguousarray() makes a copy that is");
  const std::string format = buffer_.format == nullptr ? "B" : buffer_.format;
  const std::size_t type_begins = format.find_first_not_of("@=<");
  if (type_begins == std::string::npos) refuse("does not say what its elements are");
  format_ = format.substr(type_begins);
  if (format_.find('O') != std::string::npos)
    refuse(
        "holds objects of Python, whose addresses mean nothing on another PE; the call in small letters sends "
        "objects");
}

namespace {

/// Memory that memoryviews show: each that is not released yet holds a reference to it.
struct Shown {
  void* begin;
  std::size_t bytes;
  bool is_constant;
};

py::object shown(const void* begin, std::size_t bytes, bool is_constant) {
  // nobody writes by a view of constant memory
  return py::memoryview(py::cast(Shown{const_cast<void*>(begin), bytes, is_constant}));
}

}  // namespace

void define_buffers(py::module_& module) {
  py::class_<Shown>(module, "Shown", py::buffer_protocol()).def_buffer([](const Shown& all) {
    const auto size = static_cast<py::ssize_t>(all.bytes);
    return py::buffer_info(all.begin, 1, "B", 1, {size}, {py::ssize_t{1}}, all.is_constant);
  });
}

py::object view_of(std::span<const std::byte> bytes) {
  return shown(bytes.empty() ? &nothing : bytes.data(), bytes.size(), true);
}

py::object view_of(std::span<std::byte> bytes) {
  return shown(bytes.empty() ? &nothing : bytes.data(), bytes.size(), false);
}

bool release(py::handle view) {
  const py::object memory = view.attr("obj");
  try {
    view.attr("release")();
  } catch (const py::error_already_set&) {
    return false;
  }
  return memory.ref_count() == 1;
}

py::bytes bytes_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.empty() ? &nothing : bytes.data()), bytes.size()};
}

}  // namespace toruscope::python
