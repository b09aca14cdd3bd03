// SPDX-License-Identifier: Apache-2.0

#include "tests/support/random_program.hpp"

#include "tests/support/run_program.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <tuple>
#include <utility>

namespace toruscope::test {

namespace {

int mod(int value, int n) {
  return (value % n + n) % n;
}

/// Carries out a script, knowing which messages are under way.
class Composer {
 public:
  explicit Composer(int p) : p_(p), program_(static_cast<std::size_t>(p)), pending_(program_.size()) {}

  void perform(const Action& action) {
    using Kind = Action::Kind;
    const Rank pe = mod(action.pe, p_);
    const Rank partner = mod(action.partner, p_);
    const Tag tag = mod(action.tag, 3);
    switch (action.kind) {
      case Kind::send:
        append_send(pe, partner, action.bytes, tag);
        break;
      case Kind::recv:
        append_recv(pe, action.choice);
        break;
      case Kind::isend:
        append_isend(pe, partner, action.bytes, tag);
        break;
      case Kind::irecv:
        append_irecv(pe, partner, tag);
        break;
      case Kind::wait:
        append_wait(pe, action.choice, action.partner);
        break;
      case Kind::exchange:
        exchange(pe, partner, action.bytes, tag);
        break;
      case Kind::round:
        round(pe, partner, action);
        break;
      case Kind::compute:
        add(pe, compute(action.choice % 20));
        break;
      case Kind::shift:
        shift(action.partner, action.bytes, tag);
        break;
      case Kind::gather:
        gather(pe, action.bytes, tag, action.choice);
        break;
      case Kind::scatter:
        scatter(pe, action.bytes, tag, action.choice);
        break;
      case Kind::synchronize:
        for (Rank i = 0; i < p_; ++i) add(i, synchronize());
        break;
    }
  }

  /// Sends what posted receives still wait for, receives what is under way, waits for all requests.
  Program finish() {
    for (auto& [pair, count] : counts_)
      while (count.sent < count.posted)
        append_send(std::get<0>(pair), std::get<1>(pair), static_cast<std::size_t>(count.sent % 3),
                    std::get<2>(pair));
    for (Rank pe = 0; pe < p_; ++pe) {
      while (append_recv(pe, pe)) {
      }
      append_wait(pe, -1, pe);
    }
    return std::move(program_);
  }

 private:
  using Pair = std::tuple<Rank, Rank, Tag>;  // source, destination, tag
  struct Count {
    int sent = 0;
    int posted = 0;
  };
  struct PendingRequest {
    int name = 0;
    Pair pair;
    int turn = -1;  ///< the how-manieth receive of its pair; -1: a send
  };

  void add(Rank pe, Operation operation) {
    program_[static_cast<std::size_t>(pe)].push_back(std::move(operation));
  }
  std::vector<PendingRequest>& pending(Rank pe) { return pending_[static_cast<std::size_t>(pe)]; }

  void append_send(Rank pe, Rank partner, std::size_t bytes, Tag tag) {
    ++counts_[{pe, partner, tag}].sent;
    add(pe, send(partner, bytes, tag));
  }

  void append_isend(Rank pe, Rank partner, std::size_t bytes, Tag tag) {
    ++counts_[{pe, partner, tag}].sent;
    pending(pe).push_back({names_, {pe, partner, tag}, -1});
    add(pe, isend(names_++, partner, bytes, tag));
  }

  void append_irecv(Rank pe, Rank source, Tag tag) {
    const Pair pair{source, pe, tag};
    pending(pe).push_back({names_, pair, counts_[pair].posted++});
    add(pe, irecv(names_++, source, tag));
  }

  /// Sources and tags of messages to this PE that no receive has been posted for.
  std::vector<Pair> unclaimed(Rank pe) {
    std::vector<Pair> pairs;
    for (const auto& [pair, count] : counts_)
      if (std::get<1>(pair) == pe && count.sent > count.posted) pairs.push_back(pair);
    return pairs;
  }

