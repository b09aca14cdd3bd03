// SPDX-License-Identifier: Apache-2.0

#include "tests/support/run_program.hpp"

#include "tests/support/reference_account.hpp"
#include "tests/support/report_check.hpp"
#include "tests/support/run_polls.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <list>
#include <map>
#include <utility>

namespace toruscope::test {

namespace {

using Kind = Operation::Kind;
using Bytes = std::vector<std::byte>;

/// One PE of the program at work.
class Performer {
 public:
  Performer(Communicator& comm, const Program& program, std::size_t strand, std::size_t longest_message,
            Outcome& outcome, std::vector<std::string>& faults)
      : comm_(comm),
        program_(program),
        strand_(strand),
        walk_(strand_of(program, strand)),
        longest_(longest_message),
        outcome_(outcome),
        clocks_(outcome.clocks.at(strand)),
        seen_(outcome.seen.at(strand)),
        faults_(faults) {}

  void run() {
    while (walk_.current() != nullptr) {
      const Observation seen = perform(*walk_.current());
      clocks_.push_back(comm_.now().count);
      seen_.push_back(seen);
      walk_.advance(seen);
    }
  }

 private:
  Observation perform(const Operation& operation) {
    switch (operation.kind) {
      case Kind::send:
        return send(operation.sends[0]);
      case Kind::recv:
        return recv(operation.receives[0]);
      case Kind::sendrecv:
        return sendrecv(operation);
      case Kind::round:
        return round(operation);
      case Kind::isend:
        return isend(operation);
      case Kind::irecv:
        return irecv(operation);
      case Kind::wait:
        return wait(operation);
      case Kind::wait_any:
        return wait_any(operation);
      case Kind::test:
        return test(operation);
      case Kind::probe:
        return probe(operation.receives[0]);
      case Kind::test_any:
      case Kind::test_all:
      case Kind::wait_some:
      case Kind::wait_until:
      case Kind::probe_until:
        return ask(operation);
      case Kind::cancel:
        return cancel(operation);
      case Kind::compute:
        comm_.compute(operation.duration);
        return {};
      case Kind::synchronize:
        comm_.synchronize();
        return {};
      case Kind::start:
        return begin(operation);
      case Kind::take:
      case Kind::serve:
      case Kind::work:
        break;
    }
    fault("is no operation of a Communicator");
    return {};
  }

  // Copying and moving sends, filling and adopting receives take turns: they must not differ in
  // time.

  Observation send(const Transfer& transfer) {
    Bytes body = next_body(transfer);
    if (transfer.is_synchronous)
      comm_.ssend(transfer.partner, body, transfer.tag);
    else if (number_ % 2 == 0)
      comm_.send(transfer.partner, std::move(body), transfer.tag);
    else
      comm_.send(transfer.partner, body, transfer.tag);
    return {};
  }

  Observation recv(const Transfer& transfer) {
    Bytes buffer = prepare();
    const Received received = receives_ % 2 == 0 ? comm_.adopt(transfer.partner, buffer, transfer.tag)
                                                 : comm_.recv(transfer.partner, buffer, transfer.tag);
    return {.got = {told(received, buffer)}};
  }

  Observation sendrecv(const Operation& operation) {
    const Bytes body = next_body(operation.sends[0]);
    Bytes buffer = prepare();
    comm_.sendrecv(operation.sends[0].partner, body, operation.receives[0].partner, buffer,
                   operation.sends[0].tag);
    return {.got = {untold(buffer)}};
  }

  Observation round(const Operation& operation) {
    std::list<Bytes> buffers;
    comm_.round([&](Round& round) {
      const auto name_receives = [&] {
        for (const Transfer& transfer : operation.receives) {
          Bytes& buffer = buffers.emplace_back(prepare());
          if (receives_ % 2 == 0)
            round.adopt(transfer.partner, buffer, transfer.tag);
          else
            round.recv(transfer.partner, buffer, transfer.tag);
        }
      };
      // Whether sends or receives are named first must not matter.
      if (comm_.rank() % 2 == 1) name_receives();
      for (const Transfer& transfer : operation.sends) {
        Bytes body = next_body(transfer);
        if (number_ % 2 == 0) {
          round.send(transfer.partner, std::move(body), transfer.tag);
        } else {
          round.send(transfer.partner, body, transfer.tag);
          body.assign(body.size(), kUntouched);  // the round has read it
        }
      }
      if (comm_.rank() % 2 == 0) name_receives();
    });
    Observation seen;
    for (const Bytes& filled : buffers) seen.got.push_back(untold(filled));
    return seen;
  }

