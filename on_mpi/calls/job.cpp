// SPDX-License-Identifier: Apache-2.0

#include "on_mpi/job.hpp"

#include "on_mpi/calls/transport.hpp"

#include <toruscope/error.hpp>

#include <cstdlib>
#include <utility>

namespace toruscope::on_mpi {

Job::Job(int* argc, char*** argv) {
  core::require(MPI_Init(argc, argv), "MPI_Init");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

std::string Job::library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);
  std::string name(text, static_cast<std::size_t>(length));
  name = name.substr(0, name.find_first_of(",\n"));
  for (char& c : name)
    if (c == '\t') c = ' ';
  return name;
}

double Job::seconds() {
  return MPI_Wtime();
}

void Job::barrier() const {
  MPI_Barrier(MPI_COMM_WORLD);
}

double Job::largest(double value) const {
  double all = 0;
  MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

int Job::least(int value) const {
  int all = 0;
  MPI_Allreduce(&value, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all;
}

Communicator Job::world(const TopologyPtr& topology, const Parameters& parameters, std::uint64_t seed,
                        std::shared_ptr<const Catalogue> algorithms) const {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
  core::Description& described = core::Pe::here().described;
  described.topology = topology;
  described.parameters = parameters;
  described.parameters.ports = ports_on(*topology, parameters.ports);
  described.costs = resolve(parameters, *topology);
  described.algorithms = std::move(algorithms);
  described.random = RandomSource(seed + kOdd * static_cast<std::uint64_t>(rank_ + 1));
  described.start = seconds();
  MPI_Comm comm = MPI_COMM_NULL;
  core::require(MPI_Comm_dup(MPI_COMM_WORLD, &comm), "MPI_Comm_dup");
  const core::Grid grid = topology->is_torus()  ? core::Grid::torus
                          : topology->is_mesh() ? core::Grid::mesh
                                                : core::Grid::none;
  std::vector<int> sides = topology->sides();
  if (sides.empty()) sides.push_back(size_);
  return core::Pe::communicator(*new core::Group(comm, std::move(sides), grid), 0);
}

int Job::unreceived(Communicator& comm) const {
  core::Transport::here().finish_sends();
  barrier();  // whoever sends a message here has sent it by now
  int count = 0;
  while (comm.probe(any_source, any_tag)) {
    (void)comm.recv<Buffer>(any_source, any_tag);
    ++count;
  }
  return count;
}

void Job::end() {
  MPI_Finalize();
}

void Job::stop(int code) {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

// --- the library's own collectives ---------------------------------------------------------------

namespace {

MPI_Comm comm_of(const Communicator&) {
  return MPI_COMM_WORLD;
}

int count(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw ConfigError("a collective of MPI takes 2 GiB at most, got " + std::to_string(bytes) + " bytes");
  return static_cast<int>(bytes);
}

/// The sum of whole numbers, as the workload has it.
struct Sum {
  MPI_Datatype type;
  int count;
};
Sum sum_of(const Combine& op, std::size_t bytes) {
  return {op.element == sizeof(std::uint64_t) ? MPI_UINT64_T : MPI_UINT8_T,
          static_cast<int>(bytes / op.element)};
}

}  // namespace

void fill_own(Broadcast& entry) {
  entry.name = "MPI_Bcast";
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data) {
    core::require(MPI_Bcast(data.data(), count(data.size()), MPI_BYTE, root, comm_of(comm)), "MPI_Bcast");
  };
}

void fill_own(Allreduce& entry) {
  entry.name = "MPI_Allreduce";
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    const Sum sum = sum_of(op, data.size());
    core::require(MPI_Allreduce(MPI_IN_PLACE, data.data(), sum.count, sum.type, MPI_SUM, comm_of(comm)),
                  "MPI_Allreduce");
  };
}

void fill_own(Reduce& entry) {
  entry.name = "MPI_Reduce";
  entry.run = [](Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
    const Sum sum = sum_of(op, data.size());
    const bool is_root = comm.rank() == root;
    core::require(MPI_Reduce(is_root ? MPI_IN_PLACE : data.data(), data.data(), sum.count, sum.type, MPI_SUM,
                             root, comm_of(comm)),
                  "MPI_Reduce");
  };
}

void fill_own(Barrier& entry) {
  entry.name = "MPI_Barrier";
  entry.run = [](Communicator& comm) { core::require(MPI_Barrier(comm_of(comm)), "MPI_Barrier"); };
}

void fill_own(Alltoall& entry) {
  entry.name = "MPI_Alltoall";
  entry.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                 std::size_t bytes) {
    const int block = count(bytes);
    core::require(MPI_Alltoall(send.data(), block, MPI_BYTE, receive.data(), block, MPI_BYTE, comm_of(comm)),
                  "MPI_Alltoall");
  };
}

void fill_own(Allgather& entry) {
  entry.name = "MPI_Allgather";
  entry.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive) {
    core::require(MPI_Allgather(send.data(), count(send.size()), MPI_BYTE, receive.data(), count(send.size()),
                                MPI_BYTE, comm_of(comm)),
                  "MPI_Allgather");
  };
}

void fill_own(Gather& entry) {
  entry.name = "MPI_Gather";
  entry.run = [](Communicator& comm, Rank root, std::span<const std::byte> send, std::span<std::byte> receive) {
    core::require(MPI_Gather(send.data(), count(send.size()), MPI_BYTE, receive.data(), count(send.size()),
                             MPI_BYTE, root, comm_of(comm)),
                  "MPI_Gather");
  };
}

void fill_own(Scatter& entry) {
  entry.name = "MPI_Scatter";
  entry.run = [](Communicator& comm, Rank root, std::span<const std::byte> send, std::span<std::byte> receive) {
    core::require(MPI_Scatter(send.data(), count(receive.size()), MPI_BYTE, receive.data(),
                              count(receive.size()), MPI_BYTE, root, comm_of(comm)),
                  "MPI_Scatter");
  };
}

void fill_own(ReduceScatter& entry) {
  entry.name = "MPI_Reduce_scatter_block";
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> block,
                 const Combine& op) {
    const Sum sum = sum_of(op, block.size());
    core::require(
        MPI_Reduce_scatter_block(all.data(), block.data(), sum.count, sum.type, MPI_SUM, comm_of(comm)),
        "MPI_Reduce_scatter_block");
  };
}

}  // namespace toruscope::on_mpi