  /// A receive of one of the messages on their way to this PE. False if there is none.
  bool append_recv(Rank pe, int choice) {
    const std::vector<Pair> pairs = unclaimed(pe);
    if (pairs.empty()) return false;
    const Pair& pair = pairs[static_cast<std::size_t>(mod(choice, static_cast<int>(pairs.size())))];
    ++counts_[pair].posted;
    add(pe, recv(std::get<0>(pair), std::get<2>(pair)));
    return true;
  }

  /// Waits for those of the requests which can be completed that `mask` selects, beginning with the first-th.
  void append_wait(Rank pe, int mask, int first) {
    std::vector<PendingRequest>& all = pending(pe);
    std::vector<int> names;
    std::vector<PendingRequest> rest;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const bool is_ready = all[i].turn < counts_[all[i].pair].sent;
      const bool is_selected = (static_cast<unsigned>(mask) >> (i % 32) & 1U) != 0;
      if (is_ready && is_selected)
        names.push_back(all[i].name);
      else
        rest.push_back(all[i]);
    }
    if (names.empty()) return;
    std::rotate(names.begin(), names.begin() + mod(first, static_cast<int>(names.size())), names.end());
    all = rest;
    add(pe, wait(names));
  }

  /// A message whose receive is posted with it; receives posted earlier have to get theirs before.
  void count_transfer(Rank source, Rank destination, Tag tag) {
    Count& count = counts_[{source, destination, tag}];
    while (count.sent < count.posted) append_send(source, destination, 1, tag);
    ++count.sent;
    ++count.posted;
  }

  /// Rounds may wait for each other's sends: all sends of a round are posted before it waits.
  void exchange(Rank a, Rank b, std::size_t bytes, Tag tag) {
    count_transfer(a, b, tag);
    add(a, sendrecv(b, bytes, b, tag));
    if (a == b) return;
    count_transfer(b, a, tag);
    add(b, sendrecv(a, bytes / 2, a, tag));
  }

  void shift(int distance, std::size_t bytes, Tag tag) {
    for (Rank pe = 0; pe < p_; ++pe) {
      const Rank next = mod(pe + distance, p_);
      count_transfer(pe, next, tag);
      add(pe, sendrecv(next, bytes, mod(pe - distance, p_), tag));
    }
  }

  /// Up to three sends and up to three receives of messages under way.
  void round(Rank pe, Rank partner, const Action& action) {
    std::vector<Transfer> sends;
    std::vector<Transfer> receives;
    for (int i = 0; i < action.choice % 4; ++i) {
      const Rank destination = mod(partner + i * action.tag, p_);
      const Tag tag = mod(action.tag + i, 3);
      ++counts_[{pe, destination, tag}].sent;
      sends.push_back(to(destination, action.bytes + static_cast<std::size_t>(i), tag));
    }
    std::vector<Pair> pairs = unclaimed(pe);
    if (!pairs.empty())
      std::rotate(pairs.begin(), pairs.begin() + mod(action.choice, static_cast<int>(pairs.size())),
                  pairs.end());
    for (const Pair& pair : pairs) {
      if (receives.size() == 3) break;
      ++counts_[pair].posted;
      receives.push_back(from(std::get<0>(pair), std::get<2>(pair)));
    }
    add(pe, test::round(std::move(sends), std::move(receives)));
  }

  /// All send to the root, which receives in the order of ranks, in one round, or by requests.
  void gather(Rank root, std::size_t bytes, Tag tag, int way) {
    for (Rank pe = 0; pe < p_; ++pe)
      if (pe != root) append_send(pe, root, bytes + static_cast<std::size_t>(pe % 2), tag);
    if (way % 3 == 0) {
      std::vector<Transfer> receives;
      for (const Pair& pair : unclaimed(root)) {
        ++counts_[pair].posted;
        receives.push_back(from(std::get<0>(pair), std::get<2>(pair)));
      }
      add(root, test::round({}, std::move(receives)));
    } else if (way % 3 == 1) {
      for (const Pair& pair : unclaimed(root)) append_irecv(root, std::get<0>(pair), std::get<2>(pair));
      append_wait(root, -1, way);
    } else {
      while (append_recv(root, 0)) {
      }
    }
  }

