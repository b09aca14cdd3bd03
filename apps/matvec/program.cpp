// SPDX-License-Identifier: Apache-2.0
#include "apps/matvec/program.hpp"

#include <toruscope/collectives.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

namespace toruscope::apps {
namespace {

constexpr std::int64_t kProductOperations = 2;  ///< an entry: multiply, add
constexpr std::int64_t kPowerOperations = 5;    ///< a value: two dot products, one division
constexpr std::int64_t kRankOperations = 4;     ///< a value: into the sum, add, multiply, add

/// A PE: its block, its part of x and of y, and the piece of both that lies here between products.
class BlockPe {
 public:
  BlockPe(Communicator& comm, const MatvecJob& job)
      : comm_(comm),
        job_(job),
        column_(comm.sub(job.layout.grid.down)),
        row_(comm.sub(job.layout.grid.along)),
        i_(comm.rank() / job.layout.grid.s),
        j_(comm.rank() % job.layout.grid.s),
        first_row_(job.layout.rows.first(static_cast<std::size_t>(i_))),
        first_column_(job.layout.columns.first(static_cast<std::size_t>(j_))),
        x_(job.layout.columns.count(static_cast<std::size_t>(j_))),
        y_(job.layout.rows.count(static_cast<std::size_t>(i_))) {
    for (const Piece& piece : job.layout.of_row(i_))
      if (piece.root == row_.rank()) mine_ = piece;
  }

  /// Takes the pieces of x that lie here before the first product.
  void start(const std::vector<double>& x) {
    for (const Piece& piece : job_.layout.of_column(j_))
      if (piece.root == column_.rank())
        std::copy(x.begin() + static_cast<std::ptrdiff_t>(piece.begin),
                  x.begin() + static_cast<std::ptrdiff_t>(piece.end), x_of(piece).begin());
  }

  /// Carries out steps 1 to 3.
  void multiply() {
    const std::vector<Piece>& of_x = job_.layout.of_column(j_);
    for (std::size_t k = 0; k < job_.layout.broadcasts().size(); ++k) {
      comm_.synchronize();
      if (k < of_x.size()) broadcast(column_, of_x[k].root, x_of(of_x[k]), job_.broadcast);
    }
    comm_.synchronize();
    multiply_block();
    const std::vector<Piece>& of_y = job_.layout.of_row(i_);
    for (std::size_t k = 0; k < job_.layout.reductions().size(); ++k) {
      comm_.synchronize();
      if (k < of_y.size()) reduce(row_, of_y[k].root, y_of(of_y[k]), std::plus<>{}, job_.reduce);
    }
  }

  /// Carries out step 4 of the power method. Returns x . A x.
  double scale_to_length_one() {
    std::vector<double> sums(2);  // y . y and x . y
    if (mine_) {
      const std::span<const double> x = x_of(*mine_);
      const std::span<const double> y = y_of(*mine_);
      for (std::size_t i = 0; i < y.size(); ++i) {
        sums[0] += y[i] * y[i];
        sums[1] += x[i] * y[i];
      }
    }
    declare(kPowerOperations);
    sum_over_all(sums);
    const double length = std::sqrt(sums[0]);
    if (mine_ && length > 0)
      for (double& y : y_of(*mine_)) y /= length;
    carry_over();
    return sums[1];
  }

  /// Carries out step 4 of pagerank.
  void add_jumps() {
    const auto n = static_cast<double>(job_.layout.rows.values);
    std::vector<double> lost(1);
    if (mine_ && !job_.has_no_links.empty()) {
      const std::span<const double> x = x_of(*mine_);
      for (std::size_t i = 0; i < x.size(); ++i)
        if (job_.has_no_links[mine_->begin + i] != 0) lost[0] += x[i];
    }
    declare(kRankOperations);
    if (!job_.has_no_links.empty()) sum_over_all(lost);
    if (mine_)
      for (double& y : y_of(*mine_)) y = job_.damping * (y + lost[0] / n) + (1 - job_.damping) / n;
    carry_over();
  }

  /// Writes the part of the latest vector that lies here.
  void give(std::vector<double>& result) {
    if (!mine_) return;
    const std::span<const double> y = y_of(*mine_);
    std::copy(y.begin(), y.end(), result.begin() + static_cast<std::ptrdiff_t>(mine_->begin));
  }

 private:
  [[nodiscard]] std::span<double> x_of(const Piece& piece) {
    return std::span(x_).subspan(piece.begin - first_column_, piece.length());
  }
  [[nodiscard]] std::span<double> y_of(const Piece& piece) {
    return std::span(y_).subspan(piece.begin - first_row_, piece.length());
  }
  void multiply_block() {
    std::fill(y_.begin(), y_.end(), 0.0);
    const std::span<const MatrixEntry> block = job_.blocks.of(comm_.rank());
    for (const MatrixEntry& entry : block)
      y_[entry.row - first_row_] += entry.value * x_[entry.column - first_column_];
    comm_.compute_operations(kProductOperations * static_cast<std::int64_t>(block.size()));
  }
  void declare(std::int64_t operations_per_value) {
    comm_.synchronize();
    comm_.compute_operations(operations_per_value * static_cast<std::int64_t>(mine_ ? mine_->length() : 0));
  }
  void sum_over_all(std::vector<double>& values) {
    comm_.synchronize();
    reduce(comm_, 0, values);
    comm_.synchronize();
    broadcast(comm_, 0, values);
  }
  void carry_over() {
    if (!mine_) return;
    const std::span<const double> y = y_of(*mine_);
    std::copy(y.begin(), y.end(), x_of(*mine_).begin());
  }

  Communicator& comm_;
  const MatvecJob& job_;
  Communicator column_, row_;
  int i_, j_;
  std::size_t first_row_, first_column_;
  std::vector<double> x_, y_;
  std::optional<Piece> mine_;  ///< this PE's piece of y; in repeated products of x too
};

}  // namespace

void matvec_program(Communicator& comm, const MatvecJob& job, MatvecVectors& vectors) {
  BlockPe pe(comm, job);
  pe.start(vectors.x.front());
  for (std::size_t k = 0; k < static_cast<std::size_t>(job.products); ++k) {
    pe.multiply();
    if (job.method == Method::power) {
      const double quotient = pe.scale_to_length_one();
      if (comm.rank() == 0) vectors.quotient[k] = quotient;
    } else if (job.method == Method::pagerank) {
      pe.add_jumps();
    }
    pe.give(vectors.x[k + 1]);
  }
}

std::int64_t serial_operations(const MatvecJob& job, std::size_t entries) {
  const auto n = static_cast<std::int64_t>(job.layout.rows.values);
  const std::int64_t scaling = job.method == Method::power      ? kPowerOperations * n
                               : job.method == Method::pagerank ? kRankOperations * n
                                                                : 0;
  return job.products * (kProductOperations * static_cast<std::int64_t>(entries) + scaling);
}

}  // namespace toruscope::apps
