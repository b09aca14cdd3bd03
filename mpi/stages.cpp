// SPDX-License-Identifier: Apache-2.0

#include "mpi/stages.hpp"

#include "mpi/communicators.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace toruscope::mpi {

namespace {

Transfer send(int partner, Bytes data) {
  return {Transfer::Way::send, partner, data};
}
Transfer receive(int partner, Bytes data) {
  return {Transfer::Way::receive, partner, data};
}
Bytes block(const ByteBlocks& all, int rank) {
  return all[static_cast<std::size_t>(rank)];
}

/// data = data op other: what came is of higher ranks.
std::function<void()> append(const Operands& on) {
  return [on] { on.combine(on.data, on.other, on.data); };
}
/// data = other op data.
std::function<void()> put_before(const Operands& on) {
  return [on] { on.combine(on.other, on.data, on.data); };
}

/// A scan of the ranks from `first` on.
Stages scan_from(Place at, int first, const Operands& on) {
  Stages stages;
  for (int distance = 1; first + distance < at.size; distance *= 2) {
    Stage stage;
    if (at.rank + distance < at.size) stage.transfers.push_back(send(at.rank + distance, on.data));
    if (at.rank - distance >= first) {
      stage.transfers.push_back(receive(at.rank - distance, on.other));
      stage.after = put_before(on);
    }
    stages.push_back(std::move(stage));
  }
  return stages;
}

}  // namespace

Place place_on(const Comm& comm) {
  return {.rank = comm.rank(), .size = comm.size()};
}

Stages joined(Stages first, Stages second) {
  std::move(second.begin(), second.end(), std::back_inserter(first));
  return first;
}

Stages barrier_stages(Place at) {
  Stages stages;
  for (int distance = 1; distance < at.size; distance *= 2)
    stages.push_back({.transfers = {receive((at.rank - distance + at.size) % at.size, {}),
                                    send((at.rank + distance) % at.size, {})}});
  return stages;
}

Stages broadcast_stages(Place at, int root, Bytes data) {
  const int place = (at.rank - root + at.size) % at.size;
  const auto rank_of = [&](int other) { return (other + root) % at.size; };
  int reach = 1;  // ranks below it in the tree lie nearer than `reach`
  while (reach < at.size && (place & reach) == 0) reach *= 2;
  Stages stages;
  if (place != 0) stages.push_back({.transfers = {receive(rank_of(place - reach), data)}});
  Stage sends;
  for (int distance = reach / 2; distance > 0; distance /= 2)
    if (place + distance < at.size) sends.transfers.push_back(send(rank_of(place + distance), data));
  stages.push_back(std::move(sends));
  return stages;
}

Stages gather_stages(Place at, int root, Bytes own, const ByteBlocks& all) {
  if (at.rank != root) return {{.transfers = {send(root, own)}}};
  Stage stage;
  for (int r = 0; r < at.size; ++r)
    if (r != root) stage.transfers.push_back(receive(r, block(all, r)));
  return {stage};
}

Stages scatter_stages(Place at, int root, const ByteBlocks& all, Bytes own) {
  if (at.rank != root) return {{.transfers = {receive(root, own)}}};
  Stage stage;
  for (int r = 0; r < at.size; ++r)
    if (r != root) stage.transfers.push_back(send(r, block(all, r)));
  return {stage};
}

Stages allgather_stages(Place at, const ByteBlocks& all) {
  const int left = (at.rank - 1 + at.size) % at.size;
  Stages stages;
  for (int step = 0; step + 1 < at.size; ++step) {
    const int known = (at.rank - step + at.size) % at.size;
    stages.push_back({.transfers = {receive(left, block(all, (known - 1 + at.size) % at.size)),
                                    send((at.rank + 1) % at.size, block(all, known))}});
  }
  return stages;
}

Stages alltoall_stages(Place at, const ByteBlocks& sent, const ByteBlocks& got) {
  Stage stage;
  for (int distance = 1; distance < at.size; ++distance) {
    const int from = (at.rank - distance + at.size) % at.size;
    const int to = (at.rank + distance) % at.size;
    stage.transfers.push_back(receive(from, block(got, from)));
    stage.transfers.push_back(send(to, block(sent, to)));
  }
  return {stage};
}

// Invariant: data is op over the ranks from this one to the one before rank +
// distance.
Stages reduce_stages(Place at, const Operands& on) {
  Stages stages;
  for (int distance = 1; distance < at.size; distance *= 2) {
    if ((at.rank & distance) != 0) {
      stages.push_back({.transfers = {send(at.rank - distance, on.data)}});
      break;
    }
    if (at.rank + distance < at.size)
      stages.push_back({.transfers = {receive(at.rank + distance, on.other)}, .after = append(on)});
  }
  return stages;
}

Stages allreduce_stages(Place at, const Operands& on) {
  int half = 1;  // the largest power of two within p
  while (2 * half <= at.size) half *= 2;
  const int pairs = at.size - half;  // so many even ranks leave it to the next rank
  const bool is_in_pair = at.rank < 2 * pairs;
  if (is_in_pair && at.rank % 2 == 0)
    return {{.transfers = {send(at.rank + 1, on.data)}}, {.transfers = {receive(at.rank + 1, on.data)}}};
  Stages stages;
  if (is_in_pair) stages.push_back({.transfers = {receive(at.rank - 1, on.other)}, .after = put_before(on)});
  const int place = is_in_pair ? at.rank / 2 : at.rank - pairs;
  for (int distance = 1; distance < half; distance *= 2) {
    const int other = place ^ distance;
    const int partner = other < pairs ? 2 * other + 1 : other + pairs;
    stages.push_back({.transfers = {receive(partner, on.other), send(partner, on.data)},
                      .after = other > place ? append(on) : put_before(on)});
  }
  if (is_in_pair) stages.push_back({.transfers = {send(at.rank - 1, on.data)}});
  return stages;
}

Stages scan_stages(Place at, const Operands& on) {
  return scan_from(at, 0, on);
}

Stages exscan_stages(Place at, const Operands& on) {
  Stage shift;
  if (at.rank + 1 < at.size) shift.transfers.push_back(send(at.rank + 1, on.data));
  if (at.rank == 0) return {shift};
  shift.transfers.push_back(receive(at.rank - 1, on.other));
  shift.after = [on] { std::copy(on.other.begin(), on.other.end(), on.data.begin()); };
  return joined({shift}, scan_from(at, 1, on));
}

}  // namespace toruscope::mpi
