// SPDX-License-Identifier: Apache-2.0
// Figures 1 and 2: the trees T_0, T_1, T_2 of v(0), v(1), v(2), n = 10, k = 2, lambda = 3.
//
// printed    T_0 as section 3.1 lists it (our scan has lost T_1 and T_2)
// formula    T_i grows children at x by U(x, j) in step j, at those x that may already send
// measured   from the buffers of `scan/a`: sender and step of each PE's v(i)

#include "reproduce/item.hpp"
#include "reproduce/picture/tree.hpp"
#include "reproduce/prefix/observed.hpp"
#include "reproduce/prefix/printed.hpp"
#include "reproduce/runs.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr PostalModel kModel{2, 3};

Schedule tree_by_rule(Rank root) {
  Schedule tree;
  const int steps = kModel.steps(kExamplePes) - kModel.lambda + 1;
  for (int j = 1; j <= steps; ++j) {
    std::vector<Transfer> edges;
    for (Rank x = root; x < root + kModel.reached(j - 1) && x < kExamplePes; ++x)
      for (const Rank y : kModel.destinations(x, j, kExamplePes)) edges.push_back({x, y});
    tree.push_back(edges);
  }
  return tree;
}

/// Every PE gets v(value) once, in the window that ends with its sender.
Schedule tree_of_run(const ObservedScan& run, int value) {
  Schedule tree(static_cast<std::size_t>(run.steps() - kModel.lambda + 1));
  for (const Taken& taken : run.taken)
    for (const Interval& window : taken.windows)
      if (window.first <= value && value <= window.last)
        tree[static_cast<std::size_t>(taken.step - kModel.lambda)].push_back({window.last, taken.by});
  return tree;
}

Reproduction reproduce_prefix_figures(Runs& runs) {
  const ObservedScan run = observe_scan(runs, "a", kExamplePes, kExamplePes, kModel);
  Reproduction result;
  for (const Rank root : {0, 1, 2}) {
    const int figure = root == 0 ? 1 : 2;
    const Schedule tree = tree_of_run(run, root);
    Row row{.place = fmt::format("Figure {}, T_{}", figure, root),
            .subject = "scan/a, n = 10, k = 2, lambda = 3",
            .quantity = "edges by step",
            .formula = text(tree_by_rule(root)),
            .measured = run.fault.empty() ? text(tree) : run.fault};
    if (root == 0) row.printed = kPrintedT0;
    result.rows.push_back(row);
    result.figures.push_back(
        {fmt::format("prefix-figure{}-T{}", figure, root),
         tree_picture(fmt::format("Figure {}: T_{} as it ran, k = 2, lambda = 3", figure, root), root, tree)});
  }
  return result;
}

}  // namespace

Item prefix_figures() {
  return {"prefix-figures1-2", kPrefixPaper, "Figures 1 and 2: the spanning trees T_0, T_1, T_2",
          reproduce_prefix_figures};
}

}  // namespace toruscope::reproduce
