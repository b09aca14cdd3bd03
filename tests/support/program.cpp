// SPDX-License-Identifier: Apache-2.0

#include "tests/support/program.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toruscope::test {

using Kind = Operation::Kind;

Operation send(Rank to, std::size_t bytes, Tag tag) {
  return {.kind = Kind::send, .sends = {{to, tag, bytes}}};
}
Operation recv(Rank from, Tag tag) {
  return {.kind = Kind::recv, .receives = {{from, tag}}};
}
Operation sendrecv(Rank to, std::size_t bytes, Rank from, Tag tag) {
  return {.kind = Kind::sendrecv, .sends = {{to, tag, bytes}}, .receives = {{from, tag}}};
}
Operation round(std::vector<Transfer> sends, std::vector<Transfer> receives) {
  return {.kind = Kind::round, .sends = std::move(sends), .receives = std::move(receives)};
}
Operation isend(int name, Rank to, std::size_t bytes, Tag tag) {
  return {.kind = Kind::isend, .sends = {{to, tag, bytes}}, .requests = {name}};
}
Operation irecv(int name, Rank from, Tag tag) {
  return {.kind = Kind::irecv, .receives = {{from, tag}}, .requests = {name}};
}
Operation wait(std::vector<int> names) {
  return {.kind = Kind::wait, .requests = std::move(names)};
}
Operation wait_any(std::vector<int> names) {
  return {.kind = Kind::wait_any, .requests = std::move(names)};
}
Operation wait_some(std::vector<int> names) {
  return {.kind = Kind::wait_some, .requests = std::move(names)};
}
Operation test_any(std::vector<int> names, int times, std::int64_t ticks_between) {
  return {.kind = Kind::test_any, .requests = std::move(names), .duration = {ticks_between}, .times = times};
}
Operation test_all(std::vector<int> names, int times, std::int64_t ticks_between) {
  return {.kind = Kind::test_all, .requests = std::move(names), .duration = {ticks_between}, .times = times};
}
Operation wait_until(int name, std::int64_t deadline) {
  return {.kind = Kind::wait_until, .requests = {name}, .duration = {deadline}};
}
Operation probe_until(Rank from, std::int64_t deadline, Tag tag) {
  return {.kind = Kind::probe_until, .receives = {{from, tag}}, .duration = {deadline}};
}
Operation test(int name, int times, std::int64_t ticks_between) {
  return {.kind = Kind::test, .requests = {name}, .duration = {ticks_between}, .times = times};
}
Operation probe(Rank from, Tag tag, int times, std::int64_t ticks_between) {
  return {.kind = Kind::probe, .receives = {{from, tag}}, .duration = {ticks_between}, .times = times};
}
Operation take(Rank from, Tag tag) {
  return {.kind = Kind::take, .receives = {{from, tag}}};
}
Operation cancel(int name, Rank from, Tag tag) {
  return {.kind = Kind::cancel, .receives = {{from, tag}}, .requests = {name}};
}
Operation compute(std::int64_t ticks) {
  return {.kind = Kind::compute, .duration = {ticks}};
}
Operation start(int name, std::size_t strand, std::vector<Operation> body) {
  return {.kind = Kind::start, .requests = {name}, .body = std::move(body), .strand = strand};
}
Operation synchronize() {
  return {.kind = Kind::synchronize};
}
Operation serve(int tasks, int workers, Tag tag) {
  return {.kind = Kind::serve, .receives = {{any_source, tag}}, .times = tasks, .workers = workers};
}
Operation work(Rank master, Tag tag, std::int64_t ticks_per_byte) {
  return {.kind = Kind::work,
          .sends = {{master, tag, 1}},
          .receives = {{master, tag + 1}},
          .duration = {ticks_per_byte}};
}
Operation ssend(Rank to, std::size_t bytes, Tag tag) {
  return {.kind = Kind::send, .sends = {{to, tag, bytes, true}}};
}
Operation issend(int name, Rank to, std::size_t bytes, Tag tag) {
  return {.kind = Kind::isend, .sends = {{to, tag, bytes, true}}, .requests = {name}};
}
Transfer to(Rank partner, std::size_t bytes, Tag tag) {
  return {partner, tag, bytes};
}
Transfer from(Rank partner, Tag tag) {
  return {partner, tag};
}

namespace {

std::string name(int request) {
  const std::string letter(1, static_cast<char>('a' + request % 26));
  return request < 26 ? letter : letter + std::to_string(request / 26);
}

std::string names(const Operation& operation) {
  std::string text;
  for (const int request : operation.requests) text += " " + name(request);
  return text;
}

std::string transfers(const Operation& operation) {
  std::string text;
  const auto add = [&](const char* arrow, const Transfer& transfer, bool is_send) {
    const std::string partner =
        !is_send && transfer.partner == any_source ? "any" : std::to_string(transfer.partner);
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", transfer.is_synchronous ? "sync " : "", arrow,
                        partner);
    if (is_send) text += fmt::format(" {} B", transfer.bytes);
    if (!is_send && transfer.tag == any_tag) text += " any tag";
    if (transfer.tag != 0 && transfer.tag != any_tag) text += fmt::format(" tag {}", transfer.tag);
  };
  for (const Transfer& transfer : operation.sends) add("->", transfer, true);
  for (const Transfer& transfer : operation.receives) add("<-", transfer, false);
  return text;
}

