// SPDX-License-Identifier: Apache-2.0

#include "mpi/schedules.hpp"

#include "mpi/state.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace toruscope::mpi {

Schedule::Schedule(const Comm& comm, Tag tag, Stages stages, std::function<void()> end)
    : comm_(comm.apart), tag_(tag), stages_(std::move(stages)), end_(std::move(end)) {}

bool Schedule::advance() {
  const auto is_pending = [](const Request& r) { return r.is_pending(); };
  while (std::none_of(requests_.begin(), requests_.end(), is_pending)) {
    requests_.clear();
    if (next_ > 0 && stages_[next_ - 1].after) stages_[next_ - 1].after();
    if (next_ == stages_.size()) {
      if (end_) end_();
      return true;
    }
    begin_stage(stages_[next_++]);
  }
  return false;
}

void Schedule::begin_stage(const Stage& stage) {
  for (const Transfer& t : stage.transfers)
    if (t.way == Transfer::Way::receive) requests_.push_back(comm_.irecv(t.partner, t.data, tag_));
  for (const Transfer& t : stage.transfers)
    if (t.way == Transfer::Way::send) requests_.push_back(comm_.isend(t.partner, t.data, tag_));
}

void post(State& s, MPI_Comm handle, Stages stages, std::function<void()> end, MPI_Request* request) {
  auto pending = std::make_shared<Pending>();
  pending->comm = keep_comm(s, handle);
  pending->what = Pending::What::schedule;
  pending->partner = 0;
  pending->is_active = true;
  Comm& comm = *pending->comm;
  const Tag tag = next_tag(comm);
  pending->schedule = std::make_unique<Schedule>(comm, tag, std::move(stages), std::move(end));
  s.schedules.push_back(pending);
  *request = handle_of<MPI_Request>(s.requests.add(std::move(pending)));
  begin_schedules(s);
}

Tag next_tag(Comm& comm) {
  constexpr Tag kFirst = 1 << 29;  // above those of the collective algorithms
  constexpr int kTags = 1 << 28;
  return kFirst + comm.schedules++ % kTags;
}

}  // namespace toruscope::mpi