  Observation isend(const Operation& operation) {
    const Transfer& transfer = operation.sends[0];
    Under& under = under_way_[operation.requests[0]];
    under.buffer = next_body(transfer);
    under.request = transfer.is_synchronous ? comm_.issend(transfer.partner, under.buffer, transfer.tag)
                    : number_ % 2 == 0 ? comm_.isend(transfer.partner, std::move(under.buffer), transfer.tag)
                                       : comm_.isend(transfer.partner, under.buffer, transfer.tag);
    return {};
  }

  Observation irecv(const Operation& operation) {
    const Transfer& transfer = operation.receives[0];
    Under& under = under_way_[operation.requests[0]];
    under.is_receive = true;
    under.buffer = prepare();
    under.request = comm_.irecv(transfer.partner, under.buffer, transfer.tag);
    return {};
  }

  Observation begin(const Operation& operation) {
    under_way_[operation.requests[0]].request =
        start(comm_, [this, strand = operation.strand](Communicator& comm) {
          Performer(comm, program_, strand, longest_, outcome_, faults_).run();
        });
    return {};
  }

  Observation wait(const Operation& operation) {
    Observation seen;
    if (operation.requests.size() == 1) {
      Under& under = under_way_.at(operation.requests[0]);
      const Received received = comm_.wait(under.request);
      if (under.is_receive) seen.got.push_back(told(received, under.buffer));
    } else {
      std::vector<Request> requests = lend(operation.requests);
      comm_.wait_all(requests);
      take_back(operation.requests, requests);
      for (const int name : operation.requests)
        if (under_way_.at(name).is_receive) seen.got.push_back(untold(under_way_.at(name).buffer));
    }
    for (const int name : operation.requests) release(name);
    return seen;
  }

  Observation wait_any(const Operation& operation) {
    std::vector<Request> requests = lend(operation.requests);
    Received received;
    Observation seen;
    seen.index = static_cast<int>(comm_.wait_any(requests, &received));
    take_back(operation.requests, requests);
    const int name = operation.requests.at(static_cast<std::size_t>(seen.index));
    if (under_way_.at(name).is_receive) seen.got.push_back(told(received, under_way_.at(name).buffer));
    release(name);
    return seen;
  }

  Observation test(const Operation& operation) {
    Under& under = under_way_.at(operation.requests[0]);
    const std::optional<Received> received = comm_.test(under.request);
    Observation seen;
    seen.is_successful = received.has_value();
    if (under.request.is_pending() == seen.is_successful) fault("test does not say what became of the request");
    if (!seen.is_successful) return seen;
    if (under.is_receive) seen.got.push_back(told(*received, under.buffer));
    release(operation.requests[0]);
    return seen;
  }

  Observation cancel(const Operation& operation) {
    Under& under = under_way_.at(operation.requests[0]);
    const bool is_cancelled = comm_.cancel(under.request);
    if (under.request.is_pending() == is_cancelled) fault("cancel does not say what became of the request");
    if (!is_cancelled) return {.is_successful = false};
    under.buffer = prepare();
    under.request = comm_.irecv(operation.receives[0].partner, under.buffer, operation.receives[0].tag);
    return {};
  }

  /// Polls of several requests, and deadlines, by calls that the Communicator may not have yet
  /// (in_library::kPolls).
  Observation ask(const Operation& operation) {
    std::vector<Request> requests = lend(operation.requests);
    std::optional<Told> told;
    if (operation.kind == Kind::test_any) told = test_any_of(comm_, requests);
    if (operation.kind == Kind::test_all) told = test_all_of(comm_, requests);
    if (operation.kind == Kind::wait_some) told = wait_some_of(comm_, requests);
    const Ticks deadline{comm_.now().count + operation.duration.count};
    if (operation.kind == Kind::wait_until) told = wait_until_of(comm_, requests[0], deadline);
    if (operation.kind == Kind::probe_until)
      told = probe_until_of(comm_, operation.receives[0].partner, operation.receives[0].tag, deadline);
    take_back(operation.requests, requests);
    if (!told) fault("is no operation of a Communicator");
    return told ? observed(operation, *told) : Observation{.is_successful = false};
  }

  Observation observed(const Operation& operation, Told told) {
    Observation seen{.is_successful = told.is_successful};
    if (!told.is_successful) return seen;
    if (operation.kind == Kind::probe_until) return seen_by_probe(told.received[0]);
    if (operation.kind == Kind::test_all) {
      for (std::size_t i = 0; i < operation.requests.size(); ++i)
        if (walk_.is_pending(operation.requests[i])) told.indices.push_back(i);
    }
    for (std::size_t i = 0; i < told.indices.size(); ++i) {
      const int name = operation.requests[told.indices[i]];
      const Under& under = under_way_.at(name);
      if (under.is_receive)
        seen.got.push_back(told.received.empty() ? untold(under.buffer)
                                                 : this->told(told.received[i], under.buffer));
      if (operation.kind == Kind::wait_some) seen.indices.push_back(static_cast<int>(told.indices[i]));
      if (operation.kind == Kind::test_any) seen.index = static_cast<int>(told.indices[i]);
      release(name);
    }
    return seen;
  }

