// SPDX-License-Identifier: Apache-2.0

#include "python/extension/algorithms.hpp"

#include "python/extension/buffers.hpp"
#include "python/extension/calls.hpp"

#include <toruscope/error.hpp>

#include <cstdint>
#include <optional>
#include <pybind11/stl.h>
#include <span>
#include <stdexcept>
#include <type_traits>

namespace toruscope::python {

namespace {

// Conversions of an algorithm's arguments to Python objects.
py::object given(std::integral auto number) {
  return py::int_(number);
}
py::object given(std::span<const std::byte> bytes) {
  return view_of(bytes);
}
py::object given(std::span<std::byte> bytes) {
  return view_of(bytes);
}
py::object given(std::span<const std::size_t> sizes) {
  return py::cast(std::vector<std::size_t>(sizes.begin(), sizes.end()));
}
py::object given(const Combine& combine) {
  return py::cast(combine);
}

/// Ends the views of buffers, which do not outlive the call of a function.
/// Errors    RuntimeError if the function has kept a view of one.
void release_views(const py::tuple& arguments) {
  for (const py::handle one : arguments) {
    if (PyMemoryView_Check(one.ptr()) != 0 && !release(one))
      throw std::runtime_error(
          "a collective algorithm keeps a view of a buffer, such as an array of numpy, after it has returned; "
          "keep a copy");
  }
}

template <class Entry, class... Arguments>
void set_run(Entry& entry, py::handle function, std::function<void(Communicator&, Arguments...)> Entry::*run) {
  entry.*run = [function](Communicator& comm, Arguments... arguments) {
    run_python(comm, [&] {
      const py::tuple all = py::make_tuple(py::cast(comm), given(arguments)...);
      function(*all);
      release_views(all);
    });
  };
}

template <class Entry>
void add_entry(Catalogue& tables, const OwnAlgorithm& own) {
  Entry entry;
  entry.name = own.name;
  entry.summary = own.summary;
  entry.restrictions = own.refusal.is_none() ? "none" : "as its function says";
  if (!own.refusal.is_none())
    entry.refusal = [refusal = own.refusal, name = own.operation + "/" + own.name](const Case& c) {
      const py::gil_scoped_acquire locked;
      const auto fail = [&](const std::string& why) { return ConfigError(name + ": its refusal " + why); };
      try {
        return refusal(py::cast(c)).template cast<std::optional<std::string>>();
      } catch (const py::error_already_set& error) {
        const std::string said = error.what();
        throw fail("raised " + said.substr(0, said.find('\n')));
      } catch (const py::cast_error&) {
        throw fail("gives no text; it tells in words why it cannot do a case, or None");
      }
    };
  set_run(entry, own.function, &Entry::run);
  tables.add(std::move(entry));
}

template <class... Entry>
struct Operations {
  static void add(Catalogue& tables, const OwnAlgorithm& own) {
    const bool is_known =
        ((own.operation == Entry::kOperation.name && (add_entry<Entry>(tables, own), true)) || ...);
    if (!is_known)
      throw ConfigError("collective: there is no operation " + own.operation + "; there are " +
                        ((std::string(Entry::kOperation.name) + " ") + ...));
  }
};
using All = Operations<Alltoall, Alltoallv, Broadcast, Reduce, Barrier, Scan, Exscan, Gather, Gatherv, Scatter,
                       Scatterv, Allgather, Allgatherv, Allreduce, ReduceScatter, ReduceScatterv, Shift>;

/// into = left op right, as many elements as `into` has.
void combine(const Combine& by, py::handle left, py::handle right, py::handle into) {
  const View a("combine", left, View::Use::read);
  const View b("combine", right, View::Use::read);
  const View c("combine", into, View::Use::write);
  if (a.size() != c.size() || b.size() != c.size() || c.size() % by.element != 0)
    throw py::value_error("combine: left, right and into need equally many bytes, a multiple of " +
                          std::to_string(by.element) + "; got " + std::to_string(a.size()) + ", " +
                          std::to_string(b.size()) + " and " + std::to_string(c.size()));
  by.combine(a.in().data(), b.in().data(), c.out().data(), c.size() / by.element);
}

}  // namespace

void add_to(Catalogue& tables, const OwnAlgorithm& own) {
  All::add(tables, own);
}

void define_types(py::module_& module) {
  py::class_<Combine>(module, "Combine")
      .def_readonly("element", &Combine::element)
      .def_readonly("commutative", &Combine::commutative)
      .def_readonly("exact", &Combine::exact)
      .def_readonly("per_value", &Combine::per_value)
      .def("__call__", &combine);
  py::class_<Case>(module, "Case")
      .def_readonly("p", &Case::p)
      .def_readonly("bytes", &Case::bytes)
      .def_readonly("element", &Case::element)
      .def_readonly("root", &Case::root)
      .def_readonly("sides", &Case::sides)
      .def_readonly("is_torus", &Case::is_torus)
      .def_readonly("commutative", &Case::commutative)
      .def_readonly("exact", &Case::exact);
}

}  // namespace toruscope::python
