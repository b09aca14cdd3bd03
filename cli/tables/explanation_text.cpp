// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/path_table.hpp"
#include "cli/tables/sheets.hpp"
#include "cli/tables/verb_texts.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/model/named_costs.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <set>

namespace toruscope::cli {

namespace {

constexpr std::size_t kBar = 30;
constexpr std::size_t kSlices = 64;

/// What to know of a part of T.
struct Lesson {
  const char* symbol;
  char letter;  ///< in the bar of slices
  const char* noun;
  const char* bound;  ///< "T is bound by"
  const char* why;
  const char* helps;
};

constexpr std::array kLessons{
    Lesson{"ts", 's', "startups", "startups",
           "the messages on the critical path begin one after the other, and each takes ts before its first "
           "byte leaves",
           "fewer messages one after the other would help"},
    Lesson{"tw", 'b', "bytes", "bandwidth",
           "the bytes on the critical path cross links one after the other, tw each",
           "shorter messages, more links at a time, or a pipeline of smaller blocks would help"},
    Lesson{"th", 'h', "hops", "distance", "headers on the critical path cross link after link, th each",
           "nearer partners, or a network of smaller diameter, would help"},
    Lesson{"link wait", 'w', "waiting for links", "contention",
           "messages on the critical path wait for links that other messages hold",
           "other partners in a round, another order of dimensions, or more links would help"},
    Lesson{"tr", 'r', "receives", "receive overhead", "each message on the critical path costs its receiver tr",
           "fewer messages would help"},
    Lesson{"tm", 'm', "messages", "the cost of a message",
           "each message on the critical path holds a port for tm", "fewer messages would help"},
    Lesson{"L", 'l', "latency", "latency", "each message on the critical path is in flight for L",
           "fewer rounds would help, and sending ahead"},
    Lesson{"gap", 'g', "gaps between sends", "the gap", "a PE may begin a send only g after the one before",
           "fewer messages of one PE would help"},
    Lesson{"compute", 'c', "computation", "computation", "PEs on the critical path compute",
           "more PEs, or work that is divided more evenly, would help"},
};

const Lesson* lesson_of(const std::string& symbol) {
  const auto* const found =
      std::find_if(kLessons.begin(), kLessons.end(), [&](const Lesson& l) { return symbol == l.symbol; });
  return found == kLessons.end() ? nullptr : found;
}

double share_of(Ticks part, Ticks all) {
  return all == Ticks{} ? 0 : static_cast<double>(part.count) / static_cast<double>(all.count);
}

/// Marks, one at least for what is there.
std::string bar(double share) {
  const auto marks = static_cast<std::size_t>(std::lround(share * kBar));
  std::string text(std::min(std::max<std::size_t>(marks, share > 0 ? 1 : 0), kBar), '#');
  return text;
}

std::string time(Ticks ticks, const Report& report) {
  return core::time_text(ticks, report.parameters);
}

std::string head_text(const Measurement& m) {
  const Report& r = m.report;
  std::string text = m.operation.empty() ? "the program" : m.operation;
  if (!m.algorithm.empty()) text += " by " + m.algorithm;
  text += " on " + r.topology->name();
  if (m.block_bytes != 0 && m.knows_block)
    text += fmt::format(", {} per {}", counted(m.block_bytes, "byte"), block_noun(m));
  text +=
      fmt::format("\nmachine {}\nT = {}", machine_text(r.parameters, r.topology.get()), time(r.finish.time, r));
  if (const auto percent = efficiency_percent(m))
    text += m.bound->ticks == r.finish.time
                ? std::string(", which is the lower bound: nothing can be faster on this machine")
                : fmt::format("; the lower bound is {}, {} % of it", time(m.bound->ticks, r), *percent);
  return text + "\n";
}

/// "75us each" of a part that is a number of times a cost.
std::string each_text(const TimePart& part, const Report& report) {
  for (const core::NamedCost& cost : core::named_costs())
    if (part.has_count && part.symbol == cost.symbol)
      return fmt::format(
          "{} x {}", core::grouped(part.count),
          core::cost_text(report.parameters.*cost.time, report.costs.*cost.ticks, report.parameters));
  return {};
}

std::string parts_text(const Report& r, const Console& console) {
  TextTable table{"part of T", on_right(""), on_right("time"), on_right("share"), ""};
  for (const TimePart& part : time_parts(r)) {
    const double share = share_of(part.time, r.finish.time);
    table.row(
        {part.noun, each_text(part, r), time(part.time, r), fmt::format("{:.1f} %", 100 * share), bar(share)});
  }
  return table.text(console.width(), console.bold_paint());
}

std::string bound_text(const Report& r) {
  const std::vector<TimePart> parts = time_parts(r);
  if (parts.empty()) return {};
  const double percent = 100 * share_of(parts.front().time, r.finish.time);
  const Lesson* const lesson = lesson_of(parts.front().symbol);
  if (lesson == nullptr) return fmt::format("T is bound by {}, {:.0f} % of it.\n", parts.front().noun, percent);
  return fmt::format("T is bound by {}, {:.0f} % of it: {}. In general, {}.\n", lesson->bound, percent,
                     lesson->why, lesson->helps);
}

/// A change that brings more than the cost's own share: it has shortened waits, too.
std::string beyond_text(const Explanation& e) {
  const Report& r = e.run.report;
  for (const WhatIf& what_if : e.what_ifs)
    for (const TimePart& part : time_parts(r)) {
      if (part.symbol != what_if.symbol || !what_if.part) continue;
      const double own = share_of(part.time, r.finish.time) / 2;
      const double less = 1 - *what_if.part;
      if (less > 1.1 * own + 0.005)
        return fmt::format(
            " Half of {} makes T {:.0f} % shorter, though half of its own part is {:.0f} %: waits become "
            "shorter, too.",
            part.symbol, 100 * less, 100 * own);
    }
  return {};
}

std::string what_ifs_text(const Explanation& e, const Console& console) {
  if (e.what_ifs.empty()) return {};
  TextTable table{"if one thing were better", on_right("T would be"), on_right("less by"), ""};
  for (const WhatIf& what_if : e.what_ifs) {
    if (!what_if.part) {
      table.row({what_if.change, "-", "-", what_if.refusal});
      continue;
    }
    const double less = 1 - *what_if.part;
    table.row({what_if.change, core::time_text(what_if.time, what_if.machine),
               fmt::format("{:.1f} %", less == 0 ? 0 : 100 * less), bar(std::max(less, 0.0))});
  }
  return table.text(console.width(), console.bold_paint()) +
         folded_text("Each line is a run of its own." + beyond_text(e) + "\n", console.width());
}

/// A letter for each slice of T.
std::string when_text(const Report& r) {
  if (r.critical_path.empty()) return {};
  std::string letters;
  std::set<std::string> met;
  for (const std::string& symbol : slices_of(r, kSlices)) {
    const Lesson* const lesson = lesson_of(symbol);
    letters += lesson == nullptr ? '?' : lesson->letter;
    met.insert(symbol);
  }
  std::string legend;
  for (const Lesson& lesson : kLessons)
    if (met.contains(lesson.symbol))
      legend += fmt::format("{}{} {}", legend.empty() ? "" : ", ", lesson.letter, lesson.noun);
  return fmt::format("when, from 0 to T: what most of each {} of T is spent on\n  |{}|\n  {}\n", "64th",
                     letters, legend);
}

std::string step_text(const PathStep& step, const Report& r) {
  const std::string when = fmt::format("from {} to {}", time(step.begin, r), time(step.end, r));
  if (!step.is_message()) return fmt::format("PE {} computes {}", step.from, when);
  std::string text = fmt::format("the message of {} from PE {} to PE {}, {}", counted(step.bytes, "byte"),
                                 step.from, step.to, when);
  if (step.longest_wait != Ticks{})
    text += fmt::format(", of which it waits {} for link {} -> {}", time(step.longest_wait, r), step.wait_from,
                        step.wait_to);
  return text;
}

std::string where_text(const Report& r) {
  const std::vector<PathStep> steps = path_steps(r);
  if (steps.empty()) return {};
  std::set<Rank> pes;
  std::int64_t messages = 0;
  for (const PathStep& step : steps) {
    pes.insert(step.from);
    if (step.is_message()) {
      pes.insert(step.to);
      ++messages;
    }
  }
  std::string text =
      fmt::format("where: the critical path has {} and passes {} of {}", counted(messages, "message"),
                  core::grouped(std::ssize(pes)), counted(r.topology->pes(), "PE"));
  const auto longest = std::max_element(steps.begin(), steps.end(), [](const PathStep& a, const PathStep& b) {
    return a.end - a.begin < b.end - b.begin;
  });
  text += fmt::format("\n  its longest step ({:.0f} % of T): {}\n",
                      100 * share_of(longest->end - longest->begin, r.finish.time), step_text(*longest, r));
  if (const auto awaited = core::most_awaited_links(r, 1); !awaited.empty())
    text += fmt::format("  messages wait most for link {}: {} in all, {} of {} on it\n",
                        core::link_text(*awaited.front(), *r.topology), time(awaited.front()->wait, r),
                        counted(awaited.front()->bytes, "byte"), counted(awaited.front()->messages, "message"));
  if (const std::string wait = core::port_wait_text(r); !wait.empty())
    text += "  the longest wait for a port: " + wait + "\n";
  return text;
}

std::string gap_text(const Measurement& m) {
  const std::vector<GapPart> parts = gap_parts(m);
  if (parts.empty()) return {};
  std::string text = fmt::format("what lies between the lower bound and T ({})\n",
                                 time(m.report.finish.time - m.bound->ticks, m.report));
  for (const GapPart& part : parts) text += fmt::format("  {}: {}\n", time(part.ticks, m.report), part.text);
  return text + "  the bound: " + m.bound->source + "\n";
}

}  // namespace

std::string explanation_text(const Explanation& e, const Console& console) {
  const Report& r = e.run.report;
  std::string text = folded_text(head_text(e.run), console.width());
  if (r.finish.time == Ticks{}) return text + "Nothing takes time here.\n";
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += "\n" + part;
  };
  const auto add_folded = [&](const std::string& part) { add(folded_text(part, console.width())); };
  add(parts_text(r, console));
  add_folded(bound_text(r));
  add(what_ifs_text(e, console));
  add_folded(when_text(r));
  add_folded(where_text(r));
  add_folded(gap_text(e.run));
  return text;
}

Json explanation_json(const Explanation& e) {
  const Report& r = e.run.report;
  Json json;
  json["parts"] = Json::array();
  json["what_if"] = Json::array();
  json["slices"] = Json::array();
  if (r.finish.time == Ticks{}) return json;
  for (const TimePart& part : time_parts(r))
    json["parts"].push_back({{"part", part.symbol},
                             {"name", part.noun},
                             {"count", part.has_count ? Json(part.count) : Json(nullptr)},
                             {"ticks", part.time.count},
                             {"share", share_of(part.time, r.finish.time)}});
  for (const WhatIf& what_if : e.what_ifs)
    json["what_if"].push_back({{"change", what_if.change},
                               {"T_relative", or_null(what_if.part)},
                               {"refusal", or_null(what_if.refusal)}});
  if (!r.critical_path.empty())
    for (const std::string& symbol : slices_of(r, kSlices)) json["slices"].push_back(symbol);
  return json;
}

}  // namespace toruscope::cli
