// SPDX-License-Identifier: Apache-2.0
// Example 4.1 and Figure 4.4: a matrix times a vector on a mesh of q x q PEs, broadcast down the
// columns, reduction along the rows.
//
// printed    the text on PE 9 of 4 x 4: x[1] comes from PE 1; with 8, 10, 11 it sums y[2] on PE 8
// formula    y by the definition; 2 ceil(log2 q) steps of ceil(n/q) values; the time of both and of
//            the local products
// measured   the program of the application `matvec`, its result, event log and account. A mesh is
//            a torus whose wrap-around links are not needed.

#include "apps/matvec/program.hpp"
#include "reproduce/broadcast/algorithm41.hpp"
#include "reproduce/item.hpp"
#include "reproduce/picture/rounds.hpp"
#include "reproduce/runs.hpp"

#include <algorithm>
#include <bit>
#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

struct Size {
  int n;
  int q;
};

/// Small whole numbers of both signs.
int entry(int i, int j) {
  return (3 * i + 5 * j) % 11 - 5;
}
int value(int j) {
  return 7 * j % 13 - 6;
}

struct Product {
  std::vector<double> y;
  Report report;
};

Product multiply(const Runs& runs, const Size& size, const Parameters& machine, bool records_events) {
  apps::Matrix matrix{static_cast<std::size_t>(size.n), static_cast<std::size_t>(size.n), {}, true};
  for (int i = 0; i < size.n; ++i)
    for (int j = 0; j < size.n; ++j)
      matrix.entries.push_back(
          {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j), static_cast<double>(entry(i, j))});
  const TopologyPtr mesh = torus(size.q, size.q);
  const apps::Layout layout(apps::ProcessGrid(*mesh, false), matrix.rows, matrix.columns, false);
  const apps::MatvecJob job{.layout = layout,
                            .blocks = apps::Blocks(matrix, layout),
                            .broadcast = "recursive_doubling",
                            .reduce = "recursive_doubling"};
  apps::MatvecVectors vectors;
  vectors.x.assign(2, std::vector<double>(matrix.rows));
  for (int j = 0; j < size.n; ++j) vectors.x[0][static_cast<std::size_t>(j)] = value(j);
  vectors.quotient.resize(1);
  Product product;
  product.report = runs.program(
      fmt::format("matvec of {} on {}", size.n, mesh->name()), mesh, machine,
      [&](Communicator& comm) { apps::matvec_program(comm, job, vectors); }, records_events);
  product.y = vectors.x[1];
  return product;
}

std::string text_of(const std::vector<double>& y) {
  std::string all;
  for (const double v : y) all += fmt::format("{}{:g}", all.empty() ? "" : " ", v);
  return all;
}

std::vector<double> by_definition(int n) {
  std::vector<double> y;
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int j = 0; j < n; ++j) sum += entry(i, j) * value(j);
    y.push_back(sum);
  }
  return y;
}

void compare_product(const Runs& runs, const Size& size, Reproduction& result) {
  const auto [n, q] = size;
  const std::string subject = fmt::format("n = {} on {} x {} PEs", n, q, q);
  const auto words = static_cast<std::size_t>((n + q - 1) / q);
  const std::int64_t steps = 2 * static_cast<int>(std::bit_width(static_cast<unsigned>(q) - 1));
  const Parameters& generic = preset("generic");
  Parameters near = generic;
  near.th = Time::femtoseconds(0);
  const Product product = multiply(runs, size, near, false);
  const Account& path = product.report.finish.account;
  const Costs& costs = product.report.costs;
  const auto add = [&](const char* quantity, const std::string& formula, const std::string& value_measured) {
    result.rows.push_back({.place = "Example 4.1",
                           .subject = subject,
                           .quantity = quantity,
                           .formula = formula,
                           .measured = value_measured});
  };
  add("y", text_of(by_definition(n)), text_of(product.y));
  add("steps", fmt::format("{}", steps), fmt::format("{}", path.startups));
  add("bytes on the critical path",
      fmt::format("{}", steps * static_cast<std::int64_t>(words * sizeof(double))),
      fmt::format("{}", path.bytes));
  const Ticks formula = static_cast<std::int64_t>(2 * words * words) * costs.flop +
                        steps * (costs.ts + costs.transmission(words * sizeof(double)));
  add("T, ps", fmt::format("{}", formula.count), fmt::format("{}", product.report.finish.time.count));
  // The text's steps are for powers of two; elsewhere PEs may send early.
  if (std::has_single_bit(static_cast<unsigned>(q)))
    add("link conflicts", "0", fmt::format("{}", product.report.totals.link_conflicts));
}

/// First PE of the chain of messages that ends on `pe` within the steps [0, end).
Rank origin_of(const Schedule& schedule, Rank pe, std::size_t end) {
  for (std::size_t step = end; step-- > 0;)
    for (const Transfer& t : schedule[step])
      if (t.to == pe) {
        pe = t.from;
        break;
      }
  return pe;
}

/// Last PE of the chain of messages that begins on `pe` in step `begin`.
Rank end_of(const Schedule& schedule, Rank pe, std::size_t begin) {
  for (std::size_t step = begin; step < schedule.size(); ++step)
    for (const Transfer& t : schedule[step])
      if (t.from == pe) {
        pe = t.to;
        break;
      }
  return pe;
}

void follow_pe_9(const Runs& runs, Reproduction& result) {
  constexpr Size kSize{4, 4};
  constexpr std::size_t kBroadcastSteps = 2;
  const Product product = multiply(runs, kSize, preset("unit"), true);
  const Schedule schedule = schedule_of(product.report, step_sent);
  const auto add = [&](const char* quantity, const char* printed, const std::string& value_measured) {
    result.rows.push_back({.place = "Example 4.1, P_9",
                           .subject = "n = 4 on 4 x 4 PEs",
                           .quantity = quantity,
                           .printed = printed,
                           .measured = value_measured});
  };
  result.figures.push_back(
      {"broadcast-figure4.4",
       rounds_picture("Figure 4.4, as it ran: x down the columns, y along the rows of 4 x 4 PEs",
                      kSize.q * kSize.q, schedule, step_labels(schedule.size()))});
  add("x[1] comes from PE", "1", fmt::format("{}", origin_of(schedule, 9, kBroadcastSteps)));
  add("its product ends on PE", "8", fmt::format("{}", end_of(schedule, 9, kBroadcastSteps)));
  std::string others;
  for (Rank pe = 0; pe < kSize.q * kSize.q; ++pe)
    if (pe != 9 && end_of(schedule, pe, kBroadcastSteps) == 8)
      others += fmt::format("{}{}", others.empty() ? "" : " ", pe);
  add("with the products of PEs", "8 10 11", others);
}

Reproduction reproduce_matvec(Runs& runs) {
  Reproduction result;
  follow_pe_9(runs, result);
  for (const Size& size : {Size{2, 2}, Size{4, 4}, Size{8, 8}, Size{5, 5}, Size{8, 4}, Size{10, 4}, Size{7, 3},
                           Size{16, 4}, Size{9, 2}, Size{12, 5}})
    compare_product(runs, size, result);
  return result;
}

}  // namespace

Item broadcast_matvec() {
  return {"broadcast-matvec", kBroadcastPaper, "Example 4.1, Figure 4.4: matrix times vector on a mesh",
          reproduce_matvec};
}

}  // namespace toruscope::reproduce