  static Observation seen_by_probe(const Received& received) {
    return {.got = {{received.source, received.tag, static_cast<std::int64_t>(received.bytes), 0}}};
  }

  Observation probe(const Transfer& transfer) {
    const std::optional<Received> received = comm_.probe(transfer.partner, transfer.tag);
    if (!received) return {.is_successful = false};
    return seen_by_probe(*received);
  }

  /// A non-blocking operation under way; the request goes before its buffer.
  struct Under {
    bool is_receive = false;
    Bytes buffer;
    Request request;
  };

  /// The requests of these names, empty where one is no longer under way.
  std::vector<Request> lend(const std::vector<int>& names) {
    std::vector<Request> requests(names.size());
    for (std::size_t i = 0; i < names.size(); ++i)
      if (walk_.is_pending(names[i])) requests[i] = std::move(under_way_.at(names[i]).request);
    return requests;
  }
  void take_back(const std::vector<int>& names, std::vector<Request>& requests) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (walk_.is_pending(names[i])) under_way_.at(names[i]).request = std::move(requests[i]);
  }
  void release(int name) {
    if (under_way_.at(name).request.is_pending()) fault("a request is pending after it was waited for");
    under_way_.erase(name);
  }

  Bytes next_body(const Transfer& transfer) {
    return body_of(static_cast<Rank>(strand_), number_++, transfer.bytes);
  }

  /// Sometimes longer than any message, which must leave the rest alone.
  Bytes prepare() { return Bytes(longest_ + static_cast<std::size_t>(++receives_ % 3), kUntouched); }

  Got told(const Received& received, const Bytes& buffer) {
    Got got = untold(buffer);
    got.source = received.source;
    got.tag = received.tag;
    got.bytes = static_cast<std::int64_t>(received.bytes);
    return got;
  }

  static Got untold(const Bytes& buffer) { return {.content = fingerprint(buffer)}; }

  void fault(const std::string& what) {
    faults_.push_back(fmt::format("PE {} ({}): {}", comm_.rank(), to_string(*walk_.current()), what));
  }

  Communicator& comm_;
  const Program& program_;
  const std::size_t strand_;
  Walk walk_;
  std::size_t longest_;
  Outcome& outcome_;
  std::vector<std::int64_t>& clocks_;
  std::vector<Observation>& seen_;
  std::vector<std::string>& faults_;
  int number_ = 0;    ///< messages sent so far
  int receives_ = 0;  ///< receives named so far
  std::map<int, Under> under_way_;
};

}  // namespace

MachineRun run_on_machine(const MachineDescription& description, const Program& program,
                          const Execution& execution) {
  MachineRun run;
  Outcome& outcome = run.outcome;
  outcome.clocks.resize(count_strands(program));
  outcome.seen.resize(outcome.clocks.size());
  std::vector<std::vector<std::string>> faults(program.size());
  const std::size_t longest = longest_message(program);
  Machine machine{description.topology(), description.parameters(), execution};
  try {
    run.report = machine.run([&](Communicator& comm) {
      const auto me = static_cast<std::size_t>(comm.rank());
      Performer(comm, program, me, longest, outcome, faults[me]).run();
    });
  } catch (const DeadlockError& error) {
    outcome.is_deadlock = true;
    outcome.finish = error.when().count;
    run.deadlock = error.what();
  } catch (const PortViolationError& error) {
    outcome.violation = Violation{error.when().count, error.rank()};
  }
  for (const auto& of_pe : faults) outcome.faults.insert(outcome.faults.end(), of_pe.begin(), of_pe.end());
  if (!run.report) return run;

  const Report& report = *run.report;
  outcome.finish = report.finish.time.count;
  outcome.messages = report.totals.messages;
  outcome.bytes = report.totals.bytes;
  outcome.hops = report.totals.hops;
  outcome.link_conflicts = report.totals.link_conflicts;
  outcome.detours = report.totals.detours;
  for (const LinkReport& link : report.links) {
    LinkLoad& load = outcome.links[{link.from, link.to}];
    load.messages += link.messages;
    load.bytes += link.bytes;
    load.wait += link.wait.count;
  }
  for (const PeReport& pe : report.pes)
    outcome.accounts.emplace_back(what_costs(description, pe.finish.account));
  check_report(report, program, execution.record_critical_path, outcome);
  return run;
}

std::string to_string(const Execution& execution) {
  std::string text =
      fmt::format("{} workers={} capacity={}", execution.engine == PeEngine::fibers ? "fibers" : "threads",
                  execution.workers, execution.channel_capacity);
  if (execution.record_critical_path) text += " critical path";
  if (execution.perturb) text += fmt::format(" perturb={}", *execution.perturb);
  return text;
}

}  // namespace toruscope::test
