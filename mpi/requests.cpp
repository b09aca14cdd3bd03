// SPDX-License-Identifier: Apache-2.0

#include "mpi/requests.hpp"

#include "mpi/buffers.hpp"
#include "mpi/schedules.hpp"
#include "mpi/state.hpp"
#include "mpi/status.hpp"
#include "mpi/transfers.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace toruscope::mpi {

Pending::Pending() = default;
Pending::~Pending() {
  give_up(*this);
}

// --- life of an operation ------------------------------------------------------------------------

void begin(Pending& pending) {
  pending.is_active = true;
  pending.is_done = pending.is_cancelled = false;
  if (pending.partner == MPI_PROC_NULL) {
    pending.status = null_status();
    pending.is_done = true;
    return;
  }
  Comm& comm = *pending.comm;
  if (pending.mode == Mode::buffered) {
    begin_buffered(*here().state, pending);
  } else if (pending.what == Pending::What::send) {
    pending.status = empty_status();
    pending.request = send_later(comm, pending);
  } else {
    pending.request =
        comm.messages.iadopt(comm.partner_in_messages(pending.partner), pending.body, tag_of(pending.tag));
  }
}

void give_up(Pending& pending) noexcept {
  // A request that is dropped while an exception unwinds is withdrawn without a complaint.
  try {
    const Request dropped = std::move(pending.request);
    const std::unique_ptr<Schedule> also_dropped = std::move(pending.schedule);
    if (dropped.is_pending() || also_dropped != nullptr) throw Failure{};
  } catch (const Failure&) {
  }
}

namespace {

void finish(Pending& pending, const Received& got) {
  pending.is_done = true;
  if (pending.what != Pending::What::receive) return;
  pending.status = status_of(*pending.comm, got);
  pending.status.MPI_ERROR = store(pending.body, pending.data, pending.count, *pending.type);
  pending.body = Buffer();
}

void finish_schedule(State& state, Pending& pending) {
  pending.schedule.reset();
  pending.is_done = true;
  pending.status = empty_status();
  std::erase_if(state.schedules, [&](const PendingPtr& p) { return p.get() == &pending; });
}

/// Transfers under way that a call asks about: of its requests, then of schedules.
struct Transfers {
  std::vector<Request*> requests{};
  std::vector<Pending*> owners{};  ///< of the first ones
};
Transfers under_way(State& state, std::span<Pending* const> asked) {
  Transfers transfers;
  for (Pending* p : asked)
    if (!p->is_done && p->what != Pending::What::schedule) {
      transfers.requests.push_back(&p->request);
      transfers.owners.push_back(p);
    }
  for (const PendingPtr& p : state.schedules)
    for (Request& r : p->schedule->requests())
      if (r.is_pending()) transfers.requests.push_back(&r);
  return transfers;
}

/// Waits until one transfer is over, and finishes it.
void wait_one(State& state, std::span<Pending* const> asked) {
  const Transfers transfers = under_way(state, asked);
  std::vector<Request> together;
  for (Request* r : transfers.requests) together.push_back(std::move(*r));
  Received got;
  const std::size_t first = state.rank.world->wait_any(together, &got);
  for (std::size_t i = 0; i < together.size(); ++i) *transfers.requests[i] = std::move(together[i]);
  if (first < transfers.owners.size()) finish(*transfers.owners[first], got);
  begin_schedules(state);
}

/// Finishes one transfer that is over by now. False: there is none, and the poll has taken time
/// (rules.md, T14).
bool poll(State& state, std::span<Pending* const> asked) {
  const Transfers transfers = under_way(state, asked);
  Received got;
  const auto first = state.rank.world->test_any(transfers.requests, &got);
  if (!first) return false;
  if (*first < transfers.owners.size()) finish(*transfers.owners[*first], got);
  begin_schedules(state);
  return true;
}

bool is_wild(const Pending& p) {
  return p.what == Pending::What::receive && (p.partner == MPI_ANY_SOURCE || p.tag == MPI_ANY_TAG);
}

/// Waits for all by one call of the engine, which books receptions in the order of arrival.
void wait_together(State& state, std::span<Pending* const> pending) {
  std::vector<Request> requests;
  for (Pending* p : pending) requests.push_back(std::move(p->request));
  state.rank.world->wait_all(requests);
  for (Pending* p : pending) finish(*p, {p->comm->partner_in_messages(p->partner), p->tag, p->body.size()});
}

}  // namespace

