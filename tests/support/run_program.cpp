// SPDX-License-Identifier: Apache-2.0

#include "tests/support/run_program.hpp"

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

constexpr std::byte kUntouched{0xEE};
constexpr std::size_t kUnmatchedBuffer = 4096;

/// What a message carries: bytes that tell its source, its number and their place.
Bytes body_of(Rank source, int number, std::size_t bytes) {
  Bytes body(bytes);
  const auto key = static_cast<std::uint64_t>(source) << 32U | static_cast<std::uint32_t>(number);
  RandomSource random(key);
  for (std::byte& byte : body) byte = static_cast<std::byte>(random() & 0xFFU);
  return body;
}

/// One receive: its buffer, and what must be in it at the end.
struct Landing {
  Rank source = 0;
  std::optional<Expected> expected;
  bool is_adopted = false;
  Bytes buffer;
};

/// One PE of the program at work.
class Performer {
 public:
  Performer(Communicator& comm, const PeProgram& operations,
            const std::vector<std::vector<std::optional<Expected>>>& matching,
            std::vector<std::int64_t>& clocks, std::vector<std::string>& faults)
      : comm_(comm), operations_(operations), matching_(matching), clocks_(clocks), faults_(faults) {}

  void run() {
    for (at_ = 0; at_ < operations_.size(); ++at_) {
      perform(operations_[at_]);
      clocks_.push_back(comm_.now().count);
    }
  }

 private:
  void perform(const Operation& operation) {
    switch (operation.kind) {
      case Kind::send:
        send(operation.sends[0]);
        break;
      case Kind::recv:
        recv(operation.receives[0]);
        break;
      case Kind::sendrecv:
        sendrecv(operation);
        break;
      case Kind::round:
        round(operation);
        break;
      case Kind::isend:
        isend(operation);
        break;
      case Kind::irecv:
        irecv(operation);
        break;
      case Kind::wait:
        wait(operation);
        break;
      case Kind::compute:
        comm_.compute(operation.duration);
        break;
      case Kind::synchronize:
        comm_.synchronize();
        break;
    }
  }

  // Copying and moving sends, filling and adopting receives take turns: they must not differ in time.

  void send(const Transfer& transfer) {
    Bytes body = next_body(transfer);
    if (number_ % 2 == 0)
      comm_.send(transfer.partner, std::move(body), transfer.tag);
    else
      comm_.send(transfer.partner, body, transfer.tag);
  }

  void recv(const Transfer& transfer) {
    Landing landing = prepare(transfer, 0);
    if (landing.is_adopted) {
      landing.buffer = comm_.recv<std::byte>(transfer.partner, transfer.tag);
    } else {
      const Received got = comm_.recv(transfer.partner, landing.buffer, transfer.tag);
      if (got.source != transfer.partner || got.tag != transfer.tag ||
          (landing.expected && got.bytes != landing.expected->bytes))
        fault(fmt::format("recv says {} bytes from {} tag {}", got.bytes, got.source, got.tag));
    }
    check(landing);
  }

  void sendrecv(const Operation& operation) {
    const Bytes body = next_body(operation.sends[0]);
    Landing landing = prepare(operation.receives[0], 0);
    landing.is_adopted = false;
    if (landing.buffer.empty()) landing.buffer.assign(capacity(landing), kUntouched);
    comm_.sendrecv(operation.sends[0].partner, body, operation.receives[0].partner, landing.buffer,
                   operation.sends[0].tag);
    check(landing);
  }

