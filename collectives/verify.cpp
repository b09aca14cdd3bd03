// SPDX-License-Identifier: Apache-2.0
#include "collectives/verify.hpp"

#include "collectives/stamps.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <string>

namespace toruscope {

namespace {

using detail::affine_data;
using detail::affine_maps;
using detail::is_stamped;
using detail::stamp_block;
using detail::stamp_hash;

std::string number(std::int64_t n) {
  return std::to_string(n);
}

template <class Entry>
Verdict question(const char* operation, const Entry& entry, Case c,
                 std::optional<Bound> (*bound)(const Case&)) {
  const std::string name = std::string(operation) + "/" + entry.name;
  if (c.root < 0 || c.root >= c.p)
    throw ConfigError(name + ": root " + number(c.root) + " is not a rank of this machine (ranks are 0.." +
                      number(c.p - 1) + ")");
  if (entry.refusal)
    if (const std::optional<std::string> reason = entry.refusal(c)) throw ConfigError(name + ": " + *reason);
  Verdict verdict;
  verdict.operation = operation;
  verdict.algorithm = entry.name;
  verdict.predicted = entry.predicted ? entry.predicted(c) : std::nullopt;
  verdict.bound = bound(c);
  verdict.question = std::move(c);
  return verdict;
}

/// Claims, formula, bound, account: everything but the data.
class Judge {
 public:
  explicit Judge(Verdict& verdict) : v_(verdict) {}

  void compare_claims(const AlgorithmInfo& claims) {
    const Report& r = v_.report;
    // A buffered sender may start its next message before the last one has left its first link.
    const bool is_claimed = claims.conflict_free && r.parameters.injection == Injection::direct;
    if (is_claimed && r.totals.link_conflicts != 0)
      fault("claims no link conflicts, but " + number(r.totals.link_conflicts) +
            " messages found a link of their route taken");
    if (const Ticks sum = value(r.finish.account, r.costs); sum != r.finish.time)
      fault("the parts of its critical path sum to " + number(sum.count) + " ticks, but it took " +
            number(r.finish.time.count));
    if (v_.predicted) compare_formula(*v_.predicted);
    if (v_.bound && r.finish.time < v_.bound->ticks) {
      v_.beats_bound = true;
      fault("took " + number(r.finish.time.count) + " ticks, less than the lower bound of " +
            number(v_.bound->ticks.count) + " (" + v_.bound->source + ")");
    }
  }

  /// One fault for all PEs whose data are wrong: wrong[r] says what is wrong on PE r.
  void compare_data(const std::vector<std::string>& wrong) {
    const auto is_wrong = [](const std::string& what) { return !what.empty(); };
    const auto first = std::find_if(wrong.begin(), wrong.end(), is_wrong);
    if (first == wrong.end()) return;
    v_.data_is_right = false;
    fault("PE " + number(first - wrong.begin()) + ": " + *first + " (wrong on " +
          number(std::count_if(wrong.begin(), wrong.end(), is_wrong)) + " of " +
          number(static_cast<std::int64_t>(wrong.size())) + " PEs)");
  }

 private:
  void fault(const std::string& sentence) {
    v_.faults.push_back(v_.operation + "/" + v_.algorithm + ": " + sentence);
  }
  void compare_formula(const Prediction& predicted) {
    const Account& path = v_.report.finish.account;
    const Costs& costs = v_.report.costs;
    compare("startups", predicted.startups, path.startups, costs.ts);
    compare("bytes", predicted.bytes, path.bytes, costs.tw);
    compare("hops", predicted.hops, path.hops, costs.th);
    compare("ticks", predicted.ticks.count, v_.report.finish.time.count, Ticks{1});
  }
  void compare(const char* what, std::int64_t formula, std::int64_t measured, Ticks cost) {
    if (cost != Ticks{} && formula != measured)
      fault("the formula says " + number(formula) + " " + what + ", measured " + number(measured));
  }

