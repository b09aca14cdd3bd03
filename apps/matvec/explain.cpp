// SPDX-License-Identifier: Apache-2.0
#include "apps/matvec/explain.hpp"

#include "apps/explain.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <fmt/core.h>
#include <utility>

namespace toruscope::apps {
namespace {

/// The case of one row or column of the grid. What the machine is, its lines are: rings, or
/// complete. The network of all PEs does not describe their links.
Case of_group(Case machine, const std::vector<bool>& kept, const Piece& longest) {
  std::vector<int> sides;
  int p = 1;
  for (std::size_t d = 0; d < kept.size(); ++d)
    if (kept[d]) {
      sides.push_back(machine.sides[d]);
      p *= machine.sides[d];
    }
  if (sides.empty()) sides.push_back(1);
  if (p != machine.p) {
    machine.network = nullptr;
    machine.cut = 0;
  }
  machine.sides = std::move(sides);
  machine.p = p;
  machine.bytes = longest.length() * sizeof(double);
  machine.element = sizeof(double);
  machine.root = longest.root;
  return machine;
}

template <class Entry>
CollectiveStep step_of(std::string what, const Entry& entry, const Case& at, std::int64_t times) {
  return {std::move(what), entry.name, at, times, entry.predicted(at)};
}

/// The algorithm that fits the longest message; all messages of this kind take it.
template <class Entry>
const Entry& chosen(const std::vector<Entry>& table, const std::string& name, const Case& machine,
                    const std::vector<bool>& kept, const std::vector<Piece>& pieces) {
  Piece longest;
  for (const Piece& piece : pieces)
    if (piece.length() > longest.length()) longest = piece;
  return choose(table, name, of_group(machine, kept, longest));
}

Account account_of(const Prediction& p) {
  Account account;
  account.startups = p.startups.value_or(0);
  account.bytes = p.bytes.value_or(0);
  account.hops = p.hops.value_or(0);
  return account;
}

std::string text_of(const CollectiveStep& step, const Report& report) {
  std::string line = fmt::format("{}: {} B to {} by {}", step.what, core::grouped(step.at.bytes),
                                 core::counted(step.at.p, "PE"), step.algorithm);
  if (step.times > 1) line += fmt::format(", {} times", core::grouped(step.times));
  if (!step.one) return line + "; no formula for this machine";
  return line + fmt::format("; formula {} = {}{}", core::account_text(account_of(*step.one), report),
                            core::time_text(step.one->ticks, report.parameters), step.times > 1 ? " each" : "");
}

}  // namespace

std::optional<Prediction> MatvecSteps::predicted() const {
  Prediction all;
  for (const CollectiveStep& step : steps) {
    if (!step.one) return std::nullopt;
    all.startups = detail::sum(all.startups, detail::product(step.times, step.one->startups));
    all.bytes = detail::sum(all.bytes, detail::product(step.times, step.one->bytes));
    all.hops = detail::sum(all.hops, detail::product(step.times, step.one->hops));
    all.ticks += step.times * step.one->ticks;
  }
  return all;
}

MatvecSteps plan_steps(const Case& machine, const Layout& layout, Method method, int products,
                       bool sums_lost_rank, const std::string& broadcast, const std::string& reduce) {
  const Catalogue& table = builtin_catalogue();
  const ProcessGrid& grid = layout.grid;
  const Broadcast& down = chosen(table.broadcast(), broadcast, machine, grid.down, layout.broadcasts());
  const Reduce& along = chosen(table.reduce(), reduce, machine, grid.along, layout.reductions());
  MatvecSteps plan{down.name, along.name, {}};
  for (const Piece& piece : layout.broadcasts())
    plan.steps.push_back(
        step_of("broadcast of x down the columns", down, of_group(machine, grid.down, piece), products));
  for (const Piece& piece : layout.reductions())
    plan.steps.push_back(
        step_of("reduction of y along the rows", along, of_group(machine, grid.along, piece), products));
  if (method == Method::power || sums_lost_rank) {
    const std::size_t sums = method == Method::power ? 2 : 1;
    const Case whole = of_group(machine, std::vector<bool>(machine.sides.size(), true), {0, 0, sums});
    plan.steps.push_back(
        step_of("sums for the scaling", choose(table.reduce(), "auto", whole), whole, products));
    plan.steps.push_back(
        step_of("sums told to all", choose(table.broadcast(), "auto", whole), whole, products));
  }
  return plan;
}

std::vector<std::string> explain(const MatvecSteps& plan, const MatvecJob& job, const Matrix& matrix,
                                 const Report& report) {
  const auto number = [](std::size_t count) { return core::grouped(count); };
  const Layout& layout = job.layout;
  std::vector<std::string> lines;
  lines.push_back(
      fmt::format("A is {} x {}, {}; its blocks on {} x {} PEs: up to {} x {}, {} to {} entries",
                  number(matrix.rows), number(matrix.columns),
                  matrix.is_dense ? "dense" : fmt::format("{} entries", number(matrix.entries.size())),
                  layout.grid.r, layout.grid.s, number(layout.rows.longest()), number(layout.columns.longest()),
                  number(job.blocks.least()), number(job.blocks.most())));
  for (const CollectiveStep& step : plan.steps) lines.push_back(text_of(step, report));

  lines.push_back(communication_text(report) + "; PEs synchronised before each step (free)");
  const auto predicted = plan.predicted();
  lines.push_back(
      formula_text("sum of the formulas", predicted ? std::optional(predicted->ticks) : std::nullopt, report));
  lines.push_back(local_work_text("2 operations an entry", report));
  return lines;
}

}  // namespace toruscope::apps
