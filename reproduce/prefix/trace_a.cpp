// SPDX-License-Identifier: Apache-2.0
// The worked example of Algorithm A: 10 values on 10 PEs, k = 2, lambda = 3, step by step.
//
// printed    C_0 to C_6, U and W of each step
// formula    Lemma 3; the definitions of U and W
// measured   the buffers that `scan/a` combined, and its event log

#include "reproduce/item.hpp"
#include "reproduce/prefix/observed.hpp"
#include "reproduce/prefix/printed.hpp"
#include "reproduce/runs.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr PostalModel kTraceA{2, 3};

/// Lemma 2, case 3, printed and right: PE i receives from i - G(j-1) +- t G(j-lambda), t < k.
std::string case3(Rank i, int j, int sign) {
  std::vector<Transfer> all;
  all.reserve(static_cast<std::size_t>(kTraceA.k));
  for (int t = 0; t < kTraceA.k; ++t)
    all.push_back(
        {static_cast<Rank>(i - kTraceA.reached(j - 1) + sign * t * kTraceA.reached(j - kTraceA.lambda)), i});
  return text({all});
}

void compare_step(const ObservedScan& run, int j, std::vector<Row>& rows) {
  const auto step = static_cast<std::size_t>(j);
  const std::string subject = "scan/a, n = 10, k = 2, lambda = 3";
  std::vector<Interval> held;
  std::vector<Transfer> sends;
  std::vector<Transfer> receives;
  for (Rank i = 0; i < kExamplePes; ++i) {
    held.push_back(kTraceA.held(i, j));
    if (j == 0) continue;
    if (j <= kExampleSteps - kTraceA.lambda + 1)
      for (const Rank y : kTraceA.destinations(i, j, kExamplePes)) sends.push_back({i, y});
    for (const Rank x : kTraceA.sources(i, j)) receives.push_back({x, i});
  }
  rows.push_back({.place = fmt::format("section 3.2, C_{}", j),
                  .subject = subject,
                  .quantity = "values combined on each PE",
                  .printed = kPrintedA[step],
                  .formula = text(held),
                  .measured = text(run.windows_after(j))});
  if (j == 0) return;
  rows.push_back({.place = fmt::format("section 3.2, step {}, U", j),
                  .subject = subject,
                  .quantity = "messages sent",
                  .printed = kPrintedSends[step - 1],
                  .formula = text({sends}),
                  .measured = text({run.sent_in(j)})});
  Row received{.place = fmt::format("section 3.2, step {}, W", j),
               .subject = subject,
               .quantity = "messages received",
               .printed = kPrintedReceives[step - 1],
               .formula = text({receives}),
               .measured = text({run.received_in(j)})};
  if (j == kTraceA.lambda) {
    received.erratum = "prefix-1";
    received.corrected = received.formula;
  }
  rows.push_back(received);
}

Reproduction reproduce_trace_a(Runs& runs) {
  const ObservedScan run = observe_scan(runs, "a", kExamplePes, kExamplePes, kTraceA);
  Reproduction result;
  result.rows.push_back({.place = "section 3.2",
                         .subject = "scan/a, n = 10, k = 2, lambda = 3",
                         .quantity = "steps",
                         .printed = "6",
                         .formula = fmt::format("{}", kTraceA.steps(kExamplePes)),
                         .measured = run.fault.empty() ? fmt::format("{}", run.steps()) : run.fault});
  for (int j = 0; j <= kExampleSteps; ++j) compare_step(run, j, result.rows);

  constexpr Rank kPe = 9;
  std::vector<Transfer> to_nine;
  for (const Transfer& t : run.received_in(kTraceA.lambda))
    if (t.to == kPe) to_nine.push_back(t);
  result.rows.push_back({.place = "Lemma 2, case 3, i = 9, j = 3",
                         .subject = "scan/a, n = 10, k = 2, lambda = 3",
                         .quantity = "messages received",
                         .formula = case3(kPe, kTraceA.lambda, +1),
                         .measured = text({to_nine}),
                         .erratum = "prefix-2",
                         .corrected = case3(kPe, kTraceA.lambda, -1)});
  return result;
}

}  // namespace

Item prefix_trace_a() {
  return {"prefix-trace-a", kPrefixPaper, "the worked example of Algorithm A: 10 values on 10 PEs",
          reproduce_trace_a};
}

}  // namespace toruscope::reproduce