// --- waiting -------------------------------------------------------------------------------------

void wait_all(State& state, std::span<Pending* const> pending, bool tells_sources) {
  std::vector<Pending*> left;
  bool are_known = true;
  for (Pending* p : pending) {
    if (p->is_done) continue;
    are_known = are_known && !(tells_sources && is_wild(*p));
    left.push_back(p);
  }
  if (left.empty()) return;
  if (state.schedules.empty() && left.size() == 1)
    return finish(*left[0], left[0]->comm->messages.wait(left[0]->request));
  if (state.schedules.empty() && are_known) return wait_together(state, left);
  while (std::any_of(left.begin(), left.end(), [](const Pending* p) { return !p->is_done; }))
    wait_some(state, left);
}

void wait_some(State& state, std::span<Pending* const> pending) {
  const Transfers transfers = under_way(state, pending);
  if (transfers.requests.empty())
    throw std::logic_error("MPI: no transfer is under way that could be waited for");
  std::vector<Received> got;
  const std::vector<std::size_t> over = state.rank.world->wait_some(transfers.requests, &got);
  for (std::size_t i = 0; i < over.size(); ++i)
    if (over[i] < transfers.owners.size()) finish(*transfers.owners[over[i]], got[i]);
  begin_schedules(state);
}

std::size_t wait_any(State& state, std::span<Pending* const> pending) {
  for (;;) {
    const auto done = std::find_if(pending.begin(), pending.end(), [](const Pending* p) { return p->is_done; });
    if (done != pending.end()) return static_cast<std::size_t>(done - pending.begin());
    wait_one(state, pending);
  }
}

bool test(State& state, Pending& pending) {
  while (!pending.is_done) {
    Pending* const one[] = {&pending};
    if (!poll(state, one)) return false;
  }
  return true;
}

std::optional<std::size_t> test_any(State& state, std::span<Pending* const> pending) {
  for (;;) {
    const auto done = std::find_if(pending.begin(), pending.end(), [](const Pending* p) { return p->is_done; });
    if (done != pending.end()) return static_cast<std::size_t>(done - pending.begin());
    if (!poll(state, pending)) return std::nullopt;
  }
}

bool test_all(State& state, std::span<Pending* const> pending, bool tells_sources) {
  const bool is_one_question =
      state.schedules.empty() && std::none_of(pending.begin(), pending.end(),
                                              [&](const Pending* p) { return tells_sources && is_wild(*p); });
  if (!is_one_question)
    return std::all_of(pending.begin(), pending.end(), [&](Pending* p) { return test(state, *p); });
  const Transfers transfers = under_way(state, pending);
  if (!state.rank.world->test_all(transfers.requests)) return false;
  for (Pending* p : transfers.owners)
    finish(*p, {p->comm->partner_in_messages(p->partner), p->tag, p->body.size()});
  return true;
}

void begin_schedules(State& state) {
  const std::vector<PendingPtr> all = state.schedules;
  for (const PendingPtr& p : all)
    if (p->schedule->advance()) finish_schedule(state, *p);
}

void advance_schedules(State& state) {
  while (!state.schedules.empty() && poll(state, {})) {
  }
}

void finish_schedules(State& state, const Comm& comm) {
  for (;;) {
    std::vector<Pending*> own;
    for (const PendingPtr& p : state.schedules)
      if (p->comm->members == comm.members || *p->comm->members == *comm.members) own.push_back(p.get());
    if (own.empty()) return;
    wait_some(state, {});
  }
}

// --- handles -------------------------------------------------------------------------------------

Pending& request_of(State& state, MPI_Request handle) {
  Pending* pending = state.requests.find(number_of(handle));
  if (pending == nullptr)
    refuse(MPI_ERR_REQUEST,
           handle == MPI_REQUEST_NULL ? "the request is MPI_REQUEST_NULL" : "there is no such request");
  if (state.comms.find(pending->comm->number) == pending->comm.get()) state.in_use = pending->comm.get();
  return *pending;
}

int tell(State& state, MPI_Request& handle, MPI_Status* status) {
  Pending& pending = request_of(state, handle);
  MPI_Status told = pending.is_active ? pending.status : empty_status();
  if (pending.is_cancelled) set_cancelled(told);
  write_status(status, told);
  pending.is_active = false;
  if (!pending.is_persistent) {
    state.requests.take(number_of(handle));
    handle = MPI_REQUEST_NULL;
  }
  return told.MPI_ERROR;
}

}  // namespace toruscope::mpi
