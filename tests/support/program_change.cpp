// SPDX-License-Identifier: Apache-2.0

#include "tests/support/program_change.hpp"

#include <algorithm>
#include <cstddef>

namespace toruscope::test {

namespace {

std::size_t mod(int value, std::size_t n) {
  return static_cast<std::size_t>(value) % n;
}

PeProgram* program_of(Program& program, int pe) {
  PeProgram& operations = program[mod(pe, program.size())];
  return operations.empty() ? nullptr : &operations;
}

}  // namespace

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

void space_messages_to_oneself(Program& program) {
  for (std::size_t pe = 0; pe < program.size(); ++pe) {
    PeProgram spaced;
    bool has_sent = false;  // to itself, perhaps at the same tick
    const auto space = [&] {
      if (has_sent) spaced.push_back(compute(1));
      has_sent = true;
    };
    for (Operation& operation : program[pe]) {
      const auto is_to_itself = [&](const Transfer& transfer) {
        return transfer.partner == static_cast<Rank>(pe);
      };
      auto last = std::find_if(operation.sends.begin(), operation.sends.end(), is_to_itself);
      for (auto more = last; more != operation.sends.end();) {  // of a round only one
        more = std::find_if(last + 1, operation.sends.end(), is_to_itself);
        if (more == operation.sends.end()) break;
        space();
        spaced.push_back(send(last->partner, last->bytes, last->tag));
        last = operation.sends.erase(last) + (more - last - 1);
      }
      if (last != operation.sends.end()) space();
      if (operation.kind == Operation::Kind::compute && operation.duration.count > 0) has_sent = false;
      spaced.push_back(operation);
    }
    program[pe] = spaced;
  }
}

void unname(Program& program, int pe, int operation) {
  using Kind = Operation::Kind;
  PeProgram* operations = program_of(program, pe);
  if (operations == nullptr) return;
  Operation& chosen = (*operations)[mod(operation, operations->size())];
  if (chosen.kind == Kind::work || chosen.kind == Kind::serve) return;  // they tell by the tag what came
  if (chosen.kind == Kind::sendrecv) chosen.kind = Kind::round;         // which has a tag for each
  for (Transfer& transfer : chosen.receives) {
    transfer.partner = any_source;
    if (operation % 2 == 0) transfer.tag = any_tag;
  }
}

}  // namespace toruscope::test
