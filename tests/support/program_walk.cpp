// SPDX-License-Identifier: Apache-2.0

#include "tests/support/program_walk.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toruscope::test {

using Kind = Operation::Kind;

std::string to_string(const Observation& observation) {
  std::string text = observation.is_successful ? "" : "unsuccessful";
  if (observation.index >= 0) text += fmt::format("request {} of the list", observation.index);
  for (const int index : observation.indices) text += fmt::format(" request {} of the list", index);
  for (const Got& got : observation.got)
    text += got.source >= 0 ? fmt::format(" {} B from {} tag {} ({:04x})", got.bytes, got.source, got.tag,
                                          got.content & 0xFFFFU)
                            : fmt::format(" a message ({:04x})", got.content & 0xFFFFU);
  return text;
}

bool tells_what_came(const Operation& operation) {
  switch (operation.kind) {
    case Kind::recv:
    case Kind::probe:
    case Kind::test:
    case Kind::wait_any:
    case Kind::wait_some:
    case Kind::test_any:
    case Kind::wait_until:
    case Kind::probe_until:
      return true;
    case Kind::wait:
      return operation.requests.size() == 1;
    default:
      return false;
  }
}

std::vector<std::byte> body_of(Rank source, std::int64_t number, std::size_t bytes) {
  std::vector<std::byte> body(bytes);
  RandomSource random(static_cast<std::uint64_t>(source) << 32U | static_cast<std::uint32_t>(number));
  for (std::byte& byte : body) byte = static_cast<std::byte>(random() & 0xFFU);
  return body;
}

std::uint64_t fingerprint(std::span<const std::byte> buffer) {
  while (!buffer.empty() && buffer.back() == kUntouched) buffer = buffer.first(buffer.size() - 1);
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (const std::byte byte : buffer) hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3U;
  return hash;
}

void Walk::advance(const Observation& seen) {
  const Operation done = std::move(todo_.front());
  todo_.pop_front();
  note_requests(done, seen);
  react(seen);
  load();
}

/// Brings an operation of the Communicator to the front.
void Walk::load() {
  for (;;) {
    if (todo_.empty()) {
      if (at_ == program_->size()) return;
      todo_.push_back((*program_)[at_++]);
    }
    if (prepare()) return;
    todo_.pop_front();
  }
}

/// Makes the front an operation of the Communicator. False if there is nothing to do for it.
bool Walk::prepare() {
  Operation& front = todo_.front();
  after_.reset();
  switch (front.kind) {
    case Kind::wait:
      std::erase_if(front.requests, [&](int name) { return !is_pending(name); });
      return !front.requests.empty();
    case Kind::test:
    case Kind::test_any:
    case Kind::test_all:
      after_ = front;
      [[fallthrough]];
    case Kind::wait_any:
    case Kind::wait_some:
    case Kind::wait_until:
    case Kind::cancel:
      return std::any_of(front.requests.begin(), front.requests.end(),
                         [&](int name) { return is_pending(name); });
    case Kind::probe_until:
    case Kind::probe:
      found_.reset();
      after_ = front;
      return true;
    case Kind::take:
      front =
          found_ ? recv(found_->source, found_->tag) : recv(front.receives[0].partner, front.receives[0].tag);
      found_.reset();
      return true;
    case Kind::serve:
      if (front.times + front.workers == 0) return false;
      after_ = front;
      front = recv(front.receives[0].partner, front.receives[0].tag);
      return true;
    case Kind::work:  // `times` 1: asks; 0: has asked
      after_ = front;
      front = front.times == 1 ? send(front.sends[0].partner, front.sends[0].bytes, front.sends[0].tag)
                               : recv(front.receives[0].partner, front.receives[0].tag);
      return true;
    case Kind::send:
    case Kind::recv:
    case Kind::sendrecv:
    case Kind::round:
    case Kind::isend:
    case Kind::irecv:
    case Kind::compute:
    case Kind::start:
    case Kind::synchronize:
      break;
  }
  return true;
}

void Walk::note_requests(const Operation& done, const Observation& seen) {
  const bool is_begun = done.kind == Kind::isend || done.kind == Kind::irecv || done.kind == Kind::start;
  const bool is_for_all = done.kind == Kind::wait || done.kind == Kind::test || done.kind == Kind::test_all ||
                          done.kind == Kind::wait_until;
  const bool is_over = is_for_all && seen.is_successful;
  if (is_begun) pending_.insert(done.requests[0]);
  if (is_over)
    for (const int name : done.requests) pending_.erase(name);
  if (seen.index >= 0) pending_.erase(done.requests.at(static_cast<std::size_t>(seen.index)));
  for (const int index : seen.indices) pending_.erase(done.requests.at(static_cast<std::size_t>(index)));
}

/// Puts in front what follows from what came.
void Walk::react(const Observation& seen) {
  if (!after_) return;
  Operation again = *after_;
  switch (again.kind) {
    case Kind::probe_until:
    case Kind::probe:
      if (seen.is_successful) found_ = seen.got.at(0);
      if (again.kind == Kind::probe_until) return;
      [[fallthrough]];
    case Kind::test:
    case Kind::test_any:
    case Kind::test_all:
      if (seen.is_successful || again.times == 1) return;
      if (again.times > 1) --again.times;
      todo_.push_front(again);
      if (again.duration.count != 0) todo_.push_front(compute(again.duration.count));
      return;
    case Kind::serve: {
      const std::size_t task = 1 + static_cast<std::size_t>(again.times) % kLongestTask;
      const bool is_task = again.times > 0;
      --(is_task ? again.times : again.workers);
      todo_.push_front(again);
      todo_.push_front(send(seen.got.at(0).source, is_task ? task : 0, again.receives[0].tag + 1));
      return;
    }
    case Kind::work:
      if (again.times == 1) {
        again.times = 0;
        todo_.push_front(again);
      } else if (const auto bytes = seen.got.at(0).bytes; bytes > 0) {
        again.times = 1;
        todo_.push_front(again);
        todo_.push_front(compute(bytes * again.duration.count));
      }
      return;
    default:
      return;
  }
}

}  // namespace toruscope::test
