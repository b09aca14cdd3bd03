// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/deadlock_report.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/pe/wait_note.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace toruscope::core {

namespace {

constexpr std::size_t kLines = 16;  // of each list; the rest is counted
constexpr std::size_t kNotes = 4;   // of each PE

const RequestState* first_missing(std::span<const RequestState* const> requests) {
  const auto missing =
      std::find_if(requests.begin(), requests.end(), [](const RequestState* r) { return !r->is_known(); });
  return missing == requests.end() ? nullptr : *missing;
}

const RequestState* first_missing(const Pe& pe) {
  return first_missing(pe.turns().awaited());
}

/// The wait of the operation with this request; null if it is not under way.
const PeWait* wait_of(const Pe& pe, const RequestState* request) {
  const PeWait* found = nullptr;
  if (const Strands* strands = pe.strands(); strands != nullptr)
    strands->for_each_operation([&](const Strands::Operation& operation, const PeWait& wait) {
      if (operation.request == request) found = &wait;
    });
  return found;
}

/// The wait at the end of the chain: where the PE waits for an operation that it has started, what
/// that waits for.
const PeWait& innermost_wait(const Pe& pe) {
  const PeWait* wait = &pe.waits_for();
  const RequestState* missing = first_missing(pe);
  for (std::size_t left = kLines;
       left != 0 && missing != nullptr && missing->kind == RequestState::Kind::started; --left) {
    const PeWait* const inner = wait_of(pe, missing);
    if (inner == nullptr) break;
    wait = inner;
    missing = first_missing(wait->requests);
  }
  return *wait;
}

/// True if the PE was not resumed since what it waited for has come, or was stopped on its way.
bool can_go_on(const Pe& pe) {
  if (pe.state() == Pe::State::waiting)
    return pe.waits_for().meeting == nullptr && first_missing(pe) == nullptr;
  return pe.state() == Pe::State::paused || pe.state() == Pe::State::runnable;
}

/// The lowest member that has not come to the meeting.
Rank first_absent(const Group& group, const PeArray& pes) {
  for (Rank r = 0; r < group.size(); ++r) {
    const Pe& pe = pes[static_cast<std::size_t>(group.world_rank(r))];
    if (!pe.is_at(group)) return pe.rank();
  }
  return -1;
}

/// For each PE the one that it waits for first; -1 if it does not wait, or waits for a message of
/// any PE.
std::vector<Rank> who_waits_for_whom(const PeArray& pes) {
  std::vector<Rank> partners(pes.size(), -1);
  std::map<const Group*, Rank> absent;  // looked for once for each meeting
  for (const Pe& pe : pes) {
    if (pe.state() != Pe::State::waiting) continue;
    Rank& partner = partners[static_cast<std::size_t>(pe.rank())];
    const PeWait& wait = innermost_wait(pe);
    if (const Group* meeting = wait.meeting; meeting != nullptr) {
      const auto [entry, is_new] = absent.try_emplace(meeting, -1);
      if (is_new) entry->second = first_absent(*meeting, pes);
      partner = entry->second;
    } else if (const RequestState* missing =
                   &wait == &pe.waits_for() ? first_missing(pe) : first_missing(wait.requests);
               missing != nullptr && missing->kind != RequestState::Kind::started && missing->names_source()) {
      partner = missing->world_partner;
    }
  }
  return partners;
}

/// Something that waits: a PE, or an operation that it has started.
struct Waiter {
  const Pe& pe;
  const PeWait& wait;
  std::vector<const RequestState*> requests;
  std::string name;
};

/// Why a question waits: a poll without hope, or, where polls take no time, another one before it.
std::string poll_text(const Waiter& waiter) {
  if (waiter.wait.until != PeWait::Until::turn_event) return {};
  const Pe& pe = waiter.pe;
  if (pe.turns().deadline() == kNever)
    return pe.polls().waits_for_message() ? "" : "; unsuccessful at this clock before, so it waits";
  if (!pe.turns().is_hopeless()) return {};
  return fmt::format("; {} polls in a row without success, and nothing is under way",
                     grouped(pe.polls().in_row() + 1));
}

std::string send_wait_text(const Waiter& waiter, const RequestState& send, const std::string& ended) {
  const Message* m = send.sending;
  const std::string operation = waiter.wait.operation;
  const bool is_send = operation.ends_with("send");
  const bool is_asked_for = m == nullptr || m->announcement == nullptr || m->announcement->request != nullptr;
  return fmt::format(
      "  {}  {} to {}, tag {}, {}: {}{}{}\n", waiter.name, is_send ? operation : operation + " for the send",
      send.world_partner, send.tag, counted(send.bytes, "byte"),
      is_asked_for ? "it is on its way" : fmt::format("PE {} has posted no receive for it", send.world_partner),
      ended, waiter.pe.turns().is_hopeless() ? poll_text(waiter) : "");
}

std::string operation_name(const Pe& pe, Ticks started_at) {
  return fmt::format("the operation started at {}", pe.terms().time_text(started_at));
}

/// Name of the operation with this request.
std::string operation_name(const Pe& pe, const RequestState* request) {
  std::string name = "an operation that has failed";
  pe.strands()->for_each_operation([&](const Strands::Operation& operation, const PeWait&) {
    if (operation.request == request) name = operation_name(pe, operation.started_at);
  });
  return name;
}

std::string wait_text(const Waiter& waiter, Rank partner, const PeArray& pes) {
  const PeWait& wait = waiter.wait;
  const bool has_ended = partner >= 0 && pes[static_cast<std::size_t>(partner)].state() == Pe::State::ended;
  const std::string ended = has_ended ? fmt::format("; PE {} has ended", partner) : "";
  if (const Group* group = wait.meeting; group != nullptr)
    return fmt::format("  {}  {}: {} of {} PEs have called it, PE {} has not{}\n", waiter.name, wait.operation,
                       group->arrived(), group->size(), partner, ended);
  const RequestState* missing = first_missing(waiter.requests);
  if (missing != nullptr && missing->kind == RequestState::Kind::send)
    return send_wait_text(waiter, *missing, ended);
  if (missing != nullptr && missing->kind == RequestState::Kind::started)
    return fmt::format("  {}  {} for {}\n", waiter.name, wait.operation, operation_name(waiter.pe, missing));
  const std::string whom =
      missing != nullptr && !missing->names_source() ? "any PE" : fmt::format("{}", partner);
  const std::string tag = missing != nullptr && missing->tag == any_tag
                              ? "any tag"
                              : fmt::format("tag {}", missing != nullptr ? missing->tag : 0);
  const auto more = std::count_if(waiter.requests.begin(), waiter.requests.end(),
                                  [](const RequestState* r) { return !r->is_known(); });
  const std::string others = more > 1 ? fmt::format(" and {} more", more - 1) : "";
  return fmt::format("  {}  {} from {}, {}{}{}{}\n", waiter.name, wait.operation, whom, tag, others, ended,
                     poll_text(waiter));
}

/// The PE's wait in the words of its input.
std::vector<std::string> notes_of(const Pe& pe) {
  std::vector<std::string> notes;
  std::size_t lines = 0;
  for (const WaitNote* note = pe.wait_note(); note != nullptr; note = note->next())
    for (const std::string& line : note->lines())
      if (++lines <= kNotes) notes.push_back(line);
  if (lines > kNotes) notes.push_back(fmt::format("... and {} more", lines - kNotes));
  return notes;
}

/// The PE's wait, and the operations that it has started.
std::string wait_text(const Pe& pe, Rank partner, const PeArray& pes) {
  const std::string name = fmt::format("PE {}", pe.rank());
  std::string text = wait_text(Waiter{pe, pe.waits_for(), pe.turns().awaited(), name}, partner, pes);
  for (const std::string& note : notes_of(pe)) text += fmt::format("    {}\n", note);
  if (pe.strands() == nullptr) return text;
  pe.strands()->for_each_operation([&](const Strands::Operation& operation, const PeWait& wait) {
    const RequestState* missing = first_missing(wait.requests);
    if (missing == nullptr && wait.meeting == nullptr) return;  // it can go on
    const Rank whom = wait.meeting != nullptr ? first_absent(*wait.meeting, pes) : missing->world_partner;
    text += wait_text(Waiter{pe,
                             wait,
                             {wait.requests.begin(), wait.requests.end()},
                             name + ", " + operation_name(pe, operation.started_at) + ":"},
                      whom, pes);
  });
  return text;
}

/// "allreduce by ring: " where somebody watches the calls, and the PE has started no operations,
/// which have calls of their own.
std::string call_text(const Pe& pe) {
  const auto& spans = pe.core().spans;
  if (spans == nullptr || pe.strands() != nullptr || spans->depth() == 0) return {};
  const Spans::Open& call = spans->innermost();
  return fmt::format("{}{}: ", call.operation, call.algorithm.empty() ? "" : " by " + call.algorithm);
}

/// A cycle of "waits first for", starting at its lowest PE; empty if there is none.
std::vector<Rank> find_cycle(const std::vector<Rank>& waits_for) {
  std::vector<int> visited(waits_for.size(), -1);  // by the walk that started at this PE
  for (Rank start = 0; start < static_cast<Rank>(waits_for.size()); ++start) {
    Rank at = start;
    while (at >= 0 && visited[static_cast<std::size_t>(at)] < 0) {
      visited[static_cast<std::size_t>(at)] = start;
      at = waits_for[static_cast<std::size_t>(at)];
    }
    if (at < 0 || visited[static_cast<std::size_t>(at)] != start) continue;
    std::vector<Rank> cycle{at};
    for (Rank next = waits_for[static_cast<std::size_t>(at)]; next != at;
         next = waits_for[static_cast<std::size_t>(next)])
      cycle.push_back(next);
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    return cycle;
  }
  return {};
}

std::string cycle_text(const std::vector<Rank>& cycle) {
  if (cycle.empty()) return {};
  std::string text = "  cycle ";
  for (std::size_t i = 0; i < std::min(cycle.size(), kLines); ++i) text += fmt::format("{} -> ", cycle[i]);
  if (cycle.size() > kLines) text += fmt::format("... ({} more) -> ", cycle.size() - kLines);
  return text + fmt::format("{}\n", cycle.front());
}

/// Collective calls that a PE has not made, though others of its communicator have.
std::string left_out_text(const GroupTable& groups, const PeArray& pes) {
  std::string text;
  std::size_t lines = 0;
  groups.for_each([&](const Group& group) {
    const auto call = group.left_out();
    // a meeting is told by those that wait in it
    if (!call || call->what.algorithm.empty() || ++lines > kLines) return;
    const Rank rank = group.world_rank(call->rank);
    const bool has_ended = pes[static_cast<std::size_t>(rank)].state() == Pe::State::ended;
    const std::string which =
        call->before == 0 ? "" : fmt::format(" as its collective call {}", core::grouped(call->before + 1));
    text += fmt::format("  PE {} has not called {}{}, {} of {} PEs have{}\n", rank, call->what.operation, which,
                        call->members, group.size(), has_ended ? fmt::format("; PE {} has ended", rank) : "");
  });
  if (lines > kLines) text += fmt::format("  ... and {} more calls\n", lines - kLines);
  return text;
}

std::string unclaimed_text(const PeArray& pes) {
  std::vector<const Message*> all;
  for (const Pe& pe : pes) {
    const auto here = pe.mailbox().unclaimed();
    std::copy_if(here.begin(), here.end(), std::back_inserter(all),
                 [](const Message* m) { return !m->is_announcement(); });
  }
  std::sort(all.begin(), all.end(), [](const Message* a, const Message* b) {
    return std::tuple(a->destination, a->source, a->sequence) <
           std::tuple(b->destination, b->source, b->sequence);
  });
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), kLines); ++i) {
    const Message& m = *all[i];
    text += fmt::format("  unclaimed: {} -> {}, tag {}, {} (did PE {} ask for another tag or partner?)\n",
                        m.source, m.destination, m.tag, counted(m.bytes, "byte"), m.destination);
  }
  if (all.size() > kLines) text += fmt::format("  ... and {} more unclaimed messages\n", all.size() - kLines);
  return text;
}

}  // namespace

