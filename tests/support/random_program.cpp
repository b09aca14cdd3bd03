// SPDX-License-Identifier: Apache-2.0

#include "tests/support/random_program.hpp"

#include "tests/support/machine_files.hpp"
#include "tests/support/program_change.hpp"
#include "tests/support/program_composer.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/reference_dealt.hpp"
#include "tests/support/run_program.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <set>
#include <tuple>
#include <utility>

namespace toruscope::test {

namespace {

using ActionKind = Action::Kind;

bool has_questions(Interest interest) {
  return interest == Interest::unnamed || interest == Interest::unnamed_deadlocks ||
         interest == Interest::polls;
}

const std::vector<ActionKind>& kinds(Interest interest) {
  static const std::vector<ActionKind> named{
      ActionKind::send,    ActionKind::send,  ActionKind::send,   ActionKind::recv,    ActionKind::recv,
      ActionKind::recv,    ActionKind::isend, ActionKind::isend,  ActionKind::irecv,   ActionKind::wait,
      ActionKind::wait,    ActionKind::round, ActionKind::round,  ActionKind::compute, ActionKind::exchange,
      ActionKind::compute, ActionKind::shift, ActionKind::gather, ActionKind::scatter, ActionKind::synchronize};
  static const std::vector<ActionKind> all = [] {
    std::vector<ActionKind> more = named;
    more.insert(more.end(),
                {ActionKind::send, ActionKind::isend, ActionKind::irecv, ActionKind::irecv, ActionKind::compute,
                 ActionKind::probe, ActionKind::test, ActionKind::test, ActionKind::poll, ActionKind::poll,
                 ActionKind::wait_any, ActionKind::wait_any, ActionKind::farm});
    return more;
  }();
  static const std::vector<ActionKind> polling{
      ActionKind::send,    ActionKind::send,       ActionKind::recv,    ActionKind::isend,
      ActionKind::isend,   ActionKind::isend,      ActionKind::isend,   ActionKind::irecv,
      ActionKind::irecv,   ActionKind::irecv,      ActionKind::irecv,   ActionKind::compute,
      ActionKind::compute, ActionKind::several,    ActionKind::several, ActionKind::several,
      ActionKind::several, ActionKind::until,      ActionKind::until,   ActionKind::until,
      ActionKind::until,   ActionKind::test,       ActionKind::test,    ActionKind::poll,
      ActionKind::poll,    ActionKind::wait_any,   ActionKind::wait,    ActionKind::round,
      ActionKind::gather,  ActionKind::exchange,   ActionKind::probe,   ActionKind::farm,
      ActionKind::shift,   ActionKind::synchronize};
  static const std::vector<ActionKind> starting = [] {
    std::vector<ActionKind> more = named;
    more.insert(more.end(), {ActionKind::start, ActionKind::start, ActionKind::start, ActionKind::compute,
                             ActionKind::wait});
    return more;
  }();
  if (interest == Interest::polls) return polling;
  return interest == Interest::started ? starting : has_questions(interest) ? all : named;
}

rc::Gen<Action> actions(Interest interest) {
  // Within a tick only what takes no time goes on: many empty messages, and some that make others
  // wait.
  const std::vector<std::size_t> bytes = interest == Interest::zero_lookahead
                                             ? std::vector<std::size_t>{0, 1, 0, 8, 0, 0}
                                             : std::vector<std::size_t>{1, 0, 2, 3, 4, 8, 8, 16, 40};
  return rc::gen::build<Action>(
      rc::gen::set(&Action::kind, one_of(kinds(interest))), rc::gen::set(&Action::pe, below(60)),
      rc::gen::set(&Action::partner, below(60)), rc::gen::set(&Action::choice, below(1 << 16)),
      rc::gen::set(&Action::tag, below(5)), rc::gen::set(&Action::bytes, one_of(bytes)));
}

rc::Gen<std::vector<Action>> scripts(Interest interest) {
  return rc::gen::withSize([interest](int size) {  // long enough for messages to meet
    const int length = interest == Interest::strict    ? 2 + size / 8
                       : interest == Interest::started ? 8 + size / 2
                                                       : 15 + size;
    return rc::gen::resize(length, rc::gen::container<std::vector<Action>>(actions(interest)));
  });
}

rc::Gen<int> habits(Interest interest) {
  return has_questions(interest) ? below(729) : rc::gen::just(0);
}

struct Lambda {
  std::int64_t numerator = 1, denominator = 1;
};

/// Rules beside the costs, some of which may not fit the machine.
struct Rules {
  Injection injection = Injection::direct;
  int ports = 1;
  PortRule port_rule = PortRule::k;
  SwitchingMode switching = SwitchingMode::cut_through;
  int virtual_channels = 2;
  int buffers = -1;  ///< below 0: none said
  int flit = 0;
  int eager = -1;
  int slope = 0;  ///< tw and th grow by that from dimension to dimension
  int pieces = 0;
  int piece_choice = 0;  ///< of their sizes and costs
  int rendezvous = -1;   ///< below 0: none
};

rc::Gen<Rules> all_rules() {
  return rc::gen::build<Rules>(
      rc::gen::set(&Rules::injection, one_of<Injection>({Injection::direct, Injection::buffered})),
      rc::gen::set(&Rules::ports, one_of<int>({1, 2, 1, 3, 4})),
      rc::gen::set(&Rules::port_rule, one_of<PortRule>({PortRule::k, PortRule::half, PortRule::k,
                                                        PortRule::telephone, PortRule::k, PortRule::all})),
      rc::gen::set(&Rules::switching,
                   one_of<SwitchingMode>({SwitchingMode::cut_through, SwitchingMode::store_and_forward,
                                          SwitchingMode::cut_through, SwitchingMode::wormhole})),
      rc::gen::set(&Rules::virtual_channels, one_of<int>({2, 2, 1, 3, 4})),
      rc::gen::set(&Rules::buffers, one_of<int>({-1, -1, -1, 0, 1, 2})),
      rc::gen::set(&Rules::flit, one_of<int>({0, 0, 0, 2, 6})),
      rc::gen::set(&Rules::eager, one_of<int>({-1, -1, 0, 4})),
      rc::gen::set(&Rules::slope, one_of<int>({0, 0, 0, 1, 2})),
      rc::gen::set(&Rules::pieces, one_of<int>({0, 0, 1, 0, 2, 3})),
      rc::gen::set(&Rules::piece_choice, below(1 << 20)),
      rc::gen::set(&Rules::rendezvous, one_of<int>({-1, 0, -1, 2, 5})));
}

/// Up to three pieces, from short sizes on, each with some of the five costs, dearer or cheaper
/// than the machine's own.
std::vector<MachineDescription::Piece> pieces_of(const MachineDescription& machine, int count, int choice,
                                                 bool gives_tw) {
  std::vector<MachineDescription::Piece> pieces;
  unsigned bits = static_cast<unsigned>(choice);
  const auto draw = [&](unsigned n) {
    bits = bits * 1'103'515'245U + 12'345U;
    return static_cast<std::int64_t>((bits >> 16) % n);
  };
  std::int64_t from = 1 + draw(4);
  for (int i = 0; i < count; ++i, from += 1 + draw(5)) {
    MachineDescription::Piece piece{.from = from};
    const auto give = [&](std::optional<std::int64_t>& cost, std::vector<std::int64_t> values) {
      if (draw(2) == 0) cost = values[static_cast<std::size_t>(draw(static_cast<unsigned>(values.size())))];
    };
    const bool has_startup = machine.ts > 0 || draw(4) == 0;  // else all is decided within ticks
    if (has_startup) give(piece.ts, {0, 1, 4, 9});
    give(piece.tr, {0, 2, 5});
    give(piece.tm, {0, 2, 6});
    if (gives_tw) give(piece.tw, {0, 2, 1, 4});
    give(piece.latency, {0, 1, 6});
    pieces.push_back(piece);
  }
  return pieces;
}

/// True if no message's x is odd.
bool has_even_transmissions(const MachineDescription& machine) {
  const auto is_even = [](std::optional<std::int64_t> cost) { return cost.value_or(0) % 2 == 0; };
  return is_even(machine.tm) && is_even(machine.tw) &&
         std::all_of(machine.pieces.begin(), machine.pieces.end(),
                     [&](const auto& piece) { return is_even(piece.tm) && is_even(piece.tw); });
}

/// The machine with those of the rules that fit it: that do not make a program wait for ever unless
/// it `may_deadlock`.
MachineDescription with_rules(MachineDescription machine, const Rules& rules, bool may_deadlock) {
  machine.injection = rules.injection;
  machine.port_rule = rules.port_rule;
  machine.ports = rules.port_rule == PortRule::k ? rules.ports : 1;
  machine.switching = rules.switching;
  if (machine.switching == SwitchingMode::wormhole) machine.flit = rules.flit;
  const bool has_time_between_links = machine.th > 0;
  if (has_time_between_links && (rules.virtual_channels > 1 || may_deadlock))
    machine.virtual_channels = rules.virtual_channels;
  if (has_time_between_links && rules.buffers >= (machine.switching == SwitchingMode::wormhole ? 0 : 1))
    machine.buffers = rules.buffers;
  if (is_dealt(machine) && !has_time_between_links)
    machine.virtual_channels = std::max(machine.virtual_channels, lanes_of(machine));
  if (machine.network == MachineDescription::Network::dragonfly)
    machine.virtual_channels = std::max(machine.virtual_channels, 2);
  while (has_cyclic_waits(machine)) ++machine.virtual_channels;
  if (may_deadlock && rules.eager >= 0) machine.eager = rules.eager;
  if (may_deadlock && rules.rendezvous >= 0) machine.rendezvous = rules.rendezvous;
  if (has_time_between_links && rules.slope > 0)
    for (std::size_t d = 0; d < machine.dimensions(); ++d) {
      machine.tw_of.push_back(machine.tw + rules.slope * static_cast<int>(d));
      machine.th_of.push_back(machine.th + rules.slope * static_cast<int>(d));
    }
  if (has_time_between_links && rules.slope > 0)
    for (std::size_t i = 0; i < machine.wires.size(); i += 3) {
      const bool is_faster = machine.tw >= 2 && i % 2 == 1;  // all stay even or odd
      machine.own[machine.wires[i]] = {.tw = is_faster ? machine.tw - 2 : machine.tw + 2 * rules.slope,
                                       .th = 1 + static_cast<std::int64_t>(i) % 3};
    }
  const bool is_tw_equal = machine.tw_of.empty() && machine.own.empty();
  machine.pieces = pieces_of(machine, rules.pieces, rules.piece_choice, is_tw_equal);
  if (rules.slope > 1 && machine.pes() > 1) {
    const Channel first = reference_route(machine, 0, machine.pes() / 2).front();
    const int over = has_even_transmissions(machine) ? 2 : 1;
    machine.slow[{first.tail, first.head}] = MachineDescription::Slower(3, over);
  }
  return machine;
}

/// The machine without what the library does not have.
MachineDescription for_library(MachineDescription machine) {
  using namespace in_library;
  const MachineDescription plain;
  if (!has(machine.port_rule)) machine.port_rule = plain.port_rule;
  if (!has(machine.switching)) machine.switching = plain.switching;
  if (!kVirtualChannels) machine.virtual_channels = plain.virtual_channels;
  if (!kBuffers) machine.buffers = plain.buffers;
  if (!kFlit) machine.flit = plain.flit;
  if (!kEager) machine.eager = plain.eager;
  if (!kPolls) machine.poll = plain.poll;
  if (!kPieces) machine.pieces = plain.pieces;
  if (!kRendezvous) machine.rendezvous = plain.rendezvous;
  if (!kCostsByLink) {
    machine.tw_of = machine.th_of = {};
    machine.slow = {};
    machine.own = {};
  }
  return machine;
}

/// The same machine with ticks finer than steps, and L = lambda - 1 steps.
MachineDescription with_lambda(MachineDescription machine, const Lambda& lambda) {
  for (std::int64_t* cost :
       {&machine.ts, &machine.tr, &machine.tm, &machine.tw, &machine.th, &machine.gap, &machine.poll})
    *cost *= lambda.denominator;
  for (std::vector<std::int64_t>* costs : {&machine.tw_of, &machine.th_of})
    for (std::int64_t& cost : *costs) cost *= lambda.denominator;
  for (auto& [wire, own] : machine.own) {
    own.tw *= lambda.denominator;
    own.th *= lambda.denominator;
  }
  for (MachineDescription::Piece& piece : machine.pieces)
    for (std::optional<std::int64_t>* cost : {&piece.ts, &piece.tr, &piece.tm, &piece.tw, &piece.latency})
      if (*cost) **cost *= lambda.denominator;
  if (machine.rendezvous) *machine.rendezvous *= lambda.denominator;
  machine.latency = lambda.numerator - lambda.denominator;
  machine.ticks_per_step = lambda.denominator;
  return machine;
}

/// The machine without that in which nothing can be started.
MachineDescription allow_starts(MachineDescription machine) {
  const bool shares_ports = machine.port_rule == PortRule::half || machine.port_rule == PortRule::telephone;
  if (shares_ports && machine.switching == SwitchingMode::wormhole && machine.injection == Injection::direct)
    machine.injection = Injection::buffered;
  return machine;
}

/// Small costs: 0 often, ties likely.
rc::Gen<MachineDescription> machines(Interest interest, bool may_deadlock, MachineSort sort) {
  using Cost = std::int64_t;
  const auto cost = [](std::vector<Cost> values) { return one_of<Cost>(std::move(values)); };
  if (interest == Interest::polls)
    return rc::gen::apply(
        [=](MachineDescription machine, Cost poll) {
          machine.poll = poll * machine.ticks_per_step;
          return sort == MachineSort::in_library ? for_library(std::move(machine)) : machine;
        },
        machines(Interest::unnamed, may_deadlock, sort), cost({1, 2, 0, 3, 7}));
  if (interest == Interest::unnamed)  // of which some have no lookahead
    return rc::gen::weightedOneOf<MachineDescription>(
        {{2, machines(Interest::deadlocks, may_deadlock, sort)},
         {1, machines(Interest::zero_lookahead, may_deadlock, sort)}});
  if (interest == Interest::started)
    return rc::gen::map(
        rc::gen::weightedOneOf<MachineDescription>({{3, machines(Interest::links, may_deadlock, sort)},
                                                    {2, machines(Interest::zero_lookahead, may_deadlock, sort)},
                                                    {2, machines(Interest::ports, may_deadlock, sort)}}),
        allow_starts);
  const bool is_zero = interest == Interest::zero_lookahead;
  const bool is_strict = interest == Interest::strict;
  return rc::gen::apply(
      [=](MachineDescription machine, Cost ts, Cost tr, Cost tm, Cost tw, Cost th, std::pair<Cost, Cost> rest,
          const std::pair<Rules, Lambda>& rules) {
        machine.ts = ts;
        machine.tr = tr;
        machine.tm = tm;
        machine.tw = tw;
        machine.th = th;
        std::tie(machine.latency, machine.gap) = rest;
        machine = with_rules(std::move(machine), rules.first, may_deadlock);
        if (sort == MachineSort::in_library) machine = for_library(std::move(machine));
        const Lambda& lambda = rules.second;
        if (is_strict) machine.port_policy = PortPolicy::strict;
        return lambda.denominator == 1 ? machine : with_lambda(machine, lambda);
      },
      networks(interest, sort), is_zero ? cost({0}) : cost({0, 1, 0, 2, 5, 10}),
      is_zero ? cost({0, 0, 0, 0, 1}) : cost({0, 0, 0, 1, 4}),
      is_zero ? cost({0, 0, 0, 0, 1}) : cost({0, 0, 0, 1, 3}), cost({1, 0, 1, 2, 5}),
      is_zero ? cost({0}) : cost({0, 1, 0, 2, 3, 8}),
      rc::gen::pair(is_zero ? cost({0, 0, 0, 0, 3}) : cost({0, 0, 0, 1, 7}), cost({0, 0, 0, 3, 12})),
      rc::gen::pair(all_rules(), interest == Interest::ports
                                     ? one_of<Lambda>({{1, 1}, {3, 2}, {1, 1}, {7, 3}, {1, 1}, {9, 4}, {1, 1}})
                                     : rc::gen::just(Lambda{})));
}

rc::Gen<Execution> executions() {
  return rc::gen::apply(
      [](PeEngine engine, int workers, std::size_t capacity, int perturb) {
        Execution execution;
        execution.engine = engine;
        execution.workers = workers;
        execution.channel_capacity = capacity;
        if (perturb % 2 == 1) execution.perturb = static_cast<std::uint64_t>(perturb);
        execution.record_critical_path = perturb % 3 == 0;
        return execution;
      },
      one_of<PeEngine>({PeEngine::fibers, PeEngine::threads}), one_of<int>({1, 2, 4}),
      one_of<std::size_t>({64, 2, 1}), below(1000));
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Experiment& experiment) {
  return out << to_string(experiment.machine) << "# " << to_string(experiment.execution) << "\n"
             << to_string(experiment.program);
}

rc::Gen<Experiment> experiments(Interest interest, MachineSort sort) {
  using Move = std::pair<int, int>;
  const auto place = below(60);
  const bool is_unnamed = has_questions(interest);
  const bool may_deadlock = interest == Interest::deadlocks || interest == Interest::unnamed_deadlocks;
  const auto moves = may_deadlock ? rc::gen::container<std::vector<Move>>(rc::gen::pair(place, place))
                                  : rc::gen::just(std::vector<Move>{});
  return rc::gen::apply(
      [=](const MachineDescription& machine, const std::vector<Action>& script, int of_naming,
          const std::vector<Move>& changes, Execution execution) {
        Experiment experiment{machine, compose(script, machine.pes(), of_naming), execution};
        constexpr std::array<decltype(&hasten), 8> kNamed = {
            hasten, await_receive, await_receive, hasten, await_receive, hasten, await_receive, await_receive};
        constexpr std::array<decltype(&hasten), 8> kUnnamed = {
            hasten, unname, await_receive, hurry, await_receive, await_receive, unname, await_receive};
        const auto& change = is_unnamed ? kUnnamed : kNamed;
        for (std::size_t i = 0; i < std::min(changes.size(), change.size()); ++i)
          if (change[i] != await_receive || sort == MachineSort::any || in_library::kSynchronousSends)
            change[i](experiment.program, changes[i].first, changes[i].second);
        if (is_unnamed && machine.port_policy != PortPolicy::strict) cancel_before_waits(experiment.program);
        if (may_deadlock) limit_polls(experiment.program);
        if (is_unnamed && has_synchronous_sends(experiment.program) && !experiment.machine.eager)
          experiment.machine.eager = 1000;  // longer than any: that sends may wait is said ahead
        if (machine.pes() > kMostThreads) experiment.execution.engine = PeEngine::fibers;
        return experiment;
      },
      machines(interest, may_deadlock, sort), scripts(interest), habits(interest), moves, executions());
}

rc::Gen<Program> programs(Interest interest, int pes) {
  return rc::gen::apply(compose, scripts(interest), rc::gen::just(pes), habits(interest));
}

}  // namespace toruscope::test