  void round(const Operation& operation) {
    std::list<Landing> landings;
    comm_.round([&](Round& round) {
      const auto name_receives = [&] {
        for (std::size_t i = 0; i < operation.receives.size(); ++i) {
          const Transfer& transfer = operation.receives[i];
          Landing& landing = landings.emplace_back(prepare(transfer, i));
          if (landing.is_adopted)
            round.adopt(transfer.partner, landing.buffer, transfer.tag);
          else
            round.recv(transfer.partner, landing.buffer, transfer.tag);
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
    for (const Landing& landing : landings) check(landing);
  }

  void isend(const Operation& operation) {
    Under& under = begin(operation);
    under.landing.buffer = next_body(operation.sends[0]);
    const Transfer& transfer = operation.sends[0];
    under.request = number_ % 2 == 0
                        ? comm_.isend(transfer.partner, std::move(under.landing.buffer), transfer.tag)
                        : comm_.isend(transfer.partner, under.landing.buffer, transfer.tag);
  }

  void irecv(const Operation& operation) {
    Under& under = begin(operation);
    under.is_receive = true;
    under.landing = prepare(operation.receives[0], 0);
    under.landing.is_adopted = false;
    under.landing.buffer.assign(capacity(under.landing), kUntouched);
    under.request = comm_.irecv(operation.receives[0].partner, under.landing.buffer, operation.receives[0].tag);
  }

  void wait(const Operation& operation) {
    if (operation.requests.size() == 1) {
      comm_.wait(under_way_.at(operation.requests[0]).request);
    } else {
      std::vector<Request> requests;
      for (const int name : operation.requests) requests.push_back(std::move(under_way_.at(name).request));
      comm_.wait_all(requests);
    }
    for (const int name : operation.requests) {
      const Under& under = under_way_.at(name);
      if (under.is_receive) check(under.landing);
      if (under.request.is_pending()) fault("a request is pending after its wait");
      under_way_.erase(name);
    }
  }

  /// A non-blocking operation under way; the request goes before its buffer.
  struct Under {
    bool is_receive = false;
    Landing landing;
    Request request;
  };

  Under& begin(const Operation& operation) { return under_way_[operation.requests[0]]; }

  Bytes next_body(const Transfer& transfer) {
    ++number_;
    return body_of(comm_.rank(), number_ - 1, transfer.bytes);
  }

  Landing prepare(const Transfer& transfer, std::size_t index) {
    Landing landing;
    landing.source = transfer.partner;
    landing.expected = matching_[at_][index];
    landing.is_adopted = ++receives_ % 2 == 0;
    if (!landing.is_adopted) landing.buffer.assign(capacity(landing), kUntouched);
    return landing;
  }

  /// Sometimes longer than the message, which must leave the rest alone.
  [[nodiscard]] std::size_t capacity(const Landing& landing) const {
    return landing.expected ? landing.expected->bytes + static_cast<std::size_t>(receives_ % 3)
                            : kUnmatchedBuffer;
  }

  void check(const Landing& landing) {
    if (!landing.expected) return fault("a message came that nobody sent");
    const Bytes body = body_of(landing.source, landing.expected->number, landing.expected->bytes);
    const bool has_length =
        landing.is_adopted ? landing.buffer.size() == body.size() : landing.buffer.size() >= body.size();
    if (!has_length || !std::equal(body.begin(), body.end(), landing.buffer.begin()))
      return fault(fmt::format("not the {} bytes of message {} from PE {}", body.size(),
                               landing.expected->number, landing.source));
    for (std::size_t i = body.size(); i < landing.buffer.size(); ++i)
      if (landing.buffer[i] != kUntouched) return fault("the rest of a longer buffer was touched");
  }

  void fault(const std::string& what) {
    faults_.push_back(
        fmt::format("PE {} operation {} ({}): {}", comm_.rank(), at_, to_string(operations_[at_]), what));
  }

  Communicator& comm_;
  const PeProgram& operations_;
  const std::vector<std::vector<std::optional<Expected>>>& matching_;
  std::vector<std::int64_t>& clocks_;
  std::vector<std::string>& faults_;
  std::size_t at_ = 0;
  int number_ = 0;    ///< messages sent so far
  int receives_ = 0;  ///< receives named so far
  std::map<int, Under> under_way_;
};

/// The laws that tie the parts of a report to each other.
void check_report(const Report& report, const Program& program, Outcome& outcome) {
  const auto require = [&](bool holds, const std::string& law) {
    if (!holds) outcome.faults.push_back("report: " + law);
  };
  require(report.finish.time == value(report.finish.account, report.costs),
          "T is not the value of its account");
  require(report.pes.size() == program.size(), "not one line for each PE");
  Ticks latest;
  for (std::size_t pe = 0; pe < report.pes.size() && pe < program.size(); ++pe) {
    const PeReport& of_pe = report.pes[pe];
    const auto& clocks = outcome.clocks[pe];
    latest = std::max(latest, of_pe.finish.time);
    require(of_pe.finish.time == value(of_pe.finish.account, report.costs),
            fmt::format("PE {}'s finish {} is not the value of its account {}", pe, of_pe.finish.time.count,
                        to_string(of_pe.finish.account)));
    require(of_pe.finish.time.count == (clocks.empty() ? 0 : clocks.back()),
            fmt::format("PE {}'s finish {} is not its last clock", pe, of_pe.finish.time.count));
    std::int64_t messages = 0;
    std::int64_t bytes = 0;
    for (const Operation& operation : program[pe])
      for (const Transfer& transfer : operation.sends) {
        if (transfer.partner == static_cast<Rank>(pe)) continue;
        messages += 1;
        bytes += static_cast<std::int64_t>(transfer.bytes);
      }
    require(of_pe.messages_sent == messages && of_pe.bytes_sent == bytes,
            fmt::format("PE {} sent {} messages of {} bytes, reported {} of {}", pe, messages, bytes,
                        of_pe.messages_sent, of_pe.bytes_sent));
  }
  require(report.finish.time == latest, "T is not the latest PE's finish");
  std::int64_t most = 0;
  for (const LinkReport& link : report.links) {
    most = std::max(most, link.bytes);
    require(report.host.network != "hop" || link.channel_pushes == link.messages,
            fmt::format("link {}->{}: {} messages but {} pushes", link.from, link.to, link.messages,
                        link.channel_pushes));
  }
  require(report.totals.max_link_bytes == most, "max_link_bytes is not that of the links");
}

}  // namespace

MachineRun run_on_machine(const MachineDescription& description, const Program& program,
                          const Execution& execution) {
  MachineRun run;
  Outcome& outcome = run.outcome;
  outcome.clocks.resize(program.size());
  std::vector<std::vector<std::string>> faults(program.size());
  const Matching matching = match(program);
  Machine machine{description.topology(), description.parameters(), execution};
  try {
    run.report = machine.run([&](Communicator& comm) {
      const auto me = static_cast<std::size_t>(comm.rank());
      Performer(comm, program.at(me), matching[me], outcome.clocks[me], faults[me]).run();
    });
  } catch (const DeadlockError& error) {
    outcome.is_deadlock = true;
    run.deadlock = error.what();
  }
  for (const auto& of_pe : faults) outcome.faults.insert(outcome.faults.end(), of_pe.begin(), of_pe.end());
  if (!run.report) return run;

  const Report& report = *run.report;
  outcome.finish = report.finish.time.count;
  outcome.messages = report.totals.messages;
  outcome.bytes = report.totals.bytes;
  outcome.hops = report.totals.hops;
  outcome.link_conflicts = report.totals.link_conflicts;
  for (const LinkReport& link : report.links) {
    LinkLoad& load = outcome.links[{link.from, link.to}];
    load.messages += link.messages;
    load.bytes += link.bytes;
    load.wait += link.wait.count;
  }
  check_report(report, program, outcome);
  return run;
}

std::string to_string(const Execution& execution) {
  std::string text =
      fmt::format("{} workers={} capacity={}", execution.engine == PeEngine::fibers ? "fibers" : "threads",
                  execution.workers, execution.channel_capacity);
  if (execution.perturb) text += fmt::format(" perturb={}", *execution.perturb);
  return text;
}

}  // namespace toruscope::test
