// SPDX-License-Identifier: Apache-2.0
// Collective calls of PEs in Python, over buffers.

#include "python/extension/buffers.hpp"
#include "python/extension/calls.hpp"
#include "python/extension/module.hpp"
#include "python/extension/operators.hpp"

#include <toruscope/collectives.hpp>

#include <numeric>
#include <optional>
#include <pybind11/stl.h>
#include <span>
#include <string>
#include <vector>

namespace toruscope::python {

namespace {

using Use = View::Use;
using Sizes = std::vector<std::size_t>;

std::size_t pes(const Communicator& comm) {
  return static_cast<std::size_t>(comm.size());
}

/// Refuses buffers of different types, and one whose blocks, one for each of `blocks` PEs, would
/// not be whole elements. Bytes go with every type.
void check_blocks(const char* call, const View& all, std::size_t blocks, const View* other) {
  const auto is_bytes = [](const View& view) { return view.format() == "B"; };
  if (other != nullptr && all.format() != other->format() && !is_bytes(all) && !is_bytes(*other))
    throw py::type_error(std::string(call) + ": the buffers have values of types \"" + all.format() +
                         "\" and \"" + other->format() + "\"; they need to be equal");
  if (all.size() % (blocks * all.element()) != 0)
    throw py::value_error(std::string(call) + ": " + std::to_string(all.size() / all.element()) +
                          " elements are no equal blocks for " + std::to_string(blocks) + " PEs");
}

/// The bytes that a call sends: a buffer's, or by IN_PLACE (None) a copy of those that lie in the
/// buffer that it fills.
class Sent {
 public:
  Sent(const char* call, py::handle buffer, std::span<const std::byte> in_place) {
    if (buffer.is_none())
      copy_.assign(in_place.begin(), in_place.end());
    else
      view_.emplace(call, buffer, Use::read);
  }
  [[nodiscard]] std::span<const std::byte> in() const { return view_ ? view_->in() : copy_; }
  /// Null if they are a copy.
  [[nodiscard]] const View* view() const { return view_ ? &*view_ : nullptr; }