  /// The root sends to all, in one round or by requests; they receive one each.
  void scatter(Rank root, std::size_t bytes, Tag tag, int way) {
    std::vector<Transfer> sends;
    for (int i = 1; i < p_; ++i) {
      const Rank destination = mod(root + i, p_);
      if (way % 2 == 0) {
        ++counts_[{root, destination, tag}].sent;
        sends.push_back(to(destination, bytes, tag));
      } else {
        append_isend(root, destination, bytes, tag);
      }
    }
    if (!sends.empty()) add(root, test::round(std::move(sends), {}));
    for (int i = 1; i < p_; ++i) append_recv(mod(root + i, p_), way);
    append_wait(root, -1, 0);
  }

  int p_;
  Program program_;
  std::vector<std::vector<PendingRequest>> pending_;
  std::map<Pair, Count> counts_;
  int names_ = 0;
};

/// Uniform whatever the size of the experiment (gen::inRange alone prefers low numbers in small experiments), and
/// shrunk towards 0.
rc::Gen<int> below(int n) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n));
}

/// Uniform, and shrunk towards the first value, which gen::elementOf does not do.
template <class T>
rc::Gen<T> one_of(std::vector<T> values) {
  return rc::gen::map(below(static_cast<int>(values.size())),
                      [values](int i) { return values[static_cast<std::size_t>(i)]; });
}

rc::Gen<Action> actions(Interest interest) {
  using Kind = Action::Kind;
  static const std::vector<Kind> kinds{
      Kind::send,     Kind::send,    Kind::send,  Kind::recv,   Kind::recv,    Kind::recv,       Kind::isend,
      Kind::isend,    Kind::irecv,   Kind::wait,  Kind::wait,   Kind::round,   Kind::round,      Kind::compute,
      Kind::exchange, Kind::compute, Kind::shift, Kind::gather, Kind::scatter, Kind::synchronize};
  // Within a tick only what takes no time goes on: many empty messages, and some that make others wait.
  const std::vector<std::size_t> bytes = interest == Interest::zero_lookahead
                                             ? std::vector<std::size_t>{0, 1, 0, 8, 0, 0}
                                             : std::vector<std::size_t>{1, 0, 2, 3, 4, 8, 8, 16, 40};
  return rc::gen::build<Action>(
      rc::gen::set(&Action::kind, one_of(kinds)), rc::gen::set(&Action::pe, below(60)),
      rc::gen::set(&Action::partner, below(60)), rc::gen::set(&Action::choice, below(1 << 16)),
      rc::gen::set(&Action::tag, below(3)), rc::gen::set(&Action::bytes, one_of(bytes)));
}

rc::Gen<MachineDescription> networks(Interest interest) {
  using Network = MachineDescription::Network;
  const auto of = [](Network network) {
    return [network](std::vector<int> sides) {
      MachineDescription machine;
      machine.network = network;
      machine.sides = std::move(sides);
      return machine;
    };
  };
  const auto side = [](int most) { return rc::gen::map(below(most), [](int i) { return i + 1; }); };
  const auto line = [&](Network network) {
    return rc::gen::map(rc::gen::container<std::vector<int>>(1, side(12)), of(network));
  };
  if (interest == Interest::ports) return line(Network::complete);
  const auto plane = rc::gen::map(rc::gen::container<std::vector<int>>(2, side(6)), of(Network::torus));
  const auto box = rc::gen::map(rc::gen::container<std::vector<int>>(3, side(6)), [of](std::vector<int> sides) {
    while (sides[0] * sides[1] * sides[2] > 72) --*std::max_element(sides.begin(), sides.end());
    return of(Network::torus)(std::move(sides));
  });
  if (interest == Interest::deadlocks)
    return rc::gen::oneOf(line(Network::complete), line(Network::ring), plane, box);
  return rc::gen::oneOf(line(Network::ring), line(Network::torus), plane, box);
}

