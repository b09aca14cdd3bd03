// SPDX-License-Identifier: Apache-2.0
#include "apps/matvec/layout.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::apps {
namespace {

std::vector<Piece> longest_of_each(const std::vector<std::vector<Piece>>& groups) {
  std::vector<Piece> result;
  for (const std::vector<Piece>& pieces : groups) {
    if (result.size() < pieces.size()) result.resize(pieces.size());
    for (std::size_t k = 0; k < pieces.size(); ++k)
      if (pieces[k].length() > result[k].length()) result[k] = pieces[k];
  }
  return result;
}

/// Pieces of whole blocks: x's block lies whole on the top row, y's ends whole in the first column.
std::vector<std::vector<Piece>> whole_blocks(const collectives::EvenDeal& deal) {
  std::vector<std::vector<Piece>> pieces(deal.runs);
  for (std::size_t run = 0; run < deal.runs; ++run)
    if (deal.count(run) > 0) pieces[run].push_back({0, deal.first(run), deal.first(run + 1)});
  return pieces;
}

}  // namespace

ProcessGrid::ProcessGrid(const Topology& topology, bool line_is_row) {
  const std::vector<int>& sides = topology.sides();
  const bool is_line = sides.size() == 1;
  down.assign(sides.size(), false);
  down[0] = !(is_line && line_is_row);
  along = down;
  along.flip();
  for (std::size_t d = 0; d < sides.size(); ++d) (down[d] ? r : s) *= sides[d];
}

Layout::Layout(ProcessGrid process_grid, std::size_t rows_of_matrix, std::size_t columns_of_matrix,
               bool is_repeated)
    : grid(std::move(process_grid)),
      rows(rows_of_matrix, grid.r),
      columns(columns_of_matrix, grid.s),
      x_(is_repeated ? std::vector<std::vector<Piece>>(columns.runs) : whole_blocks(columns)),
      y_(is_repeated ? std::vector<std::vector<Piece>>(rows.runs) : whole_blocks(rows)) {
  // the runs of both deals side by side
  for (std::size_t begin = 0; is_repeated && begin < rows.values;) {
    const std::size_t i = rows.holder(begin);
    const std::size_t j = columns.holder(begin);
    const std::size_t end = std::min(rows.first(i + 1), columns.first(j + 1));
    x_[j].push_back({static_cast<Rank>(i), begin, end});
    y_[i].push_back({static_cast<Rank>(j), begin, end});
    begin = end;
  }
  broadcasts_ = longest_of_each(x_);
  reductions_ = longest_of_each(y_);
}

Blocks::Blocks(const Matrix& matrix, const Layout& layout)
    : entries_(matrix.entries.size()), first_(layout.rows.runs * layout.columns.runs + 1, 0) {
  const auto owner = [&](const MatrixEntry& entry) {
    return layout.rows.holder(entry.row) * layout.columns.runs + layout.columns.holder(entry.column);
  };
  for (const MatrixEntry& entry : matrix.entries) ++first_[owner(entry) + 1];
  for (std::size_t pe = 1; pe < first_.size(); ++pe) first_[pe] += first_[pe - 1];
  std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
  for (const MatrixEntry& entry : matrix.entries) entries_[next[owner(entry)]++] = entry;
}

std::span<const MatrixEntry> Blocks::of(Rank pe) const {
  const auto i = static_cast<std::size_t>(pe);
  return std::span(entries_).subspan(first_[i], first_[i + 1] - first_[i]);
}

std::size_t Blocks::most() const {
  std::size_t result = 0;
  for (std::size_t pe = 0; pe + 1 < first_.size(); ++pe) result = std::max(result, first_[pe + 1] - first_[pe]);
  return result;
}

std::size_t Blocks::least() const {
  std::size_t result = entries_.size();
  for (std::size_t pe = 0; pe + 1 < first_.size(); ++pe) result = std::min(result, first_[pe + 1] - first_[pe]);
  return result;
}

}  // namespace toruscope::apps