 private:
  std::optional<View> view_;
  std::vector<std::byte> copy_;
};

/// This PE's block of a buffer that has one for each PE, all of one size.
std::span<std::byte> own_block(const Communicator& comm, std::span<std::byte> all) {
  const std::size_t bytes = all.size() / static_cast<std::size_t>(comm.size());
  return all.subspan(static_cast<std::size_t>(comm.rank()) * bytes, bytes);
}

/// This PE's block of a buffer that has blocks of these sizes; empty if it is shorter than they.
std::span<std::byte> own_block(const Communicator& comm, std::span<std::byte> all, const Sizes& sizes) {
  const auto own = sizes.begin() + comm.rank();
  const std::size_t begin = std::accumulate(sizes.begin(), own, std::size_t{0});
  return begin <= all.size() && *own <= all.size() - begin ? all.subspan(begin, *own) : std::span<std::byte>();
}

void broadcast(Communicator& comm, py::handle data, Rank root, const std::string& algorithm) {
  const View view("Bcast", data, Use::write);
  call([&] { toruscope::broadcast(comm, root, view.out(), algorithm); });
}

void gather(Communicator& comm, py::handle block, py::handle all, Rank root, const std::string& algorithm) {
  std::optional<View> view;  // of the root
  if (!all.is_none()) view.emplace("Gather", all, Use::write);
  const std::span<std::byte> into = view ? view->out() : std::span<std::byte>();
  const Sent mine("Gather", block, own_block(comm, into));
  if (view) check_blocks("Gather", *view, pes(comm), mine.view());
  call([&] { toruscope::gather(comm, root, mine.in(), into, algorithm); });
}

void gatherv(Communicator& comm, py::handle block, py::handle all, const Sizes& sizes, Rank root,
             const std::string& algorithm) {
  const View view("Gatherv", all, Use::write);
  const Sent mine("Gatherv", block,
                  sizes.empty() ? std::span<std::byte>() : own_block(comm, view.out(), sizes));
  call([&] { toruscope::gatherv(comm, root, mine.in(), view.out(), sizes, algorithm); });
}

void scatter(Communicator& comm, py::handle all, py::handle block, Rank root, const std::string& algorithm) {
  std::optional<View> view;  // of the root
  if (!all.is_none()) view.emplace("Scatter", all, Use::read);
  const std::span<const std::byte> parts = view ? view->in() : std::span<const std::byte>();
  std::optional<View> mine;
  if (!block.is_none()) mine.emplace("Scatter", block, Use::write);
  if (view) check_blocks("Scatter", *view, pes(comm), mine ? &*mine : nullptr);
  std::vector<std::byte> in_place;  // the root's block, which is where it was
  if (block.is_none()) in_place.resize(parts.size() / static_cast<std::size_t>(comm.size()));
  call([&] { toruscope::scatter(comm, root, parts, mine ? mine->out() : in_place, algorithm); });
}

void scatterv(Communicator& comm, py::handle all, const Sizes& sizes, py::handle block, Rank root,
              const std::string& algorithm) {
  const View view("Scatterv", all, Use::read);
  const View mine("Scatterv", block, Use::write);
  call([&] { toruscope::scatterv(comm, root, view.in(), sizes, mine.out(), algorithm); });
}

void allgather(Communicator& comm, py::handle block, py::handle all, const std::string& algorithm) {
  const View view("Allgather", all, Use::write);
  const Sent mine("Allgather", block, own_block(comm, view.out()));
  check_blocks("Allgather", view, pes(comm), mine.view());
  call([&] { toruscope::allgather(comm, mine.in(), view.out(), algorithm); });
}

void allgatherv(Communicator& comm, py::handle block, py::handle all, const Sizes& sizes,
                const std::string& algorithm) {
  const View view("Allgatherv", all, Use::write);
  const Sent mine("Allgatherv", block, own_block(comm, view.out(), sizes));
  check_blocks("Allgatherv", view, 1, mine.view());
  call([&] { toruscope::allgatherv(comm, mine.in(), view.out(), sizes, algorithm); });
}

void alltoall(Communicator& comm, py::handle out, py::handle in, const std::string& algorithm) {
  const View into("Alltoall", in, Use::write);
  const Sent data("Alltoall", out, into.in());
  check_blocks("Alltoall", into, pes(comm), data.view());
  call([&] { toruscope::alltoall(comm, data.in(), into.out(), algorithm); });
}

void alltoallv(Communicator& comm, py::handle out, const Sizes& out_sizes, py::handle in, const Sizes& in_sizes,
               const std::string& algorithm) {
  const View data("Alltoallv", out, Use::read);
  const View into("Alltoallv", in, Use::write);
  check_blocks("Alltoallv", into, 1, &data);
  call([&] { toruscope::alltoallv(comm, data.in(), out_sizes, into.out(), in_sizes, algorithm); });
}

/// The operator for the element type of both buffers. `out` must be `blocks` times as long as `in`.
Combine operator_for(const char* operation, const View& out, const View& in, std::size_t blocks,
                     const std::string& op) {
  if (out.format() != in.format() || out.size() != blocks * in.size())
    throw py::type_error(
        std::string(operation) + ": sendbuf has " + std::to_string(out.size()) + " bytes of type \"" +
        out.format() + "\" and recvbuf " + std::to_string(in.size()) + " of type \"" + in.format() +
        "\"; the types need to be equal, and sendbuf " +
        (blocks == 1 ? "as long as recvbuf" : std::to_string(blocks) + " times as long as recvbuf"));
  return operator_of(op, in.format());
}

void allreduce(Communicator& comm, py::handle out, py::handle in, const std::string& op,
               const std::string& algorithm) {
  const View into("Allreduce", in, Use::write);
  const View data("Allreduce", out.is_none() ? in : out, Use::read);
  const Combine combine = operator_for("Allreduce", data, into, 1, op);
  call([&] {
    copy(data.in(), into.out());
    toruscope::allreduce(comm, into.out(), combine, algorithm);
  });
}

void reduce(Communicator& comm, py::handle out, py::handle in, const std::string& op, Rank root,
            const std::string& algorithm) {
  const bool is_root = comm.rank() == root;
  std::optional<View> into;
  if (is_root) into.emplace("Reduce", in, Use::write);
  const View data("Reduce", out.is_none() ? in : out, Use::read);
  const Combine combine = operator_for("Reduce", data, is_root ? *into : data, 1, op);
  call([&] {
    Buffer values = comm.copy_of(data.in());
    toruscope::reduce(comm, root, values, combine, algorithm);
    if (is_root) copy(values, into->out());
  });
}

void scan(Communicator& comm, py::handle out, py::handle in, const std::string& op, bool is_exclusive,
          const std::string& algorithm) {
  const char* const name = is_exclusive ? "Exscan" : "Scan";
  const View into(name, in, Use::write);
  const View data(name, out.is_none() ? in : out, Use::read);
  const Combine combine = operator_for(name, data, into, 1, op);
  call([&] {
    Buffer values = comm.copy_of(data.in());
    is_exclusive ? exscan_vectors(comm, values, combine, algorithm)
                 : scan_vectors(comm, values, combine, algorithm);
    // An exclusive scan has no result on PE 0, whose buffer stays as it was.
    if (!is_exclusive || comm.rank() > 0) copy(values, into.out());
  });
}

void reduce_scatter(Communicator& comm, py::handle out, py::handle in, const std::string& op,
                    const std::string& algorithm) {
  const View into("Reduce_scatter_block", in, Use::write);
  const View data("Reduce_scatter_block", out.is_none() ? in : out, Use::read);
  const auto p = static_cast<std::size_t>(comm.size());
  const Combine combine = operator_for("Reduce_scatter_block", data, into, out.is_none() ? 1 : p, op);
  const std::size_t block = data.size() / p;
  const Sent sent("Reduce_scatter_block", out, into.in());
  call([&] { toruscope::reduce_scatter(comm, sent.in(), into.out().first(block), combine, algorithm); });
}

void reduce_scatterv(Communicator& comm, py::handle out, py::handle in, Sizes counts, const std::string& op,
                     const std::string& algorithm) {
  const char* const name = "Reduce_scatter";
  const View into(name, in, Use::write);
  const View data(name, out.is_none() ? in : out, Use::read);
  const std::size_t own = counts[static_cast<std::size_t>(comm.rank())];
  const std::size_t all = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  const auto refuse = [&](const char* which, const View& view, std::size_t needed) {
    throw py::value_error(std::string(name) + ": " + which + " has " +
                          std::to_string(view.size() / view.element()) + " elements, and recvcounts ask for " +
                          std::to_string(needed));
  };
  if (data.format() != into.format())
    throw py::type_error(std::string(name) + ": the buffers have values of types \"" + data.format() +
                         "\" and \"" + into.format() + "\"; they need to be equal");
  if (data.size() != all * data.element()) refuse("sendbuf", data, all);
  if (into.size() < own * into.element()) refuse("recvbuf", into, own);
  const Combine combine = operator_of(op, into.format());
  for (std::size_t& count : counts) count *= data.element();
  const Sent sent(name, out, into.in());
  call([&] {
    toruscope::reduce_scatterv(comm, sent.in(), counts, into.out().first(own * data.element()), combine,
                               algorithm);
  });
}

}  // namespace

void define_collectives(CommunicatorClass& communicator) {
  communicator
      .def("barrier",
           [](Communicator& c, const std::string& algorithm) { call([&] { barrier(c, algorithm); }); })
      .def("broadcast", &broadcast)
      .def("gather", &gather)
      .def("gatherv", &gatherv)
      .def("scatter", &scatter)
      .def("scatterv", &scatterv)
      .def("allgather", &allgather)
      .def("allgatherv", &allgatherv)
      .def("alltoall", &alltoall)
      .def("alltoallv", &alltoallv)
      .def("allreduce", &allreduce)
      .def("reduce", &reduce)
      .def("scan", &scan)
      .def("reduce_scatter", &reduce_scatter)
      .def("reduce_scatterv", &reduce_scatterv);
}

}  // namespace toruscope::python
