// SPDX-License-Identifier: Apache-2.0

#include "tests/support/program.hpp"

#include <fmt/format.h>
#include <map>
#include <tuple>
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
Operation compute(std::int64_t ticks) {
  return {.kind = Kind::compute, .duration = {ticks}};
}
Operation synchronize() {
  return {.kind = Kind::synchronize};
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

std::string transfers(const Operation& operation) {
  std::string text;
  const auto add = [&](const char* arrow, const Transfer& transfer, bool has_bytes) {
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", arrow, transfer.partner);
    if (has_bytes) text += fmt::format(" {} B", transfer.bytes);
    if (transfer.tag != 0) text += fmt::format(" tag {}", transfer.tag);
  };
  for (const Transfer& transfer : operation.sends) add("->", transfer, true);
  for (const Transfer& transfer : operation.receives) add("<-", transfer, false);
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
    case Kind::wait:
      break;
  }
  std::string text = "wait";
  for (const int request : operation.requests) text += " " + name(request);
  return text;
}

std::string to_string(const Program& program) {
  std::string text;
  for (std::size_t pe = 0; pe < program.size(); ++pe) {
    if (program[pe].empty()) continue;
    text += fmt::format("  PE {}:", pe);
    for (const Operation& operation : program[pe]) text += " " + to_string(operation) + ";";
    text += "\n";
  }
  return text;
}

Matching match(const Program& program) {
  using Pair = std::tuple<Rank, Rank, Tag>;  // source, destination, tag
  std::map<Pair, std::vector<Expected>> sent;
  for (Rank pe = 0; const PeProgram& operations : program) {
    int number = 0;
    for (const Operation& operation : operations)
      for (const Transfer& transfer : operation.sends)
        sent[{pe, transfer.partner, transfer.tag}].push_back({number++, transfer.bytes});
    ++pe;
  }

  std::map<Pair, std::size_t> posted;
  Matching matching;
  for (Rank pe = 0; const PeProgram& operations : program) {
    auto& of_pe = matching.emplace_back();
    for (const Operation& operation : operations) {
      auto& of_operation = of_pe.emplace_back();
      for (const Transfer& transfer : operation.receives) {
        const Pair pair{transfer.partner, pe, transfer.tag};
        const std::size_t turn = posted[pair]++;
        const auto& messages = sent[pair];
        of_operation.push_back(turn < messages.size() ? std::optional(messages[turn]) : std::nullopt);
      }
    }
    ++pe;
  }
  return matching;
}

}  // namespace toruscope::test
