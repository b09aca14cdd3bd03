// SPDX-License-Identifier: Apache-2.0
// Lab 7: prefixes by definition; ceil(log2 p) rounds of doubling, m steps of Algorithm A.
//
// Source  Hillis, Steele, "Data parallel algorithms", Comm. ACM 29(12), 1986: doubling. Lin, Yeh,
//         parallel prefix in the k-port postal model: Theorem 1, m = min { j : G(j) >= p },
//         G(j) = 1 for j < lambda, else G(j-1) + k G(j-lambda).

#include "labs/support/data.hpp"
#include "labs/support/exam.hpp"
#include "labs/support/rounds.hpp"
#include "runtime/core/joined.hpp"

#include <fmt/core.h>

namespace toruscope::labs {

namespace {

using Combine2 = double (*)(double left, double right);
using Doubling = double(Communicator&, double, Combine2);
using Postal2 = double(Communicator&, double, Combine2, int);

double sum_of(double left, double right) {
  return left + right;
}
/// Joins maps x -> a x + b modulo a prime, a number 1000 a + b each, the left one applied first:
/// associative, and the order matters.
double map_of(double left, double right) {
  constexpr std::int64_t kPrime = 997;
  constexpr std::int64_t kBase = 1000;
  const auto l = static_cast<std::int64_t>(left);
  const auto r = static_cast<std::int64_t>(right);
  const std::int64_t a = l / kBase * (r / kBase) % kPrime;
  return static_cast<double>(a * kBase + (r / kBase * (l % kBase) + r % kBase) % kPrime);
}

struct PrefixCase {
  int p = 1;
  bool is_ordered = false;  ///< the operator does not commute
  int k = 1, lambda = 0;    ///< lambda 0: doubling
  bool is_strict = false;   ///< the postal model's ports
};

/// First index at which G is at least p.
int steps_of(const PrefixCase& c) {
  std::vector<std::int64_t> g;
  while (g.empty() || g.back() < c.p) {
    const std::size_t j = g.size();
    const auto lambda = static_cast<std::size_t>(c.lambda);
    g.push_back(j < lambda ? 1 : g[j - 1] + c.k * g[j - lambda]);
  }
  return static_cast<int>(g.size()) - 1;
}

/// Returns the trial's report if it ended and every PE has its prefix; else the item is lost.
ReportPtr has_prefixes(Exam& exam, const char* item, const PrefixCase& c, const char* hint) {
  const auto count = static_cast<std::size_t>(c.p);
  const Combine2 combine = c.is_ordered ? map_of : sum_of;
  std::vector<double> values = numbers(static_cast<std::uint64_t>(7 * c.p + c.k + c.lambda), 0, count);
  std::vector<double> wanted(count);
  std::vector<double> got(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (c.is_ordered) values[i] = map_of(1000 * values[i] + static_cast<double>(i % 7), 1003);
    wanted[i] = i == 0 ? values[0] : combine(wanted[i - 1], values[i]);
  }
  Trial trial{.item = item,
              .label = c.is_ordered ? "an operator that does not commute" : "sums",
              .topology = complete(c.p)};
  if (c.lambda > 0) {
    trial.label += fmt::format(", k = {}, lambda = {}{}", c.k, c.lambda, c.is_strict ? ", ports strict" : "");
    trial.machine = with_lambda(preset("postal"), c.lambda);
    trial.machine.ports = k_ports(c.k);
    trial.machine.port_policy = c.is_strict ? PortPolicy::strict : PortPolicy::queue;
    trial.port_hint =
        "more messages than ports come in one step: messages of different steps meet at a PE that its partners "
        "did not keep step with. In Algorithm A no step has more than k";
  }
  trial.program = [&](Communicator& comm) {
    const auto me = static_cast<std::size_t>(comm.rank());
    got[me] = c.lambda > 0 ? exam.function<Postal2>(1)(comm, values[me], combine, c.lambda)
                           : exam.function<Doubling>(0)(comm, values[me], combine);
  };
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(fmt::format("{}", value));
  trial.driver = fmt::format(
      "  const std::vector<double> values{{{{{0}}}}};\n"
      "  const auto combine = [](double left, double right) {{\n{1}  }};\n"
      "  comm.print(text({2}(comm, values[static_cast<std::size_t>(comm.rank())], combine{3})));\n",
      core::joined(texts, ", "),
      c.is_ordered ? "    const auto l = static_cast<std::int64_t>(left);\n"
                     "    const auto r = static_cast<std::int64_t>(right);\n"
                     "    const std::int64_t a = l / 1000 * (r / 1000) % 997;\n"
                     "    return static_cast<double>(a * 1000 + (r / 1000 * (l % 1000) + r % 1000) % 997);\n"
                   : "    return left + right;\n",
      exam.name(c.lambda > 0 ? 1 : 0), c.lambda > 0 ? fmt::format(", {}", c.lambda) : "");
  ReportPtr report = exam.run(trial);
  if (!report) return nullptr;
  for (std::size_t i = 0; i < count; ++i)
    if (!exam.expect(got[i] == wanted[i], item,
                     fmt::format("PE {} returns {} and it should be {}", i, got[i], wanted[i]), hint))
      return nullptr;
  exam.require_received(*report, [](Rank r) { return r == 0 ? 0 : static_cast<std::int64_t>(sizeof(double)); });
  return report;
}

void expect_steps(Exam& exam, const char* item, PrefixCase c, std::int64_t wanted, const char* hint) {
  if (exam.is_lost(item)) return;
  c.is_strict = true;
  if (const auto report = has_prefixes(exam, item, c, "")) {
    const auto longer = message_over(*report, sizeof(double));
    exam.expect(!longer, item, longer.value_or(""), "all that a PE has combined is one value");
    exam.expect(report->finish.time.count == wanted, item,
                fmt::format("{} steps instead of {}", report->finish.time.count, wanted), hint);
  }
}

void check_prefix_sums(Exam& exam) {
  for (const int p : {2, 8, 32})
    has_prefixes(exam, "data", {.p = p},
                 "write down which PEs' values each PE has combined after every round, for p = 8: is what it "
                 "sends on all that it knows, and does it add no value twice?");
  for (const int p : {1, 3, 6, 13, 33})
    has_prefixes(exam, "any", {.p = p},
                 "how many rounds does p = 33 need? At which PEs do a partner's number, or a sum, end?");
  for (const int p : {4, 16, 32})
    has_prefixes(exam, "order", {.p = p, .is_ordered = true},
                 "what comes belongs to PEs of lower ranks than all that is combined here: on which side of "
                 "the operator does it go?");
  for (const int p : {4, 16, 17, 31, 64})
    expect_steps(exam, "rounds", {.p = p}, ceil_log2(p),
                 "after a round a PE's sum may be over twice as many PEs as before. Who has to hand on what "
                 "he knows, how far, so that it is?");
  for (const PrefixCase& c : {PrefixCase{10, true, 2, 3}, PrefixCase{9, true, 2, 1}, PrefixCase{23, true, 1, 2},
                              PrefixCase{1, false, 2, 2}, PrefixCase{5, true, 3, 4}})
    has_prefixes(exam, "postal", c,
                 "follow p = 10, k = 2, lambda = 3 in the table of README.md: which window has a PE after each "
                 "step, and in which order are the windows combined?");
  for (const PrefixCase& c :
       {PrefixCase{27, false, 2, 1}, PrefixCase{40, true, 3, 1}, PrefixCase{9, true, 1, 1}})
    expect_steps(exam, "ports", c, steps_of(c),
                 "with k ports a PE may tell k others in one step, so that a window grows by the factor k + 1");
  for (const PrefixCase& c :
       {PrefixCase{10, true, 2, 3}, PrefixCase{55, false, 1, 2}, PrefixCase{34, false, 1, 2},
        PrefixCase{60, true, 1, 3}, PrefixCase{100, true, 3, 2}, PrefixCase{20, false, 2, 5}})
    expect_steps(exam, "steps", c, steps_of(c),
                 "does a PE send on in the very step in which it learns something, and go on sending while "
                 "its messages are still under way? G(j) counts what can be known after step j");
}

}  // namespace

Lab lab_07_prefix_sums() {
  return {.title = "prefix sums: recursive doubling, then Algorithm A",
          .functions = {TORUSCOPE_LAB_FUNCTION(prefix_by_doubling,
                                               double(Communicator&, double, double (*)(double, double))),
                        TORUSCOPE_LAB_FUNCTION(prefix_in_postal_model,
                                               double(Communicator&, double, double (*)(double, double), int))},
          .rubric = {{"data", 15, "doubling, p a power of two: every PE has its prefix sum", ""},
                     {"any", 10, "the same for any p", "data"},
                     {"order", 10, "the same where the order of the operands matters", "data"},
                     {"rounds", 20, "ceil(log2 p) rounds", "any"},
                     {"postal", 15, "k ports and latency lambda: every PE has its prefix", ""},
                     {"ports", 10, "lambda = 1: ceil(log_{k+1} p) steps", "postal"},
                     {"steps", 20, "any lambda: the m steps of Theorem 1", "postal"}},
          .check = check_prefix_sums};
}

}  // namespace toruscope::labs