/// Small costs: 0 often, ties likely.
rc::Gen<MachineDescription> machines(Interest interest) {
  using Cost = std::int64_t;
  const auto cost = [](std::vector<Cost> values) { return one_of<Cost>(std::move(values)); };
  const bool is_zero = interest == Interest::zero_lookahead;
  return rc::gen::apply(
      [](MachineDescription machine, Cost ts, Cost tr, Cost tm, Cost tw, Cost th, std::pair<Cost, Cost> rest,
         Injection injection) {
        machine.ts = ts;
        machine.tr = tr;
        machine.tm = tm;
        machine.tw = tw;
        machine.th = th;
        std::tie(machine.latency, machine.gap) = rest;
        machine.injection = injection;
        return machine;
      },
      networks(interest), is_zero ? cost({0}) : cost({0, 1, 0, 2, 5, 10}),
      is_zero ? cost({0, 0, 0, 0, 1}) : cost({0, 0, 0, 1, 4}),
      is_zero ? cost({0, 0, 0, 0, 1}) : cost({0, 0, 0, 1, 3}), cost({1, 0, 1, 2, 5}),
      is_zero ? cost({0}) : cost({0, 1, 0, 2, 3}),
      rc::gen::pair(is_zero ? cost({0, 0, 0, 0, 3}) : cost({0, 0, 0, 1, 7}), cost({0, 0, 0, 3, 12})),
      one_of<Injection>({Injection::direct, Injection::buffered}));
}

rc::Gen<Execution> executions() {
  return rc::gen::apply(
      [](PeEngine engine, int workers, std::size_t capacity, int perturb) {
        Execution execution;
        execution.engine = engine;
        execution.workers = workers;
        execution.channel_capacity = capacity;
        if (perturb % 2 == 1) execution.perturb = static_cast<std::uint64_t>(perturb);
        return execution;
      },
      one_of<PeEngine>({PeEngine::fibers, PeEngine::threads}), one_of<int>({1, 2, 4}),
      one_of<std::size_t>({64, 2, 1}), below(1000));
}

}  // namespace

Program compose(const std::vector<Action>& script, int p) {
  Composer composer(p);
  for (const Action& action : script) composer.perform(action);
  return composer.finish();
}

void hasten(Program& program, int pe, int operation) {
  PeProgram& operations = program[static_cast<std::size_t>(mod(pe, static_cast<int>(program.size())))];
  if (operations.empty()) return;
  const auto at = operations.begin() + mod(operation, static_cast<int>(operations.size()));
  if (at->requests.empty()) std::rotate(operations.begin(), at, at + 1);
}

std::ostream& operator<<(std::ostream& out, const Experiment& experiment) {
  return out << to_string(experiment.machine) << " | " << to_string(experiment.execution) << "\n"
             << to_string(experiment.program);
}

rc::Gen<Experiment> experiments(Interest interest) {
  using Move = std::pair<int, int>;
  const auto place = below(60);
  const auto moves = interest == Interest::deadlocks
                         ? rc::gen::container<std::vector<Move>>(rc::gen::pair(place, place))
                         : rc::gen::just(std::vector<Move>{});
  const auto scripts = rc::gen::withSize([interest](int size) {  // long enough for messages to meet
    return rc::gen::resize(15 + size, rc::gen::container<std::vector<Action>>(actions(interest)));
  });
  return rc::gen::apply(
      [](const MachineDescription& machine, const std::vector<Action>& script,
         const std::vector<Move>& hastened, Execution execution) {
        Experiment experiment{machine, compose(script, machine.pes()), execution};
        for (std::size_t i = 0; i < std::min<std::size_t>(hastened.size(), 2); ++i)
          hasten(experiment.program, hastened[i].first, hastened[i].second);
        if (machine.pes() > kMostThreads) experiment.execution.engine = PeEngine::fibers;
        return experiment;
      },
      machines(interest), scripts, moves, executions());
}

}  // namespace toruscope::test
