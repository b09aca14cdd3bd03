// SPDX-License-Identifier: Apache-2.0
// The worked example of Algorithm B: 80 values on 10 PEs, k = 2, lambda = 3, step by step; and 75
// values, of which the paper says only how they are dealt.
//
// printed    C_0 to C_6 and D_0 to D_6
// formula    Lemma 3 for the PEs' runs of values
// measured   the buffers that `scan/b` combined. Our program keeps no d: D_j is what was put in
//            front of c, put in front of the PE's first value.

#include "reproduce/item.hpp"
#include "reproduce/prefix/observed.hpp"
#include "reproduce/prefix/printed.hpp"
#include "reproduce/runs.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr PostalModel kTraceB{2, 3};

/// Section 4: the first n - p floor(n/p) PEs get one value more.
int first_value(Rank i, int n) {
  return i * (n / kExamplePes) + std::min(i, n % kExamplePes);
}

/// Lemma 3, PEs replaced by their values; `whole`: to PE i's last value (C), else its first (D).
std::string lemma3(int j, int n, bool whole) {
  std::vector<Interval> all;
  for (Rank i = 0; i < kExamplePes; ++i) {
    const Interval pes = kTraceB.held(i, j);
    all.push_back({first_value(pes.first, n), whole ? first_value(i + 1, n) - 1 : first_value(i, n)});
  }
  return text(all);
}

/// d begins as v(iq) in Figure 4, q = n / p, here rounded down.
Row first_values_as_printed(const ObservedScan& run) {
  std::vector<Interval> printed;
  std::vector<Interval> right;
  for (Rank i = 0; i < kExamplePes; ++i) {
    const int iq = i * (run.n / kExamplePes);
    printed.push_back({iq, iq});
    right.push_back({first_value(i, run.n), first_value(i, run.n)});
  }
  return {.place = "Figure 4, d = v(iq)",
          .subject = fmt::format("scan/b, n = {}, 10 PEs", run.n),
          .quantity = "first value of each PE",
          .formula = text(printed),
          .measured = text(run.prefixes_after(0)),
          .erratum = "prefix-5",
          .corrected = text(right)};
}

void compare(const Runs& runs, int n, bool is_printed, std::vector<Row>& rows) {
  const ObservedScan run = observe_scan(runs, "b", n, kExamplePes, kTraceB);
  const std::string subject = fmt::format("scan/b, n = {}, 10 PEs, k = 2, lambda = 3", n);
  Row steps{.place = is_printed ? "section 4" : "section 4, n = 75",
            .subject = subject,
            .quantity = "steps",
            .formula = fmt::format("{}", kTraceB.steps(kExamplePes)),
            .measured = run.fault.empty() ? fmt::format("{}", run.steps()) : run.fault};
  if (is_printed) steps.printed = "6";
  rows.push_back(steps);
  if (!is_printed) rows.push_back(first_values_as_printed(run));
  for (int j = 0; j <= kExampleSteps; ++j)
    for (const bool whole : {true, false}) {
      const auto step = static_cast<std::size_t>(j);
      Row row{.place = fmt::format("section 4, {}_{}", whole ? "C" : "D", j),
              .subject = subject,
              .quantity = "values combined on each PE",
              .formula = lemma3(j, n, whole),
              .measured = text(whole ? run.windows_after(j) : run.prefixes_after(j))};
      if (is_printed) row.printed = whole ? kPrintedC[step] : kPrintedD[step];
      rows.push_back(row);
    }
}

Reproduction reproduce_trace_b(Runs& runs) {
  Reproduction result;
  compare(runs, 80, true, result.rows);
  compare(runs, 75, false, result.rows);
  return result;
}

}  // namespace

Item prefix_trace_b() {
  return {"prefix-trace-b", kPrefixPaper, "the worked example of Algorithm B: 80 and 75 values on 10 PEs",
          reproduce_trace_b};
}

}  // namespace toruscope::reproduce
