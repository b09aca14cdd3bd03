// SPDX-License-Identifier: Apache-2.0
// A Communicator over real MPI: ranks, the machine as it is described, grids and groups.

#include "on_mpi/calls/group.hpp"
#include "on_mpi/calls/transport.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/core.h>
#include <functional>
#include <utility>

namespace toruscope {

using core::Pe;

void Communicator::check_owner(const char*) const {}

void Communicator::refuse_use(const char* operation) const {
  fail(std::string(operation) + ": this communicator cannot be used here");
}

void Communicator::fail(const std::string& message) const {
  throw ProgramError(fmt::format("rank {}: {}", world_rank(), message), world_rank(), Ticks{});
}

Rank Communicator::rank() const {
  return rank_;
}

int Communicator::size() const {
  return group_->size();
}

Rank Communicator::world_rank() const {
  Rank rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

// --- the machine, as it is described -------------------------------------------------------------

const Topology& Communicator::topology() const {
  return *pe_->described.topology;
}

int Communicator::ports() const {
  return pe_->described.parameters.ports.k;
}

const Costs& Communicator::costs() const {
  return pe_->described.costs;
}

const Parameters& Communicator::parameters() const {
  return pe_->described.parameters;
}

const std::shared_ptr<const Catalogue>& Communicator::algorithms() const {
  return pe_->described.algorithms;
}

RandomSource& Communicator::random() {
  return pe_->described.random;
}

// --- memory --------------------------------------------------------------------------------------

bool Communicator::carries_data() const {
  return true;
}

Buffer Communicator::buffer(std::size_t bytes) const {
  return Buffer(std::vector<std::byte>(bytes));
}

Buffer Communicator::copy_of(std::span<const std::byte> data) const {
  return Buffer(data);
}

// --- grids ---------------------------------------------------------------------------------------

const std::vector<int>& Communicator::sides() const {
  return group_->sides();
}

bool Communicator::is_torus() const {
  return group_->grid() == core::Grid::torus;
}

bool Communicator::is_mesh() const {
  return group_->grid() != core::Grid::none;
}

// --- groups --------------------------------------------------------------------------------------

Communicator Communicator::sub(const std::vector<bool>& keep) const {
  if (keep.size() != sides().size())
    fail(fmt::format("sub: {} marks for {} dimensions; give one true or false per dimension", keep.size(),
                     sides().size()));
  return Pe::communicator(group_->within(keep), context_);
}

Communicator Communicator::line(int dimension) const {
  const std::size_t dimensions = sides().size();
  if (dimension < 0 || dimension >= static_cast<int>(dimensions))
    fail(fmt::format("line: dimension {} does not exist (dimensions are 0..{})", dimension, dimensions - 1));
  std::vector<bool> keep(dimensions, false);
  keep[static_cast<std::size_t>(dimension)] = true;
  return sub(keep);
}

Communicator Communicator::split(int colour, int key) {
  MPI_Comm comm = MPI_COMM_NULL;
  // MPI takes no negative colour, and any number here tells groups apart.
  std::vector<int> colours(static_cast<std::size_t>(size()));
  core::require(MPI_Allgather(&colour, 1, MPI_INT, colours.data(), 1, MPI_INT, group_->comm(0)), "split");
  const auto first = std::find(colours.begin(), colours.end(), colour) - colours.begin();
  core::require(MPI_Comm_split(group_->comm(0), static_cast<int>(first), key, &comm), "split");
  int members = 0;
  MPI_Comm_size(comm, &members);
  return Pe::communicator(*new core::Group(comm, {members}, core::Grid::none), 0);
}

Communicator Communicator::subset(std::span<const Rank> ranks) const {
  if (std::find(ranks.begin(), ranks.end(), rank_) == ranks.end())
    fail(fmt::format("subset: the PE's own rank {} is missing; only the PEs of the subset call it", rank_));
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group part = MPI_GROUP_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_group(group_->comm(0), &all);
  const int code = MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &part);
  MPI_Group_free(&all);
  core::require(code, "subset");
  constexpr int kTag = 1 << 14;  // of no grid
  core::require(MPI_Comm_create_group(group_->comm(0), part, kTag, &comm), "subset");
  MPI_Group_free(&part);
  return Pe::communicator(*new core::Group(comm, {static_cast<int>(ranks.size())}, core::Grid::none), 0);
}

Communicator Communicator::duplicate() const {
  MPI_Comm comm = MPI_COMM_NULL;
  core::require(MPI_Comm_dup(group_->comm(0), &comm), "duplicate");
  return Pe::communicator(*new core::Group(comm, sides(), group_->grid()), 0);
}

Communicator Communicator::separate() const {
  return Pe::communicator(*group_, 1);
}

// --- time and work -------------------------------------------------------------------------------

Ticks Communicator::now() const {
  const Parameters& machine = pe_->described.parameters;
  if (machine.tick.is_zero())
    fail(
        fmt::format("now: the machine {} counts steps, and real MPI has seconds; take a machine whose tick has "
                    "a length",
                    machine.name));
  return Ticks{std::llround((MPI_Wtime() - pe_->described.start) / toruscope::seconds(Ticks{1}, machine))};
}

/// Declared work: what the program really does takes its time by itself.
void Communicator::compute(Ticks) {}
void Communicator::compute_operations(std::int64_t) {}
void Communicator::compute_combining(std::int64_t) {}

void Communicator::synchronize() {
  core::require(MPI_Barrier(group_->comm(0)), "synchronize");
}

void Communicator::enter_collective(const char*, std::string_view, Rank, std::size_t, int, std::size_t) {}

void Communicator::print(std::string_view line) {
  const std::string text = fmt::format("[{}] {}\n", world_rank(), line);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

Request Communicator::start_code(std::function<void(Communicator&)>) {
  fail(
      "start: an operation beside the program runs on the emulated machine alone; on real MPI call it in its "
      "turn");
}

}  // namespace toruscope
