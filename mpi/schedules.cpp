// SPDX-License-Identifier: Apache-2.0

#include "mpi/schedules.hpp"

#include "mpi/state.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::mpi {

Schedule::Schedule(const Comm& comm, Tag tag, std::vector<Stage> stages, std::vector<std::byte> memory)
    : comm_(comm.apart), tag_(tag), stages_(std::move(stages)), memory_(std::move(memory)) {}

bool Schedule::advance() {
  const auto is_pending = [](const Request& r) { return r.is_pending(); };
  while (std::none_of(requests_.begin(), requests_.end(), is_pending)) {
    requests_.clear();
    if (next_ == stages_.size()) return true;
    begin_stage(stages_[next_++]);
  }
  return false;
}

void Schedule::begin_stage(const Stage& stage) {
  for (const Transfer& t : stage)
    if (t.way == Transfer::Way::receive) requests_.push_back(comm_.irecv(t.partner, t.data, tag_));
  for (const Transfer& t : stage)
    if (t.way == Transfer::Way::send) requests_.push_back(comm_.isend(t.partner, t.data, tag_));
}

std::vector<Stage> barrier_stages(int rank, int size) {
  std::vector<Stage> stages;
  for (int distance = 1; distance < size; distance *= 2)
    stages.push_back({{Transfer::Way::receive, (rank - distance + size) % size, {}},
                      {Transfer::Way::send, (rank + distance) % size, {}}});
  return stages;
}

std::vector<Stage> broadcast_stages(int rank, int size, int root, std::span<std::byte> data) {
  const int place = (rank - root + size) % size;
  int reach = 1;  // ranks below it in the tree lie nearer than `reach`
  while (reach < size && (place & reach) == 0) reach *= 2;
  std::vector<Stage> stages;
  if (place != 0) stages.push_back({{Transfer::Way::receive, (place - reach + root) % size, data}});
  Stage sends;
  for (int distance = reach / 2; distance > 0; distance /= 2)
    if (place + distance < size) sends.push_back({Transfer::Way::send, (place + distance + root) % size, data});
  stages.push_back(std::move(sends));
  return stages;
}

Tag next_tag(Comm& comm) {
  constexpr Tag kFirst = 1 << 29;  // above those of the collective algorithms
  constexpr int kTags = 1 << 28;
  return kFirst + comm.schedules++ % kTags;
}

}  // namespace toruscope::mpi