  Verdict& v_;
};

/// Runs `program(comm)` on every PE; it returns what is wrong with this PE's data, or nothing.
template <class Program>
void run_and_judge(Verdict& verdict, const AlgorithmInfo& claims, const TopologyPtr& topology,
                   const Parameters& parameters, const Execution& execution, Program program) {
  std::vector<std::string> wrong(static_cast<std::size_t>(topology->nodes()));
  Machine machine(topology, parameters, execution);
  verdict.report =
      machine.run([&](Communicator& comm) { wrong[static_cast<std::size_t>(comm.rank())] = program(comm); });
  Judge judge(verdict);
  judge.compare_data(wrong);
  judge.compare_claims(claims);
}

std::string wrong_block(std::span<const std::byte> receive, std::size_t block, Rank me, int p) {
  for (Rank s = 0; s < p; ++s)
    if (!is_stamped(s, me, receive.subspan(static_cast<std::size_t>(s) * block, block)))
      return "the block from PE " + number(s) + " is not the one that was sent";
  return {};
}

}  // namespace

Verdict verify(const Alltoall& algorithm, const TopologyPtr& topology, const Parameters& parameters,
               const Execution& execution, std::size_t block) {
  Verdict verdict = question("alltoall", algorithm, case_of(*topology, parameters, block), alltoall_bound);
  run_and_judge(verdict, algorithm, topology, parameters, execution, [&](Communicator& comm) {
    const int p = comm.size();
    const Rank me = comm.rank();
    std::vector<std::byte> send(static_cast<std::size_t>(p) * block);
    std::vector<std::byte> receive(send.size(), std::byte{0xee});
    for (Rank d = 0; d < p; ++d)
      stamp_block(me, d, std::span(send).subspan(static_cast<std::size_t>(d) * block, block));
    algorithm.run(comm, send, receive, block);
    return wrong_block(receive, block, me, p);
  });
  return verdict;
}

Verdict verify(const Broadcast& algorithm, const TopologyPtr& topology, const Parameters& parameters,
               const Execution& execution, std::size_t bytes, Rank root) {
  Verdict verdict =
      question("broadcast", algorithm, case_of(*topology, parameters, bytes, root), broadcast_bound);
  run_and_judge(verdict, algorithm, topology, parameters, execution, [&](Communicator& comm) {
    std::vector<std::byte> data(bytes);
    stamp_block(comm.rank(), comm.rank(), data);
    algorithm.run(comm, root, data);
    return is_stamped(root, root, data) ? std::string() : "the data are not those of PE " + number(root);
  });
  return verdict;
}

Verdict verify(const Reduce& algorithm, const TopologyPtr& topology, const Parameters& parameters,
               const Execution& execution, std::size_t bytes, Rank root) {
  const Combine op = affine_maps(bytes);
  Verdict verdict =
      question("reduce", algorithm, case_of(*topology, parameters, bytes, root, op.element), reduce_bound);
  std::vector<std::byte> expected = affine_data(0, bytes);
  for (Rank r = 1; r < topology->nodes(); ++r)
    op.combine(expected.data(), affine_data(r, bytes).data(), expected.data(), bytes / op.element);

  run_and_judge(verdict, algorithm, topology, parameters, execution, [&](Communicator& comm) -> std::string {
    std::vector<std::byte> data = affine_data(comm.rank(), bytes);
    algorithm.run(comm, root, data, op);
    if (comm.rank() == root) return data == expected ? "" : "the result is not that of combining in rank order";
    return data == affine_data(comm.rank(), bytes) ? "" : "its data changed, but it is not the root";
  });
  return verdict;
}

Verdict verify(const Barrier& algorithm, const TopologyPtr& topology, const Parameters& parameters,
               const Execution& execution) {
  Verdict verdict = question("barrier", algorithm, case_of(*topology, parameters, 0), barrier_bound);
  run_and_judge(verdict, algorithm, topology, parameters, execution, [&](Communicator& comm) {
    algorithm.run(comm);
    return std::string();
  });

  // A second run in which the PEs come late, each by a time of its own.
  const auto pes = static_cast<std::size_t>(topology->nodes());
  std::vector<Ticks> entered(pes);
  std::vector<Ticks> left(pes);
  const Ticks unit = Ticks{1} + verdict.report.costs.ts + verdict.report.costs.th;
  Machine(topology, parameters, execution).run([&](Communicator& comm) {
    const auto me = static_cast<std::size_t>(comm.rank());
    comm.compute(static_cast<std::int64_t>(stamp_hash(me, pes, 0) % 64) * unit);
    entered[me] = comm.now();
    algorithm.run(comm);
    left[me] = comm.now();
  });
  const Ticks last = *std::max_element(entered.begin(), entered.end());
  std::vector<std::string> wrong(pes);
  for (std::size_t r = 0; r < pes; ++r)
    if (left[r] < last)
      wrong[r] = "left at tick " + number(left[r].count) + ", before the last PE entered at tick " +
                 number(last.count);
  Judge(verdict).compare_data(wrong);
  return verdict;
}

}  // namespace toruscope