std::string tries(const Operation& operation) {
  if (operation.times == 1) return "";
  std::string text = operation.times == 0 ? " until it succeeds" : fmt::format(" {} times", operation.times);
  if (operation.duration.count != 0) text += fmt::format(" every {}", operation.duration.count);
  return text;
}

}  // namespace

std::string to_string(const Operation& operation) {
  switch (operation.kind) {
    case Kind::send:
      return "send " + transfers(operation);
    case Kind::recv:
      return "recv " + transfers(operation);
    case Kind::sendrecv:
      return "sendrecv(" + transfers(operation) + ")";
    case Kind::round:
      return "round(" + transfers(operation) + ")";
    case Kind::isend:
      return fmt::format("{} = isend {}", name(operation.requests[0]), transfers(operation));
    case Kind::irecv:
      return fmt::format("{} = irecv {}", name(operation.requests[0]), transfers(operation));
    case Kind::compute:
      return fmt::format("compute {}", operation.duration.count);
    case Kind::synchronize:
      return "synchronize";
    case Kind::start: {
      std::string text = fmt::format("{} = start {{", name(operation.requests[0]));
      for (const Operation& inner : operation.body) text += " " + to_string(inner) + ";";
      return text + " }";
    }
    case Kind::probe:
      return fmt::format("probe {}{}", transfers(operation), tries(operation));
    case Kind::test:
      return fmt::format("test{}{}", names(operation), tries(operation));
    case Kind::test_any:
      return fmt::format("test_any{}{}", names(operation), tries(operation));
    case Kind::test_all:
      return fmt::format("test_all{}{}", names(operation), tries(operation));
    case Kind::wait_any:
      return "wait_any" + names(operation);
    case Kind::wait_some:
      return "wait_some" + names(operation);
    case Kind::wait_until:
      return fmt::format("wait{} for {}", names(operation), operation.duration.count);
    case Kind::probe_until:
      return fmt::format("probe {} for {}", transfers(operation), operation.duration.count);
    case Kind::cancel:
      return fmt::format("cancel{}, else again {}", names(operation), transfers(operation));
    case Kind::take:
      return "take " + transfers(operation);
    case Kind::serve:
      return fmt::format("serve {} tasks and {} stops {}", operation.times, operation.workers,
                         transfers(operation));
    case Kind::work:
      return fmt::format("work {} per byte {}", operation.duration.count, transfers(operation));
    case Kind::wait:
      break;
  }
  return "wait" + names(operation);
}

std::string to_string(const Program& program) {
  std::string text;
  for (std::size_t pe = 0; pe < program.size(); ++pe) {
    if (program[pe].empty()) continue;
    text += fmt::format("# PE {}:", pe);
    for (const Operation& operation : program[pe]) text += " " + to_string(operation) + ";";
    text += "\n";
  }
  return text;
}

namespace {

/// Calls use(pe, number, operations) for each strand.
template <class Use>
void for_each_started(Rank pe, const PeProgram& operations, const Use& use) {
  for (const Operation& operation : operations) {
    if (operation.kind != Kind::start) continue;
    use(pe, operation.strand, operation.body);
    for_each_started(pe, operation.body, use);
  }
}

template <class Use>
void for_each_strand(const Program& program, const Use& use) {
  for (std::size_t pe = 0; pe < program.size(); ++pe) use(static_cast<Rank>(pe), pe, program[pe]);
  for (std::size_t pe = 0; pe < program.size(); ++pe) for_each_started(static_cast<Rank>(pe), program[pe], use);
}

}  // namespace

std::size_t count_strands(const Program& program) {
  std::size_t count = program.size();
  for_each_strand(program,
                  [&](Rank, std::size_t number, const PeProgram&) { count = std::max(count, number + 1); });
  return count;
}

const PeProgram& strand_of(const Program& program, std::size_t number) {
  static const PeProgram kNothing;
  const PeProgram* found = &kNothing;  // a shrunk program may lack it
  for_each_strand(program, [&](Rank, std::size_t n, const PeProgram& operations) {
    if (n == number) found = &operations;
  });
  return *found;
}

Rank pe_of_strand(const Program& program, std::size_t number) {
  Rank of = 0;
  for_each_strand(program, [&](Rank pe, std::size_t n, const PeProgram&) {
    if (n == number) of = pe;
  });
  return of;
}

bool has_synchronous_sends(const Program& program) {
  for (const PeProgram& operations : program)
    for (const Operation& operation : operations)
      for (const Transfer& transfer : operation.sends)
        if (transfer.is_synchronous) return true;
  return false;
}

bool has_polls_of_several(const Program& program) {
  for (const PeProgram& operations : program)
    for (const Operation& operation : operations) switch (operation.kind) {
        case Kind::wait_some:
        case Kind::test_any:
        case Kind::test_all:
        case Kind::wait_until:
        case Kind::probe_until:
          return true;
        default:
          break;
      }
  return false;
}

std::size_t longest_message(const Program& program) {
  std::size_t longest = kLongestTask;
  for_each_strand(program, [&](Rank, std::size_t, const PeProgram& operations) {
    for (const Operation& operation : operations)
      for (const Transfer& transfer : operation.sends) longest = std::max(longest, transfer.bytes);
  });
  return longest;
}

}  // namespace toruscope::test
