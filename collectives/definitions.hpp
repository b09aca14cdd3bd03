// SPDX-License-Identifier: Apache-2.0
// Definitions of the operations: the data that a verified run gives every PE, and whether it ended
// with the right ones. Without data (Execution::data) buffers have the same lengths, and nothing
// can be wrong in them.
//
// A new operation needs a type in the catalogue, an `attempt`, a bound, a line in operations.cpp.

#pragma once

#include "collectives/wrong_data.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/machine.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace toruscope {

/// The data of a verified run.
struct Workload {
  std::size_t bytes = 8;                 ///< m: a block, vector or value; barriers move none
  Rank root = 0;                         ///< where the operation has one
  std::optional<std::int64_t> values{};  ///< scan, exscan: values in all; nothing: one on each PE
  Operands operands = Operands::sum;     ///< what is combined, where something is
  /// True: PEs begin at different times; nothing is claimed about times then.
  bool staggered = false;
  std::int64_t distance = 1;      ///< shift: by so many ranks, negative: backwards
  std::size_t segment = 0;        ///< broadcast, scan, exscan: bytes of the parts; 0: what is best
  std::optional<Rank> partner{};  ///< pingpong: of the root; nothing: the lowest farthest rank
  std::int64_t window = 4;        ///< of windows: messages of a PE, 1 at least

  friend bool operator==(const Workload&, const Workload&) = default;
};

namespace collectives {

/// Knowledge that all PEs of a verified run share.
struct Given {
  Case question;
  Workload workload;
  TestOperator op;
  /// reduce, allreduce, reduce_scatter: everything combined in rank order. scan, exscan: all
  /// inclusive prefixes. Empty without data.
  std::vector<std::byte> combined;
  Data data = Data::carried;
};

/// A PE's result, and what is wrong with it, if anything.
struct Attempt {
  Buffer result;
  Wrong wrong;
};

/// The case of a workload of this operation.
Case question_of(const OperationTraits& operation, const Topology& topology, const Parameters& parameters,
                 const Workload& workload);

/// Where sizes differ: bytes of the block from s to d, or s to s if it is not for one PE alone,
/// from 0 to 2 `bytes` in steps of a half.
std::size_t uneven_size(Rank s, Rank d, std::size_t bytes);

Given given(const OperationTraits& operation, Case question, const Workload& workload, Data data);

/// One PE's part of a verified run: makes data, runs the algorithm, compares with the definition.
Attempt attempt(const Alltoall& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Alltoallv& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Broadcast& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Reduce& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Barrier& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Scan& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Exscan& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Gather& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Gatherv& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Scatter& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Scatterv& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Allgather& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Allgatherv& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Allreduce& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const ReduceScatter& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const ReduceScatterv& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Shift& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Pingpong& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Bandwidth& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Bibandwidth& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Sendrecv& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const MultiPair& algorithm, Communicator& comm, const Given& given);
Attempt attempt(const Bisection& algorithm, Communicator& comm, const Given& given);

}  // namespace collectives
}  // namespace toruscope
