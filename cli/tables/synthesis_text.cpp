// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/verb_texts.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <numeric>

namespace toruscope::cli {

namespace {

using synthesis::Least;
using synthesis::Search;
using synthesis::Status;

std::string plural(int count, const char* noun) {
  return fmt::format("{} {}{}", core::grouped(count), noun, count == 1 ? "" : "s");
}

/// "3, the fewest: PE 7 is 3 messages away from PE 0"
std::string beside_least(int value, const Least& least, const char* superlative) {
  if (value == 0) return "0";
  if (value == least.value) return fmt::format("{}, the {}: {}", value, superlative, least.reason);
  return fmt::format("{}; at least {}: {}", value, least.value, least.reason);
}

std::string rounds_line(const SynthesisPart& part, const SynthesisQuestion& question) {
  const int rounds = static_cast<int>(part.plan.size());
  if (question.rounds) return fmt::format("{}, of the {} allowed", rounds, *question.rounds);
  return beside_least(rounds, part.found.rounds, "fewest");
}

std::string volume_line(const SynthesisPart& part) {
  return beside_least(synthesis::volume_of(part.plan), part.found.volume, "least with these rounds");
}

std::string status_text(const Synthesis& s) {
  switch (s.status) {
    case Status::optimal:
      return "optimal";
    case Status::feasible:
      if (s.parts.size() > 1)
        return "feasible: only a reduce_scatter followed by an allgather was searched" +
               std::string(std::all_of(s.parts.begin(), s.parts.end(),
                                       [](const auto& part) { return part.found.status == Status::optimal; })
                               ? "; both are optimal"
                               : "");
      return "feasible: the time limit came before less was found or refuted";
    case Status::infeasible:
      return fmt::format("infeasible: no schedule has {}; at least {}: {}", plural(*s.question.rounds, "round"),
                         s.parts.front().found.rounds.value, s.parts.front().found.rounds.reason);
    case Status::undecided:
      break;
  }
  return {};
}

std::string search_text(const Synthesis& s) {
  int formulas = 0;
  int variables = 0;
  std::size_t clauses = 0;
  for (const SynthesisPart& part : s.parts) {
    formulas += part.found.formulas;
    variables = std::max(variables, part.found.variables);
    clauses = std::max(clauses, part.found.clauses);
  }
  if (formulas == 0) return "none: counting was enough";
  return fmt::format("{} by CaDiCaL, of at most {} and {}", plural(formulas, "formula"),
                     plural(variables, "variable"), plural(static_cast<int>(clauses), "clause"));
}

std::string message_text(const formats::RoundSchedule& schedule, const formats::RoundMessage& message) {
  std::vector<std::string> chunks;
  for (const int chunk : message.chunks) chunks.push_back(chunk_text(schedule, chunk));
  return fmt::format("{}->{}: {}", message.from, message.to, core::joined(chunks, " "));
}

/// What fits on a page or two; of more only how many messages and chunks each round has.
std::string rounds_text(const formats::RoundSchedule& schedule, int chunks_sent, const Console& console) {
  constexpr int kMostListed = 256;
  const bool is_listed = chunks_sent <= kMostListed;
  TextTable table{on_right("round")};
  table.column(is_listed ? "messages, and the chunks in them"
                         : "messages and chunks; --format json lists them, and -o FILE.xml writes them");
  int number = 0;
  for (const auto& round : schedule.rounds) {
    if (!is_listed) {
      const auto chunks = std::accumulate(
          round.begin(), round.end(), std::size_t{0},
          [](std::size_t sum, const formats::RoundMessage& message) { return sum + message.chunks.size(); });
      table.row({std::to_string(++number),
                 fmt::format("{} with {}", plural(static_cast<int>(round.size()), "message"),
                             plural(static_cast<int>(chunks), "chunk"))});
      continue;
    }
    std::vector<std::string> messages;
    messages.reserve(round.size());
    for (const formats::RoundMessage& message : round) messages.push_back(message_text(schedule, message));
    table.row({std::to_string(++number), core::joined(messages, ",  ")});
  }
  return console.text(table);
}

Json least_json(const Least& least) {
  return {{"value", least.value}, {"reason", least.reason}};
}

}  // namespace

std::string synthesis_text(const Synthesis& s, const Console& console) {
  TextSheet sheet;
  sheet.line("status", {status_text(s), [&](const std::string& t) {
                          return s.status == Status::infeasible ? console.bad(t) : console.good(t);
                        }});
  if (s.has_schedule())
    for (const SynthesisPart& part : s.parts) {
      const std::string of = s.parts.size() == 1 ? "" : " of " + part.operation;
      sheet.line("rounds" + of, rounds_line(part, s.question));
      sheet.line("volume" + of, volume_line(part));
    }
  if (s.has_schedule()) sheet.line("chunks sent", core::grouped(s.moves()));
  sheet.line("search", search_text(s));
  std::string text = sheet.text(console.page());
  if (s.has_schedule() && s.rounds() > 0) text += "\n" + rounds_text(s.schedule, s.moves(), console);
  return text;
}

Json synthesis_json(const Synthesis& s) {
  Json json{{"operation", s.question.operation},
            {"chunks", s.question.chunks},
            {"rounds_allowed", or_null(s.question.rounds)},
            {"hops", or_null(s.question.hops)},
            {"most_in_message", or_null(s.question.most_in_message)},
            {"status", synthesis::to_string(s.status)},
            {"rounds", s.has_schedule() ? Json(s.rounds()) : Json(nullptr)},
            {"volume", s.has_schedule() ? Json(s.volume()) : Json(nullptr)},
            {"chunks_sent", s.has_schedule() ? Json(s.moves()) : Json(nullptr)}};
  json["parts"] = Json::array();
  for (const SynthesisPart& part : s.parts)
    json["parts"].push_back({{"operation", part.operation},
                             {"status", synthesis::to_string(part.found.status)},
                             {"least_rounds", least_json(part.found.rounds)},
                             {"least_volume", least_json(part.found.volume)},
                             {"formulas", part.found.formulas},
                             {"variables", part.found.variables},
                             {"clauses", part.found.clauses}});
  return json;
}

Json messages_json(const Synthesis& s) {
  Json rows = Json::array();
  int round = 0;
  for (const auto& messages : s.schedule.rounds) {
    ++round;
    for (const formats::RoundMessage& message : messages) {
      Json chunks = Json::array();
      for (const int chunk : message.chunks) chunks.push_back(chunk_text(s.schedule, chunk));
      rows.push_back({{"round", round},
                      {"from", message.from},
                      {"to", message.to},
                      {"chunks", std::move(chunks)},
                      {"combines", message.combines}});
    }
  }
  return rows;
}

}  // namespace toruscope::cli
