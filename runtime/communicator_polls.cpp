// SPDX-License-Identifier: Apache-2.0
// The calls that ask about several requests, or wait with a deadline (T14).

#include "runtime/in_library.hpp"

#include <toruscope/communicator.hpp>

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <fmt/core.h>
#include <utility>

namespace toruscope {

namespace {

/// Handles of a call's list.
using Handles = boost::container::small_vector<Request*, 8>;

Handles handles_of(std::span<Request> requests) {
  Handles handles;
  for (Request& request : requests) handles.push_back(&request);
  return handles;
}

std::span<Request* const> span_of(const Handles& handles) {
  return {handles.data(), handles.size()};
}

/// Gives up all requests that are pending, as a PE does that is being unwound; returns the places
/// of them.
std::vector<std::size_t> give_up(std::span<Request* const> requests) {
  std::vector<std::size_t> given_up;
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (requests[i] != nullptr && requests[i]->is_pending()) {
      const Request gone(std::move(*requests[i]));
      given_up.push_back(i);
    }
  return given_up;
}

Received told(const core::RequestState& request) {
  if (request.kind != core::RequestState::Kind::receive) return {};
  const core::Message& m = *request.message;
  return {m.source_in_group, m.tag, m.bytes};
}

}  // namespace

/// The pending requests of a list. None if the run is ended: then the call gives up.
struct Communicator::Several {
  boost::container::small_vector<core::Asked, 8> asked;
  boost::container::small_vector<core::RequestState*, 8> states;  ///< of those that are completed
};

/// Begins a call about several requests. False: the run is ended, and it gives them up.
bool Communicator::begin_several(const char* operation, std::span<Request* const> requests,
                                 Several& several) const {
  if (!pe_->calls().check(operation)) return false;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == nullptr) continue;
    check_request(operation, *requests[i]);
    if (requests[i]->state_ != nullptr) several.asked.push_back({requests[i]->state_, i});
  }
  return true;
}

/// Completes the first `count` of those asked about. A request that the list has twice is completed
/// once.
void Communicator::complete_several(std::span<Request* const> requests, Several& several, std::size_t count,
                                    std::vector<std::size_t>* indices, std::vector<Received>* got) {
  for (const core::Asked& one : std::span(several.asked.data(), count)) {
    core::RequestState* const state = std::exchange(requests[one.index]->state_, nullptr);
    if (state == nullptr) continue;
    several.states.push_back(state);
    if (indices != nullptr) indices->push_back(one.index);
    if (got != nullptr) got->push_back(told(*state));
  }
  pe_->calls().finish({several.states.data(), several.states.size()}, false);
}

std::optional<std::size_t> Communicator::test_any(std::span<Request> requests, Received* got) {
  return test_any(span_of(handles_of(requests)), got);
}

std::optional<std::size_t> Communicator::test_any(std::span<Request* const> requests, Received* got) {
  check_owner("test_any");
  const core::InLibrary here(*pe_);
  const auto give_up_all = [&] {
    const std::vector<std::size_t> given_up = give_up(requests);
    return given_up.empty() ? 0 : given_up.front();
  };
  Several several;
  if (!begin_several("test_any", requests, several)) return give_up_all();
  if (several.asked.empty())
    fail(fmt::format("test_any: none of its {} requests is pending; it needs at least one", requests.size()));
  if (!pe_->polls().test_any({several.asked.data(), several.asked.size()})) {
    if (pe_->is_unwinding()) return give_up_all();
    return std::nullopt;
  }
  std::vector<Received> received;
  const std::size_t index = several.asked.front().index;
  complete_several(requests, several, 1, nullptr, &received);
  if (got != nullptr) *got = received.front();
  return index;
}

bool Communicator::test_all(std::span<Request> requests) {
  return test_all(span_of(handles_of(requests)));
}

bool Communicator::test_all(std::span<Request* const> requests) {
  check_owner("test_all");
  const core::InLibrary here(*pe_);
  Several several;
  if (!begin_several("test_all", requests, several)) {
    give_up(requests);
    return true;
  }
  if (several.asked.empty()) return true;
  if (!pe_->polls().test_all({several.asked.data(), several.asked.size()})) {
    if (!pe_->is_unwinding()) return false;
    give_up(requests);
    return true;
  }
  complete_several(requests, several, several.asked.size(), nullptr, nullptr);
  return true;
}

std::vector<std::size_t> Communicator::wait_some(std::span<Request> requests, std::vector<Received>* got) {
  return wait_some(span_of(handles_of(requests)), got);
}

std::vector<std::size_t> Communicator::wait_some(std::span<Request* const> requests,
                                                 std::vector<Received>* got) {
  check_owner("wait_some");
  const core::InLibrary here(*pe_);
  if (got != nullptr) got->clear();
  const auto give_up_all = [&] {
    std::vector<std::size_t> given_up = give_up(requests);
    if (got != nullptr) got->resize(given_up.size());
    return given_up;
  };
  Several several;
  if (!begin_several("wait_some", requests, several)) return give_up_all();
  if (several.asked.empty()) return {};
  const std::size_t count = pe_->polls().wait_some({several.asked.data(), several.asked.size()});
  if (count == 0) return give_up_all();
  std::vector<std::size_t> indices;
  complete_several(requests, several, count, &indices, got);
  return indices;
}

std::optional<Received> Communicator::wait_until(Request& request, Ticks deadline) {
  check_owner("wait_until");
  const core::InLibrary here(*pe_);
  if (!pe_->calls().check("wait_until")) {
    const Request given_up(std::move(request));
    return Received{};
  }
  check_request("wait_until", request);
  if (request.state_ == nullptr) return Received{};  // complete already
  if (!pe_->polls().wait_until(request.state_, deadline)) {
    if (!pe_->is_unwinding()) return std::nullopt;
    const Request given_up(std::move(request));
    return Received{};
  }
  core::RequestState* one[] = {std::exchange(request.state_, nullptr)};
  return pe_->calls().finish(one, false);
}

bool Communicator::cancel(Request& request) {
  check_owner("cancel");
  const core::InLibrary here(*pe_);
  if (!pe_->calls().check("cancel")) {
    const Request given_up(std::move(request));
    return true;
  }
  check_request("cancel", request);
  if (request.state_ == nullptr) return false;  // complete already
  if (request.state_->kind != core::RequestState::Kind::receive)
    fail("cancel: only a receive can be cancelled; wait for what a PE sends or has started");
  if (pe_->terms().is_strict())
    fail("cancel: not under the port policy strict, which holds sends to the receives that they found");
  if (pe_->polls().cancel(request.state_)) {
    request.state_ = nullptr;
    return true;
  }
  if (!pe_->is_unwinding()) return false;
  const Request given_up(std::move(request));
  return true;
}

std::optional<Received> Communicator::probe_until(Rank from, Ticks deadline, Tag tag) {
  check_owner("probe_until");
  const core::InLibrary here(*pe_);
  if (!pe_->calls().check("probe_until")) return pe_->polls().probe_unwound();
  pe_->checks().partner("probe_until", *group_, from, tag, true);
  return pe_->polls().probe_until(place(), from, deadline, tag);
}

}  // namespace toruscope
