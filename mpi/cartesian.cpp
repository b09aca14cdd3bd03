// SPDX-License-Identifier: Apache-2.0
// Cartesian topologies. Where ranks may be renumbered, and the grid has the sides of the machine's
// own, in whatever order, neighbours of the grid are neighbours on the machine.

#include "mpi/state.hpp"
#include "mpi/transfers.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

int rank_in(const std::vector<int>& sides, const std::vector<int>& coordinates) {
  int rank = 0;
  for (std::size_t d = 0; d < sides.size(); ++d) rank = rank * sides[d] + coordinates[d];
  return rank;
}

std::vector<int> coordinates_in(const std::vector<int>& sides, int rank) {
  std::vector<int> coordinates(sides.size());
  for (std::size_t d = sides.size(); d-- > 0; rank /= sides[d]) coordinates[d] = rank % sides[d];
  return coordinates;
}

Cartesian& grid_of(Comm& comm) {
  if (!comm.grid) refuse(MPI_ERR_TOPOLOGY, "the communicator has no Cartesian topology");
  return *comm.grid;
}

/// For each side of the grid above 1 the machine's dimension that has it; empty if there is none.
std::vector<std::size_t> dimensions_for(const std::vector<int>& sides, const std::vector<int>& machine) {
  std::vector<std::size_t> chosen(sides.size(), machine.size());
  std::vector<bool> is_taken(machine.size(), false);
  for (std::size_t d = 0; d < sides.size(); ++d) {
    if (sides[d] == 1) continue;
    std::size_t m = 0;
    while (m < machine.size() && (is_taken[m] || machine[m] != sides[d])) ++m;
    if (m == machine.size()) return {};
    is_taken[m] = true;
    chosen[d] = m;
  }
  for (std::size_t m = 0; m < machine.size(); ++m)
    if (!is_taken[m] && machine[m] != 1) return {};
  return chosen;
}

/// The rank that this rank gets in a new grid, so that neighbours in the grid are neighbours on the
/// machine; its old one if the grid does not fit.
int place_on_machine(const Comm& parent, const std::vector<int>& sides) {
  const std::vector<int>& machine = parent.collective.sides();
  const std::vector<std::size_t> dimensions = dimensions_for(sides, machine);
  if (dimensions.empty()) return parent.rank();
  const std::vector<int> here = coordinates_in(machine, parent.rank());
  std::vector<int> there(sides.size(), 0);
  for (std::size_t d = 0; d < sides.size(); ++d)
    if (dimensions[d] < machine.size()) there[d] = here[dimensions[d]];
  return rank_in(sides, there);
}

void create(State& state, MPI_Comm handle, std::vector<int> sides, std::vector<int> wraps, bool may_renumber,
            MPI_Comm* made) {
  Comm& parent = comm_of(state, handle);
  std::int64_t cells = 1;
  for (const int side : sides) {
    if (side < 1) refuse(MPI_ERR_DIMS, "a dimension has " + std::to_string(side) + " ranks");
    cells *= side;
    if (cells > parent.size())
      refuse(MPI_ERR_TOPOLOGY,
             "the grid has more cells than the communicator has ranks, " + std::to_string(parent.size()));
  }
  const bool is_whole = cells == parent.size();
  const int key = may_renumber && is_whole ? place_on_machine(parent, sides) : parent.rank();
  CommPtr comm = split(state, parent, key < cells ? 0 : kNoColour, key);
  if (comm != nullptr) comm->grid = Cartesian{std::move(sides), std::move(wraps)};
  *made = publish(state, std::move(comm));
}

void sub(State& state, MPI_Comm handle, const int* keeps, MPI_Comm* made) {
  Comm& parent = comm_of(state, handle);
  const Cartesian grid = grid_of(parent);
  const std::vector<int> place = grid.coordinates(parent.rank());
  Cartesian kept;
  std::vector<int> inside;
  int colour = 0;
  std::vector<bool> marks;
  for (std::size_t d = 0; d < grid.sides.size(); ++d) {
    marks.push_back(keeps[d] != 0);
    if (keeps[d] == 0) {
      colour = colour * grid.sides[d] + place[d];
      continue;
    }
    kept.sides.push_back(grid.sides[d]);
    kept.wraps.push_back(grid.wraps[d]);
    inside.push_back(place[d]);
  }
  CommPtr comm = split(state, parent, colour, rank_in(kept.sides, inside));
  // The lines of the machine's own grid keep it for collective operations.
  if (parent.collective.sides() == grid.sides && parent.collective.rank() == parent.rank())
    comm->collective = parent.collective.sub(marks);
  comm->grid = std::move(kept);
  *made = publish(state, std::move(comm));
}

/// The factors of n as sides that are as equal as can be: the largest is as small as possible, then
/// the next one, and so on. None is larger than the one before it.
bool divide(int n, std::size_t sides, int most, std::vector<int>& into) {
  if (sides == 0) return n == 1;
  const auto is_within = [&](int side) {  // side^sides must reach n
    std::int64_t reach = 1;
    for (std::size_t i = 0; i < sides && reach < n; ++i) reach *= side;
    return reach >= n;
  };
  for (int side = 1; side <= most && side <= n; ++side) {
    if (n % side != 0 || !is_within(side)) continue;
    into.push_back(side);
    if (divide(n / side, sides - 1, side, into)) return true;
    into.pop_back();
  }
  return false;
}

}  // namespace

