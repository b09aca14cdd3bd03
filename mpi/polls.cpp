// SPDX-License-Identifier: Apache-2.0

#include "mpi/polls.hpp"

#include "mpi/state.hpp"

#include <algorithm>

namespace toruscope::mpi {

namespace {
constexpr std::int64_t kPatience = 10'000;  // polls in a row
constexpr std::int64_t kFemtosecondsPerNanosecond = 1'000'000;
}  // namespace

Ticks nanoseconds(const Communicator& comm, std::int64_t count) {
  const std::int64_t tick = comm.parameters().tick.is_physical() ? comm.parameters().tick.value() : 0;
  if (tick == 0 || count == 0) return Ticks{count == 0 ? 0 : 1};
  return Ticks{std::max<std::int64_t>(1, count * kFemtosecondsPerNanosecond / tick)};
}

/// Makes the clock later than that of the last unsuccessful question.
void Polls::step_on(Communicator& comm) {
  if (in_row_ <= kPatience && unsuccessful_ == comm.now()) comm.compute(Ticks{1});
}

std::optional<Received> Polls::test(Communicator& comm, Request& request) {
  step_on(comm);
  auto got = comm.test(request);
  if (!got) unsuccessful_ = comm.now();
  return got;
}

std::optional<Received> Polls::probe(Communicator& comm, int from, Tag tag) {
  step_on(comm);
  auto found = comm.probe(from, tag);
  if (!found) unsuccessful_ = comm.now();
  return found;
}

void poll_failed(State& state) {
  Polls& polls = state.polls;
  if (++polls.in_row_ > kPatience) return;
  Communicator& comm = *state.rank.world;
  comm.compute(polls.in_row_ * nanoseconds(comm, state.job.poll_ns));
}

}  // namespace toruscope::mpi
