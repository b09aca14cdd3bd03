// SPDX-License-Identifier: Apache-2.0

#include "tests/support/program_change.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace toruscope::test {

namespace {

using Kind = Operation::Kind;

std::size_t mod(int value, std::size_t n) {
  return static_cast<std::size_t>(value) % n;
}

PeProgram* program_of(Program& program, int pe) {
  PeProgram& operations = program[mod(pe, program.size())];
  return operations.empty() ? nullptr : &operations;
}

/// Cancels receives of one PE before the waits for them.
void cancel_receives(PeProgram& operations) {
  std::map<int, Transfer> pending;  // receives, by name
  PeProgram changed;
  const auto is_alone = [&](const Transfer& one) {
    return std::count_if(pending.begin(), pending.end(), [&](const auto& other) {
             return other.second.partner == one.partner && other.second.tag == one.tag;
           }) == 1;
  };
  for (Operation& operation : operations) {
    if (operation.kind == Kind::irecv) pending[operation.requests[0]] = operation.receives[0];
    if (operation.kind == Kind::wait)
      for (const int name : operation.requests) {
        const auto receive = pending.find(name);
        if (receive == pending.end()) continue;
        if (name % 2 == 0 && is_alone(receive->second))
          changed.push_back(cancel(name, receive->second.partner, receive->second.tag));
        pending.erase(receive);
      }
    changed.push_back(std::move(operation));
  }
  operations = std::move(changed);
}

}  // namespace

void cancel_before_waits(Program& program) {
  const auto starts = [](const PeProgram& operations) {
    return std::any_of(operations.begin(), operations.end(),
                       [](const Operation& operation) { return operation.kind == Kind::start; });
  };
  if (std::none_of(program.begin(), program.end(), starts))
    std::for_each(program.begin(), program.end(), cancel_receives);
}

void hasten(Program& program, int pe, int operation) {
  PeProgram* operations = program_of(program, pe);
  if (operations == nullptr) return;
  const auto at = operations->begin() + static_cast<std::ptrdiff_t>(mod(operation, operations->size()));
  if (at->requests.empty()) std::rotate(operations->begin(), at, at + 1);
}

void hurry(Program& program, int pe, int operation) {
  PeProgram* operations = program_of(program, pe);
  if (operations == nullptr) return;
  (*operations)[mod(operation, operations->size())].duration = {};
}

void limit_polls(Program& program) {
  for (PeProgram& operations : program)
    for (Operation& operation : operations)
      if (operation.times == 0 && operation.duration.count != 0) operation.times = 6;
}

void unname(Program& program, int pe, int operation) {
  PeProgram* operations = program_of(program, pe);
  if (operations == nullptr) return;
  Operation& chosen = (*operations)[mod(operation, operations->size())];
  // they tell by the tag what came
  if (chosen.kind == Kind::work || chosen.kind == Kind::serve) return;
  if (chosen.kind == Kind::sendrecv) chosen.kind = Kind::round;  // which has a tag for each
  for (Transfer& transfer : chosen.receives) {
    transfer.partner = any_source;
    if (operation % 2 == 0) transfer.tag = any_tag;
  }
}

void await_receive(Program& program, int pe, int operation) {
  PeProgram* operations = program_of(program, pe);
  if (operations == nullptr) return;
  Operation& chosen = (*operations)[mod(operation, operations->size())];
  const bool can_wait = chosen.kind == Operation::Kind::send || chosen.kind == Operation::Kind::isend;
  for (Transfer& transfer : chosen.sends) transfer.is_synchronous = can_wait;
}

}  // namespace toruscope::test
