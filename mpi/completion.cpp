// SPDX-License-Identifier: Apache-2.0
// Requests: start, wait, test, free, cancel.

#include "mpi/status.hpp"
#include "mpi/transfers.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace toruscope::mpi {

namespace {

/// The request, if it is under way or its completion has not been told; null otherwise.
Pending* active(State& state, MPI_Request handle) {
  if (handle == MPI_REQUEST_NULL) return nullptr;
  Pending& pending = request_of(state, handle);
  return pending.is_active ? &pending : nullptr;
}

/// Those of an array that are active, and where.
struct Active {
  std::vector<Pending*> pending;
  std::vector<int> places;
};
Active active_of(State& state, int count, MPI_Request* requests) {
  check_count(count);
  Active all;
  for (int i = 0; i < count; ++i)
    if (Pending* p = active(state, requests[i])) {
      all.pending.push_back(p);
      all.places.push_back(i);
    }
  return all;
}

void tell_one(State& state, MPI_Request* request, MPI_Status* status) {
  if (*request == MPI_REQUEST_NULL) return write_status(status, empty_status());
  const int error = tell(state, *request, status);
  if (error != MPI_SUCCESS) refuse(error, "the message is longer than the buffer");
}

/// Tells of a request of an array, with the error in its status.
int tell_of_many(State& state, MPI_Request* request, MPI_Status* status) {
  MPI_Status told = empty_status();
  if (*request != MPI_REQUEST_NULL) told.MPI_ERROR = tell(state, *request, &told);
  if (status != MPI_STATUS_IGNORE) *status = told;
  return told.MPI_ERROR;
}

/// The status with an index of an array that may be ignored.
MPI_Status* at(MPI_Status* statuses, int place) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + place;
}

void refuse_if_any(bool is_wrong) {
  if (is_wrong) refuse(MPI_ERR_IN_STATUS, "a message is longer than its buffer");
}

void tell_all(State& state, int count, MPI_Request* requests, MPI_Status* statuses) {
  bool is_wrong = false;
  for (int i = 0; i < count; ++i)
    is_wrong = tell_of_many(state, &requests[i], at(statuses, i)) != MPI_SUCCESS || is_wrong;
  refuse_if_any(is_wrong);
}

/// Tells of those that are done; returns how many.
int tell_done(State& state, const Active& all, MPI_Request* requests, int* places, MPI_Status* statuses) {
  int told = 0;
  bool is_wrong = false;
  for (std::size_t i = 0; i < all.pending.size(); ++i) {
    if (!all.pending[i]->is_done) continue;
    places[told] = all.places[i];
    is_wrong = tell_of_many(state, &requests[all.places[i]], at(statuses, told)) != MPI_SUCCESS || is_wrong;
    ++told;
  }
  refuse_if_any(is_wrong);
  return told;
}

void start(State& state, MPI_Request handle) {
  Pending& pending = request_of(state, handle);
  if (!pending.is_persistent) refuse(MPI_ERR_REQUEST, "the request is not persistent");
  if (pending.is_active)
    refuse(MPI_ERR_REQUEST, "the request has been started already, and not been waited for");
  begin(pending);
}

/// Withdraws a receive that no message has come for. A send goes on: it cannot be cancelled.
void cancel(Pending& pending) {
  if (pending.is_done || pending.what != Pending::What::receive) return;
  if (!pending.comm->messages.cancel(pending.request)) return;
  pending.is_done = pending.is_cancelled = true;
  pending.status = empty_status();
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Start(MPI_Request* request) {
  return call(__func__, [&](State& s) { start(s, *request); });
}
int MPI_Startall(int count, MPI_Request* requests) {
  return call(__func__, [&](State& s) {
    check_count(count);
    for (int i = 0; i < count; ++i) start(s, requests[i]);
  });
}

// --- wait ----------------------------------------------------------------------------------------

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  return call(__func__, [&](State& s) {
    if (Pending* one = active(s, *request)) wait_all(s, {&one, 1}, status != MPI_STATUS_IGNORE);
    tell_one(s, request, status);
  });
}

int MPI_Waitall(int count, MPI_Request* requests, MPI_Status* statuses) {
  return call(__func__, [&](State& s) {
    wait_all(s, active_of(s, count, requests).pending, statuses != MPI_STATUSES_IGNORE);
    tell_all(s, count, requests, statuses);
  });
}

int MPI_Waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  return call(__func__, [&](State& s) {
    const Active all = active_of(s, count, requests);
    *index = MPI_UNDEFINED;
    if (all.pending.empty()) return write_status(status, empty_status());
    *index = all.places[wait_any(s, all.pending)];
    tell_one(s, &requests[*index], status);
  });
}

int MPI_Waitsome(int count, MPI_Request* requests, int* told, int* places, MPI_Status* statuses) {
  return call(__func__, [&](State& s) {
    const Active all = active_of(s, count, requests);
    *told = MPI_UNDEFINED;
    if (all.pending.empty()) return;
    while (std::none_of(all.pending.begin(), all.pending.end(), [](const Pending* p) { return p->is_done; }))
      wait_some(s, all.pending);
    *told = tell_done(s, all, requests, places, statuses);
  });
}

// --- test ----------------------------------------------------------------------------------------

int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  return call(__func__, [&](State& s) {
    Pending* const one = active(s, *request);
    *flag = one == nullptr || test(s, *one) ? 1 : 0;
    if (*flag != 0) tell_one(s, request, status);
  });
}

int MPI_Testall(int count, MPI_Request* requests, int* flag, MPI_Status* statuses) {
  return call(__func__, [&](State& s) {
    *flag = test_all(s, active_of(s, count, requests).pending, statuses != MPI_STATUSES_IGNORE) ? 1 : 0;
    if (*flag != 0) tell_all(s, count, requests, statuses);
  });
}

int MPI_Testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  return call(__func__, [&](State& s) {
    const Active all = active_of(s, count, requests);
    *index = MPI_UNDEFINED;
    *flag = 1;
    if (all.pending.empty()) return write_status(status, empty_status());
    const auto done = test_any(s, all.pending);
    *flag = done ? 1 : 0;
    if (!done) return;
    *index = all.places[*done];
    tell_one(s, &requests[*index], status);
  });
}

int MPI_Testsome(int count, MPI_Request* requests, int* told, int* places, MPI_Status* statuses) {
  return call(__func__, [&](State& s) {
    const Active all = active_of(s, count, requests);
    *told = MPI_UNDEFINED;
    if (all.pending.empty()) return;
    test_any(s, all.pending);
    *told = tell_done(s, all, requests, places, statuses);
  });
}

int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  return call(__func__, [&](State& s) {
    Pending* const one = active(s, request);
    *flag = one == nullptr || test(s, *one) ? 1 : 0;
    if (*flag != 0) write_status(status, one == nullptr ? empty_status() : one->status);
  });
}

// --- end -----------------------------------------------------------------------------------------

int MPI_Request_free(MPI_Request* request) {
  return call(__func__, [&](State& s) {
    const Pending& pending = request_of(s, *request);
    const bool is_under_way = pending.is_active && !pending.is_done;
    auto kept = s.requests.take(number_of(*request));
    *request = MPI_REQUEST_NULL;
    if (is_under_way) s.detached.push_back(std::move(kept));
  });
}

int MPI_Cancel(MPI_Request* request) {
  return call(__func__, [&](State& s) {
    Pending* const one = active(s, *request);
    if (one == nullptr) refuse(MPI_ERR_REQUEST, "there is nothing to cancel: the request is not under way");
    cancel(*one);
  });
}

}  // extern "C"
