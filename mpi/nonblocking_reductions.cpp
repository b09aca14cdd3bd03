// SPDX-License-Identifier: Apache-2.0
// Non-blocking reductions, of one group.

#include "mpi/stages.hpp"
#include "mpi/tables.hpp"
#include "mpi/transfers.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

/// What a reduction works on; its Operands point into it. The program may free the type before its
/// operator is called: the operator gets a handle of the reduction's own.
struct Reduction {
  Reduction(State& of, MPI_Datatype handle)
      : state(of),
        type(keep_type(of, handle)),
        lent(type->is_predefined ? handle
                                 : handle_of<MPI_Datatype>(of.types.add(of.types.share(number_of(handle))))) {}
  ~Reduction() {
    if (!type->is_predefined) state.types.take(number_of(lent));
  }
  Reduction(const Reduction&) = delete;
  Reduction& operator=(const Reduction&) = delete;

  State& state;
  TypePtr type;
  MPI_Datatype lent;
  std::vector<std::byte> data{};
  std::vector<std::byte> other{};
  Combine combine{};

  [[nodiscard]] Operands operands() {
    return {data, other, [this](Bytes left, Bytes right, Bytes into) {
              if (into.empty()) return;
              combine.combine(left.data(), right.data(), into.data(), into.size() / type->size());
            }};
  }
};
using ReductionPtr = std::shared_ptr<Reduction>;

ReductionPtr reduction_of(State& s, const void* out, const void* in, std::size_t count, MPI_Datatype handle,
                          MPI_Op op) {
  const Type& type = usable_type(s, handle);
  const auto made = std::make_shared<Reduction>(s, handle);
  made->data = packed_copy(out == MPI_IN_PLACE ? in : out, count, type);
  made->other.resize(made->data.size());
  made->combine = combine_by(s, op, made->lent, *made->type);
  return made;
}

std::size_t checked(int count) {
  check_count(count);
  return static_cast<std::size_t>(count);
}

/// What stores the result of a reduction in the program's memory.
std::function<void()> storing(const ReductionPtr& reduction, void* in, int count, bool has_result) {
  return [=] {
    if (has_result) store(reduction->data, in, static_cast<std::size_t>(count), *reduction->type);
  };
}

/// A tree to the root: in rank order to rank 0, which hands on the result, or
/// with the root in the place of rank 0.
Stages reduce_to(const Comm& comm, int root, Reduction& reduction) {
  const Operands operands = reduction.operands();
  Place at = place_on(comm);
  if (!reduction.combine.commutative) {
    Stage hand_on;
    if (root != 0 && at.rank == 0) hand_on.transfers.push_back({Transfer::Way::send, root, operands.data});
    if (root != 0 && at.rank == root) hand_on.transfers.push_back({Transfer::Way::receive, 0, operands.data});
    return joined(reduce_stages(at, operands), {hand_on});
  }
  at.rank = (at.rank - root + at.size) % at.size;
  Stages stages = reduce_stages(at, operands);
  for (Stage& stage : stages)
    for (Transfer& t : stage.transfers) t.partner = (t.partner + root) % at.size;
  return stages;
}

void reduce_later(State& s, const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, int root,
                  MPI_Comm handle, MPI_Request* request) {
  const Comm& comm = group_of_collective(s, handle);
  check_root(comm, root);
  const ReductionPtr reduction = reduction_of(s, out, in, checked(count), type, op);
  auto stages = reduce_to(comm, root, *reduction);
  post(s, handle, std::move(stages), storing(reduction, in, count, comm.rank() == root), request);
}

/// All of one shape: the data, with those of other ranks.
void combine_later(State& s, const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm handle, Stages (*stages)(Place, const Operands&), MPI_Request* request) {
  const Comm& comm = group_of_collective(s, handle);
  const ReductionPtr reduction = reduction_of(s, out, in, checked(count), type, op);
  const bool has_result = comm.rank() > 0 || stages != &exscan_stages;
  post(s, handle, stages(place_on(comm), reduction->operands()), storing(reduction, in, count, has_result),
       request);
}

void reduce_scatter_later(State& s, const void* out, void* in, const std::vector<int>& counts,
                          MPI_Datatype type, MPI_Op op, MPI_Comm handle, MPI_Request* request) {
  const Comm& comm = group_of_collective(s, handle);
  std::size_t elements = 0;
  for (const int count : counts) elements += checked(count);
  const ReductionPtr reduction = reduction_of(s, out, in, elements, type, op);
  ByteBlocks blocks;
  Bytes left = reduction->data;
  for (const int count : counts) {
    blocks.push_back(left.first(static_cast<std::size_t>(count) * reduction->type->size()));
    left = left.subspan(blocks.back().size());
  }
  // The block of this rank takes the place of the first one: the other data
  // have been sent by then.
  const int own = counts[static_cast<std::size_t>(comm.rank())];
  const auto size = static_cast<std::size_t>(own) * reduction->type->size();
  auto stages = joined(reduce_stages(place_on(comm), reduction->operands()),
                       scatter_stages(place_on(comm), 0, blocks, Bytes(reduction->data).first(size)));
  const auto end = [reduction, in, own, size] {
    store(Bytes(reduction->data).first(size), in, static_cast<std::size_t>(own), *reduction->type);
  };
  post(s, handle, std::move(stages), end, request);
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Ireduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                MPI_Request* request) {
  return call(__func__, [&](State& s) { reduce_later(s, out, in, count, type, op, root, comm, request); });
}
int MPI_Iallreduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                   MPI_Request* request) {
  return call(__func__,
              [&](State& s) { combine_later(s, out, in, count, type, op, comm, &allreduce_stages, request); });
}
int MPI_Iscan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
              MPI_Request* request) {
  return call(__func__,
              [&](State& s) { combine_later(s, out, in, count, type, op, comm, &scan_stages, request); });
}
int MPI_Iexscan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                MPI_Request* request) {
  return call(__func__,
              [&](State& s) { combine_later(s, out, in, count, type, op, comm, &exscan_stages, request); });
}
int MPI_Ireduce_scatter(const void* out, void* in, const int* counts, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    const int ranks = group_of_collective(s, comm).size();
    reduce_scatter_later(s, out, in, {counts, counts + ranks}, type, op, comm, request);
  });
}
int MPI_Ireduce_scatter_block(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              MPI_Request* request) {
  return call(__func__, [&](State& s) {
    const int ranks = group_of_collective(s, comm).size();
    reduce_scatter_later(s, out, in, std::vector<int>(static_cast<std::size_t>(ranks), count), type, op, comm,
                         request);
  });
}

}  // extern "C"
