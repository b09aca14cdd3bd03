// SPDX-License-Identifier: Apache-2.0
// Collective algorithms in Python as entries of the tables.

#pragma once

#include <toruscope/catalogue.hpp>

#include <pybind11/pybind11.h>
#include <string>

namespace toruscope::python {

/// What toruscope.collective() was given. The objects outlive the tables.
struct OwnAlgorithm {
  std::string operation;
  std::string name;
  std::string summary;
  pybind11::handle function;  ///< of the communicator, and what `run` of the table's entry has
  pybind11::handle refusal;   ///< of the case: why it cannot do this one, or None
};

/// Adds it to the table of its operation.
/// Errors    ConfigError if there is no such operation, or its table has the name already.
void add_to(Catalogue& tables, const OwnAlgorithm& own);

/// Defines the Python types of operators and cases, which those functions get.
void define_types(pybind11::module_& module);

}  // namespace toruscope::python
