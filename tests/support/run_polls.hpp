// SPDX-License-Identifier: Apache-2.0
// Calls of a Communicator with a deadline, or about several requests (T14): for run_program.cpp.
//
// Each is compiled only if the Communicator has it, by these signatures; else it tells nothing.

#pragma once

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace toruscope::test {

/// What such a call told; nothing: the Communicator does not have it.
struct Told {
  bool is_successful = true;
  std::vector<std::size_t> indices = {};  ///< of the requests that it has completed
  std::vector<Received> received = {};    ///< of each of them
};

template <class C>
std::optional<Told> test_any_of(C& comm, std::span<Request> requests) {
  if constexpr (requires(Received * got) { comm.test_any(requests, got); }) {
    Received got;
    const std::optional<std::size_t> index = comm.test_any(requests, &got);
    return index ? Told{true, {*index}, {got}} : Told{false};
  }
  return std::nullopt;
}

template <class C>
std::optional<Told> test_all_of(C& comm, std::span<Request> requests) {
  if constexpr (requires { comm.test_all(requests); }) return Told{comm.test_all(requests)};
  return std::nullopt;
}

template <class C>
std::optional<Told> wait_some_of(C& comm, std::span<Request> requests) {
  if constexpr (requires(std::vector<Received> * got) { comm.wait_some(requests, got); }) {
    Told told;
    told.indices = comm.wait_some(requests, &told.received);
    return told;
  }
  return std::nullopt;
}

template <class C>
std::optional<Told> wait_until_of(C& comm, Request& request, Ticks deadline) {
  if constexpr (requires { comm.wait_until(request, deadline); }) {
    const std::optional<Received> got = comm.wait_until(request, deadline);
    return got ? Told{true, {0}, {*got}} : Told{false};
  }
  return std::nullopt;
}

template <class C>
std::optional<Told> probe_until_of(C& comm, Rank from, Tag tag, Ticks deadline) {
  if constexpr (requires { comm.probe_until(from, deadline, tag); }) {
    const std::optional<Received> got = comm.probe_until(from, deadline, tag);
    return got ? Told{true, {0}, {*got}} : Told{false};
  }
  return std::nullopt;
}

}  // namespace toruscope::test
