// SPDX-License-Identifier: Apache-2.0
// Theorem 1: G(j), the most PEs that v(0) can reach after step j, and the fewest steps for n PEs.
//
// printed    section 3.1: G(0) .. G(6) for k = 2, lambda = 3
// formula    the recurrence
// measured   the PEs that the postal broadcast has reached after each step, on as many PEs as it
//            reaches in the last; and its steps for that many PEs and for one more

#include "reproduce/item.hpp"
#include "reproduce/prefix/formulas.hpp"
#include "reproduce/prefix/observed.hpp"
#include "reproduce/runs.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr int kMostSteps = 12;
constexpr int kMostPes = 320;
/// G(0) .. G(6) of k = 2, lambda = 3.
constexpr const char* kPrinted = "1 1 1 3 5 7 13";

/// Counts of steps 0 .. last: "1 1 1 3 5".
template <class Count>
std::string series(int last, Count count) {
  std::string all;
  for (int j = 0; j <= last; ++j) all += fmt::format("{}{}", all.empty() ? "" : " ", count(j));
  return all;
}

Verdict broadcast_to(const Runs& runs, const PostalModel& model, std::int64_t n) {
  return runs.verified<Broadcast>("postal", complete(static_cast<int>(n)), machine_of(model), {.bytes = 8},
                                  true);
}

std::int64_t reached_after(const Report& report, int j) {
  return 1 + std::count_if(report.events.begin(), report.events.end(), [&](const Event& e) {
           return e.kind == Event::Kind::message && e.taken.count <= j;
         });
}

void compare(const Runs& runs, const PostalModel& model, std::vector<Row>& rows) {
  int last = 0;
  while (last < kMostSteps && model.reached(last + 1) <= kMostPes) ++last;
  const auto formula = [&](int j) { return model.reached(j); };
  const std::string subject = fmt::format("k = {}, lambda = {}", model.k, model.lambda);
  const std::int64_t n = model.reached(last);
  const Verdict full = broadcast_to(runs, model, n);
  const auto count = [&](int j) { return reached_after(full.report, j); };

  if (model.k == 2 && model.lambda == 3)
    rows.push_back({.place = "section 3.1, G(0) to G(6)",
                    .subject = subject,
                    .quantity = "PEs reached",
                    .printed = kPrinted,
                    .formula = series(6, formula),
                    .measured = series(6, count)});
  rows.push_back({.place = fmt::format("Theorem 1, G(0) to G({})", last),
                  .subject = subject,
                  .quantity = "PEs reached",
                  .formula = series(last, formula),
                  .measured = full.ok() ? series(last, count) : full.faults.front()});
  for (const std::int64_t pes : {n, n + 1}) {
    const Verdict run = broadcast_to(runs, model, pes);
    rows.push_back({.place = "Theorem 1",
                    .subject = fmt::format("{}, n = {}", subject, pes),
                    .quantity = "steps",
                    .formula = fmt::format("{}", model.steps(pes)),
                    .measured = measured(run, run.report.finish.time.count)});
  }
}

Reproduction reproduce_theorem1(Runs& runs) {
  Reproduction result;
  for (int k = 1; k <= 3; ++k)
    for (int lambda = 1; lambda <= 4; ++lambda) compare(runs, {k, lambda}, result.rows);
  return result;
}

}  // namespace

Item prefix_theorem1() {
  return {"prefix-theorem1", kPrefixPaper, "Theorem 1: the table of G(j) and the fewest steps",
          reproduce_theorem1};
}

}  // namespace toruscope::reproduce
