// SPDX-License-Identifier: Apache-2.0

#include "cli/plots/rounds_plot.hpp"

#include "picture/network_rounds.hpp"
#include "runtime/trace/text.hpp"

#include <fmt/core.h>

namespace toruscope::cli {

std::string rounds_plot(const std::string& name, const Rounds& rounds) {
  std::vector<picture::NetworkRound> drawn;
  for (const Rounds::Round& round : rounds.rounds) {
    picture::NetworkRound& one = drawn.emplace_back();
    one.label = rounds.are_timed ? "from " + core::time_text(round.start, rounds.machine)
                                 : fmt::format("round {}", drawn.size());
    for (const Rounds::Transfer& t : round.transfers)
      one.messages.push_back(
          {t.from, t.to,
           fmt::format("{} -> {}", t.from, t.to) +
               (rounds.noun.empty() ? ""
                                    : fmt::format(": {} bytes, {} {}", t.bytes, blocks_text(t), rounds.noun))});
  }
  const std::string on = rounds.are_timed ? fmt::format("{}, {}, ports {}", rounds.topology->name(),
                                                        rounds.machine.name, to_string(rounds.machine.ports))
                                          : rounds.topology->name();
  return picture::network_rounds_picture(fmt::format("{} on {}", name, on), *rounds.topology, drawn);
}

}  // namespace toruscope::cli