std::string describe_waiting(const std::string& title, const PeArray& pes, const GroupTable* groups) {
  const bool is_deadlock = groups != nullptr;
  const std::vector<Rank> partners = who_waits_for_whom(pes);
  std::size_t waiting = 0;
  std::string waits;
  std::string running;
  std::size_t going_on = 0;
  for (const Pe& pe : pes) {
    if (can_go_on(pe)) {
      if (++going_on <= kLines) running += fmt::format("{}{}", going_on == 1 ? "" : ", ", pe.rank());
    } else if (pe.state() == Pe::State::waiting && ++waiting <= kLines) {
      waits += wait_text(pe, partners[static_cast<std::size_t>(pe.rank())], pes);
    }
  }
  std::string text = fmt::format("{}: {} of {} PEs wait", title, waiting, pes.size());
  if (is_deadlock) {
    text += " and nothing is in flight\n";
  } else {
    text += going_on == 0 ? (waiting == pes.size() ? "\n" : ", the others have ended\n")
                          : fmt::format(", {} could go on (PE {}{})\n", going_on, running,
                                        going_on > kLines ? ", ..." : "");
  }
  if (is_deadlock) text += cycle_text(find_cycle(partners));
  text += waits;
  if (waiting > kLines) text += fmt::format("  ... and {} more\n", waiting - kLines);
  if (is_deadlock) text += left_out_text(*groups, pes) + unclaimed_text(pes);
  text.pop_back();  // the last line's end
  return text;
}

std::vector<WaitingPe> waiting_pes(const PeArray& pes) {
  const std::vector<Rank> partners = who_waits_for_whom(pes);
  std::vector<WaitingPe> all;
  for (const Pe& pe : pes) {
    if (pe.state() != Pe::State::waiting || can_go_on(pe)) continue;
    const Rank partner = partners[static_cast<std::size_t>(pe.rank())];
    std::string what = wait_text(Waiter{pe, pe.waits_for(), pe.turns().awaited(), ""}, partner, pes);
    what.erase(0, what.find_first_not_of(' '));
    what.pop_back();  // the line's end
    for (const std::string& note : notes_of(pe)) what += "; " + note;
    all.push_back({pe.rank(), pe.report().finish.time, call_text(pe) + what, partner});
  }
  return all;
}

}  // namespace toruscope::core
