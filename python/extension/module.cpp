// SPDX-License-Identifier: Apache-2.0
// The module toruscope._extension: the communicator of a PE, its messages and collective calls over
// buffers, and the command line with a program in Python. toruscope/pe.py gives it mpi4py's names.

#include "python/extension/module.hpp"

#include "python/extension/algorithms.hpp"
#include "python/extension/buffers.hpp"
#include "python/extension/calls.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/main.hpp>

#include <cmath>
#include <cstdint>
#include <functional>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::python {

namespace {

/// Ticks in a second, or in a step.
double ticks_per_unit(const Parameters& machine) {
  constexpr double kFemtoseconds = 1e15;
  return machine.tick.is_zero() ? static_cast<double>(machine.ticks_per_step)
                                : kFemtoseconds / static_cast<double>(machine.tick.value());
}

void compute(Communicator& comm, double time) {
  constexpr double kMost = 9e18;
  const double ticks = std::round(time * ticks_per_unit(comm.parameters()));
  if (!(ticks >= 0 && ticks < kMost))
    throw py::value_error("compute: a time in seconds is needed, 0 or more and at most " +
                          std::string(py::str(py::float_(kMost / ticks_per_unit(comm.parameters())))) +
                          ", got " + std::string(py::str(py::float_(time))));
  call([&] { comm.compute(Ticks{static_cast<std::int64_t>(ticks)}); });
}

std::vector<int> coordinates(const Communicator& comm) {
  std::vector<int> result;
  for (int d = 0; d < comm.dimensions(); ++d) result.push_back(comm.coordinate(d));
  return result;
}

void define_communicator(py::module_& module) {
  CommunicatorClass communicator(module, "Communicator");
  communicator.def_property_readonly("rank", &Communicator::rank)
      .def_property_readonly("size", &Communicator::size)
      .def_property_readonly("world_rank", &Communicator::world_rank)
      .def_property_readonly("sides", &Communicator::sides)
      .def_property_readonly("coordinates", &coordinates)
      .def_property_readonly("carries_data", &Communicator::carries_data)
      .def("shift",
           [](Communicator& c, int d, int distance) { return call([&] { return c.shift(d, distance); }); })
      .def("line", [](Communicator& c, int d) { return call([&] { return c.line(d); }); })
      .def("split",
           [](Communicator& c, int colour, int key) { return call([&] { return c.split(colour, key); }); })
      .def("duplicate", [](Communicator& c) { return call([&] { return c.duplicate(); }); })
      .def("synchronize", [](Communicator& c) { call([&] { c.synchronize(); }); })
      .def("now", [](Communicator& c) { return call([&] { return c.now().count; }); })
      .def("time",
           [](Communicator& c) {
             return static_cast<double>(call([&] { return c.now().count; })) / ticks_per_unit(c.parameters());
           })
      .def("compute", &compute)
      .def("compute_operations",
           [](Communicator& c, std::int64_t count) { call([&] { c.compute_operations(count); }); })
      .def("print", [](Communicator& c, const std::string& line) { call([&] { c.print(line); }); })
      .def("random", [](Communicator& c) { return call([&] { return c.random()(); }); });
  define_messages(communicator);
  define_collectives(communicator);
}

/// The command line, whose `run` runs `program` on each PE, with further algorithms. Its exit code.
int main(std::vector<std::string> words, py::handle program, const std::vector<OwnAlgorithm>& algorithms) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  std::function<void(Communicator&)> run;
  if (!program.is_none())
    run = [program](Communicator& comm) { run_python(comm, [&] { program(py::cast(comm)); }); };
  return call([&] {
    return guarded([&] {
      Tables tables;
      for (const OwnAlgorithm& own : algorithms) add_to(tables.algorithms, own);
      return toruscope::main(static_cast<int>(words.size()), arguments.data(), run, tables);
    });
  });
}

}  // namespace

}  // namespace toruscope::python

PYBIND11_MODULE(_extension, module) {
  namespace python = toruscope::python;
  namespace py = pybind11;
  module.attr("version") = TORUSCOPE_VERSION;
  python::define_buffers(module);
  python::define_types(module);
  python::define_requests(module);
  python::define_communicator(module);
  py::class_<python::OwnAlgorithm>(module, "OwnAlgorithm")
      .def(py::init([](std::string operation, std::string name, std::string summary, py::handle function,
                       py::handle refusal) {
             return python::OwnAlgorithm{std::move(operation), std::move(name), std::move(summary), function,
                                         refusal};
           }),
           py::keep_alive<1, 5>(), py::keep_alive<1, 6>());
  module.def("main", &python::main);
  module.def("check", [](const python::OwnAlgorithm& own) {
    python::call([&] {
      toruscope::Catalogue tables = toruscope::catalogue();
      python::add_to(tables, own);
    });
  });
}
