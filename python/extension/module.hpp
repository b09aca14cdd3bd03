// SPDX-License-Identifier: Apache-2.0
// The parts of the module toruscope._extension.

#pragma once

#include <toruscope/communicator.hpp>

#include <pybind11/pybind11.h>

namespace toruscope::python {

namespace py = pybind11;

using CommunicatorClass = py::class_<Communicator>;

/// Ends the requests of the PE of this thread that Python gave up in another thread. With the lock.
void end_left_requests();
void define_requests(py::module_& module);
void define_messages(CommunicatorClass& communicator);
void define_collectives(CommunicatorClass& communicator);

}  // namespace toruscope::python