std::vector<int> Cartesian::coordinates(int rank) const {
  return coordinates_in(sides, rank);
}

int Cartesian::neighbour(int rank, std::size_t dimension, int distance) const {
  std::vector<int> place = coordinates(rank);
  const int side = sides[dimension];
  int there = place[dimension] + distance;
  if (wraps[dimension] == 0 && (there < 0 || there >= side)) return MPI_PROC_NULL;
  there %= side;
  place[dimension] = there < 0 ? there + side : there;
  return rank_in(sides, place);
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Cart_create(MPI_Comm comm, int dimensions, const int* sides, const int* wraps, int may_renumber,
                    MPI_Comm* made) {
  return call(__func__, [&](State& s) {
    comm_of(s, comm);
    if (dimensions < 0) refuse(MPI_ERR_DIMS, "the number of dimensions is below 0");
    create(s, comm, {sides, sides + dimensions}, {wraps, wraps + dimensions}, may_renumber != 0, made);
  });
}

int MPI_Cartdim_get(MPI_Comm comm, int* dimensions) {
  return call(__func__,
              [&](State& s) { *dimensions = static_cast<int>(grid_of(comm_of(s, comm)).sides.size()); });
}

int MPI_Cart_get(MPI_Comm comm, int most, int* sides, int* wraps, int* coordinates) {
  return call(__func__, [&](State& s) {
    Comm& known = comm_of(s, comm);
    const Cartesian& grid = grid_of(known);
    const std::vector<int> place = grid.coordinates(known.rank());
    for (std::size_t d = 0; d < grid.sides.size() && static_cast<int>(d) < most; ++d) {
      sides[d] = grid.sides[d];
      wraps[d] = grid.wraps[d] != 0 ? 1 : 0;
      coordinates[d] = place[d];
    }
  });
}

int MPI_Cart_rank(MPI_Comm comm, const int* coordinates, int* rank) {
  return call(__func__, [&](State& s) {
    const Cartesian& grid = grid_of(comm_of(s, comm));
    std::vector<int> place(grid.sides.size());
    for (std::size_t d = 0; d < place.size(); ++d) {
      const int side = grid.sides[d];
      place[d] = grid.wraps[d] != 0 ? (coordinates[d] % side + side) % side : coordinates[d];
      if (place[d] < 0 || place[d] >= side)
        refuse(MPI_ERR_RANK, "coordinate " + std::to_string(coordinates[d]) + " is outside of dimension " +
                                 std::to_string(d) + ", which has " + std::to_string(side));
    }
    *rank = rank_in(grid.sides, place);
  });
}

int MPI_Cart_coords(MPI_Comm comm, int rank, int most, int* coordinates) {
  return call(__func__, [&](State& s) {
    Comm& known = comm_of(s, comm);
    const Cartesian& grid = grid_of(known);
    if (rank < 0 || rank >= known.size()) refuse(MPI_ERR_RANK, "rank " + std::to_string(rank) + " is none");
    const std::vector<int> place = grid.coordinates(rank);
    std::copy_n(place.begin(), std::clamp<std::ptrdiff_t>(most, 0, static_cast<std::ptrdiff_t>(place.size())),
                coordinates);
  });
}

int MPI_Cart_shift(MPI_Comm comm, int dimension, int distance, int* from, int* to) {
  return call(__func__, [&](State& s) {
    Comm& known = comm_of(s, comm);
    const Cartesian& grid = grid_of(known);
    if (dimension < 0 || dimension >= static_cast<int>(grid.sides.size()))
      refuse(MPI_ERR_DIMS, "there is no dimension " + std::to_string(dimension));
    *from = grid.neighbour(known.rank(), static_cast<std::size_t>(dimension), -distance);
    *to = grid.neighbour(known.rank(), static_cast<std::size_t>(dimension), distance);
  });
}

int MPI_Cart_sub(MPI_Comm comm, const int* keeps, MPI_Comm* made) {
  return call(__func__, [&](State& s) { sub(s, comm, keeps, made); });
}

int MPI_Topo_test(MPI_Comm comm, int* kind) {
  return call(__func__, [&](State& s) {
    const Comm& known = comm_of(s, comm);
    *kind = known.grid    ? static_cast<int>(MPI_CART)
            : known.graph ? static_cast<int>(MPI_DIST_GRAPH)
                          : static_cast<int>(MPI_UNDEFINED);
  });
}

int MPI_Dims_create(int ranks, int dimensions, int* sides) {
  return call(__func__, [&](State&) {
    std::int64_t given = 1;
    std::size_t open = 0;
    for (int d = 0; d < dimensions; ++d) {
      if (sides[d] < 0) refuse(MPI_ERR_DIMS, "dimension " + std::to_string(d) + " is below 0");
      if (sides[d] == 0)
        ++open;
      else
        given *= sides[d];
    }
    if (ranks < 1 || ranks % given != 0 || (open == 0 && given != ranks))
      refuse(MPI_ERR_DIMS, "the sides that are given do not divide " + std::to_string(ranks) + " ranks");
    std::vector<int> found;
    divide(static_cast<int>(ranks / given), open, ranks, found);
    auto next = found.begin();
    for (int d = 0; d < dimensions; ++d)
      if (sides[d] == 0) sides[d] = *next++;
  });
}

}  // extern "C"
