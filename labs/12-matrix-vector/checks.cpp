// SPDX-License-Identifier: Apache-2.0
// Lab 12: product and PageRank by definition; bytes received, and time, against those of trees.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 2003, 8.1.2: 2-D
//         partitioning, vectors on the diagonal, n^2/p + ts log p + tw (n / sqrt p) log p.
//         PageRank: Page, Brin, Motwani, Winograd, Stanford 1999.

#include "labs/support/data.hpp"
#include "labs/support/exam.hpp"
#include "labs/support/grid_matrix.hpp"
#include "labs/support/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace toruscope::labs {

namespace {

using Multiply = void(Communicator&, std::span<const double>, std::span<double>);
using PageRank = int(Communicator&, std::span<const double>, double, double, std::span<double>);

/// q x q PEs with s x s values each.
struct GridCase {
  int q = 1;
  std::size_t s = 1;
  [[nodiscard]] std::size_t n() const { return static_cast<std::size_t>(q) * s; }
};

Parameters grid_machine() {
  return {.ts = Ticks{2000}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}, .flop = Ticks{1}};
}

/// Statements that make this PE's block of a matrix, which is an expression.
std::string block_code(const GridCase& c, const std::string& matrix) {
  return fmt::format(
      "  const std::size_t s = {}, n = {};\n  const std::vector<double> matrix = {};\n"
      "  const auto i = comm.coordinate(0), j = comm.coordinate(1);\n  std::vector<double> block;\n"
      "  for (std::size_t k = 0; k < s * s; ++k)\n"
      "    block.push_back(matrix[(static_cast<std::size_t>(i) * s + k / s) * n + static_cast<std::size_t>(j) "
      "* s + k % s]);\n",
      c.s, c.n(), matrix);
}

/// Returns the report of one product if it is right; else the item is lost.
ReportPtr is_product(Exam& exam, const char* item, const GridCase& c, const char* hint) {
  if (exam.is_lost(item)) return nullptr;
  const SquareMatrix matrix{c.n(), numbers(c.n(), 1, c.n() * c.n())};
  DiagonalVector diagonal(numbers(c.s, 2, c.n()));
  Trial trial{.item = item,
              .label = fmt::format("n = {}", c.n()),
              .topology = torus(c.q, c.q),
              .machine = grid_machine()};
  trial.program = [&](Communicator& comm) {
    const std::vector<double> block = matrix.block(comm, c.s);
    std::vector<double> piece = diagonal.piece(comm, c.s);
    exam.function<Multiply>(0)(comm, block, piece);
    diagonal.take(comm, piece);
  };
  trial.driver = block_code(c, fmt::format("numbers({0}, 1, {0} * {0})", c.n())) +
                 fmt::format(
                     "  std::vector<double> piece(s, -1);\n"
                     "  if (i == j) piece = [&] {{\n    const std::vector<double> x = numbers({}, 2, n);\n"
                     "    return std::vector<double>(x.begin() + i * {}, x.begin() + (i + 1) * {});\n  }}();\n"
                     "  {}(comm, block, piece);\n  if (i == j) comm.print(text(piece));\n",
                     c.s, c.s, c.s, exam.name());
  const auto report = exam.run(trial);
  if (!report) return nullptr;
  const std::vector<double> wanted = matrix.times(diagonal.x);
  const auto wrong = std::mismatch(wanted.begin(), wanted.end(), diagonal.got.begin());
  if (!exam.expect(wrong.first == wanted.end(), item,
                   wrong.first == wanted.end()
                       ? ""
                       : fmt::format("value {} of A x is {} and it should be {}", wrong.first - wanted.begin(),
                                     *wrong.second, *wrong.first),
                   hint))
    return nullptr;
  exam.require_received(
      *report, [&](Rank) { return c.q == 1 ? 0 : static_cast<std::int64_t>(c.s * sizeof(double)) / 2; });
  return report;
}

/// The most bytes that a PE receives, and the PE.
std::pair<std::int64_t, Rank> most_received(const Report& report) {
  std::vector<std::int64_t> received(report.pes.size());
  for (const Transfer& t : transfers(report)) received[static_cast<std::size_t>(t.to)] += t.bytes;
  const auto top = std::max_element(received.begin(), received.end());
  return {*top, static_cast<Rank>(top - received.begin())};
}

void check_volume(Exam& exam, const GridCase& c) {
  const auto report = is_product(exam, "volume", c, "");
  if (!report) return;
  const std::int64_t most = (ceil_log2(c.q) + 1) * static_cast<std::int64_t>(c.s * sizeof(double));
  const auto [bytes, pe] = most_received(*report);
  exam.expect(bytes <= most, "volume",
              fmt::format("PE {} receives {} bytes, and {} are enough", pe, bytes, most),
              "which values of x does PE (i, j) need, and of which values of A x does it know a part? It needs "
              "no others, and sums can be formed on the way");
}

void check_time(Exam& exam, const GridCase& c) {
  const auto report = is_product(exam, "time", c, "");
  if (!report) return;
  const Costs& costs = report->costs;
  const auto operations = static_cast<std::int64_t>(2 * c.s * c.s);
  std::vector<Ticks> worked(report->pes.size());
  for (const Event& e : report->events)
    if (e.kind == Event::Kind::compute) worked[static_cast<std::size_t>(e.source)] += e.end - e.begin;
  const auto least = std::min_element(worked.begin(), worked.end());
  if (!exam.expect(*least >= operations * costs.flop, "time",
                   fmt::format("PE {} declares {} operations, and its block has {}", least - worked.begin(),
                               least->count / costs.flop.count, operations),
                   "each value of the block is multiplied once and added once: declare it where it is done"))
    return;
  constexpr std::int64_t kPercent = 115;
  const Ticks wanted =
      2 * ceil_log2(c.q) * (costs.ts + costs.transmission(c.s * sizeof(double))) + operations * costs.flop;
  exam.expect(
      100 * report->finish.time.count <= kPercent * wanted.count, "time",
      fmt::format("T = {} ticks, and {} are enough: trees down the columns and along the rows, and the work",
                  report->finish.time.count, wanted.count),
      "all columns can be at work at the same time, and then all rows. How many messages one after the other "
      "does a tree need for q PEs?");
}

/// Pages with about a quarter of all links; some without any.
SquareMatrix links_of(const GridCase& c, bool has_dead_ends) {
  SquareMatrix links{c.n(), numbers(c.s, 3, c.n() * c.n())};
  for (std::size_t i = 0; i < links.values.size(); ++i) {
    const std::size_t to = i / c.n();
    const std::size_t from = i % c.n();
    const bool is_link = to == (from + 1) % c.n() || std::fmod(links.values[i], 4) == 0;
    links.values[i] = is_link && !(has_dead_ends && from % 5 == 2) ? 1 : 0;
  }
  return links;
}

void check_ranks(Exam& exam, const char* item, const GridCase& c, double damping, double tolerance,
                 bool has_dead_ends, const char* hint) {
  if (exam.is_lost(item)) return;
  constexpr double kRounding = 1e-9;
  const SquareMatrix links = links_of(c, has_dead_ends);
  DiagonalVector diagonal(std::vector<double>(c.n(), -1));
  std::vector<int> counts(static_cast<std::size_t>(c.q * c.q));
  Trial trial{.item = item,
              .label = fmt::format("{} pages{}, damping {}, tolerance {}", c.n(),
                                   has_dead_ends ? ", some without links" : "", damping, tolerance),
              .topology = torus(c.q, c.q),
              .machine = grid_machine()};
  trial.program = [&](Communicator& comm) {
    const std::vector<double> block = links.block(comm, c.s);
    std::vector<double> ranks = diagonal.piece(comm, c.s);
    counts[static_cast<std::size_t>(comm.rank())] =
        exam.function<PageRank>(1)(comm, block, damping, tolerance, ranks);
    diagonal.take(comm, ranks);
  };
  trial.driver =
      block_code(c, fmt::format(
                        "[] {{\n    std::vector<double> links = numbers({0}, 3, {1} * {1});\n"
                        "    for (std::size_t k = 0; k < links.size(); ++k) {{\n"
                        "      const std::size_t to = k / {1}, from = k % {1};\n"
                        "      links[k] = (to == (from + 1) % {1} || std::fmod(links[k], 4) == 0){2} ? 1 : 0;\n"
                        "    }}\n    return links;\n  }}()",
                        c.s, c.n(), has_dead_ends ? " && from % 5 != 2" : "")) +
      fmt::format(
          "  std::vector<double> ranks(s, -1);\n"
          "  const int repetitions = {}(comm, block, {}, {}, ranks);\n"
          "  comm.print(text(repetitions) + \" repetitions\");\n  if (i == j) comm.print(text(ranks));\n",
          exam.name(1), damping, tolerance);
  const auto report = exam.run(trial);
  if (!report) return;
  const auto [wanted, repetitions] = page_ranks(links, damping, tolerance);
  for (std::size_t r = 0; r < counts.size(); ++r)
    exam.expect(counts[r] == repetitions, item,
                fmt::format("PE {} counts {} repetitions instead of {}", r, counts[r], repetitions), hint);
  for (std::size_t page = 0; page < c.n(); ++page)
    exam.expect(std::abs(diagonal.got[page] - wanted[page]) < kRounding, item,
                fmt::format("page {} has the rank {} instead of {}", page, diagonal.got[page], wanted[page]),
                hint);
  constexpr std::size_t kLargeBlock = 16;  // of a matrix: more than all repetitions' vectors
  const auto [bytes, pe] = most_received(*report);
  const auto half = static_cast<std::int64_t>(c.n() * c.n() * sizeof(double) / 2);
  if (c.s >= kLargeBlock)
    exam.expect(
        bytes < half, item, fmt::format("PE {} receives {} bytes: half of the matrix are {}", pe, bytes, half),
        "the matrix may be too large for any one PE: leave its blocks where they are, and move vectors");
}

void check_matrix_vector(Exam& exam) {
  for (const GridCase& c : {GridCase{2, 2}, GridCase{4, 3}, GridCase{8, 1}})
    is_product(
        exam, "product", c,
        "2 x 2 PEs: which values of x does PE (0, 1) need, and to which values of A x does its block add "
        "something? Rows and columns: rank i q + j is PE (i, j)");
  for (const GridCase& c : {GridCase{1, 4}, GridCase{3, 2}, GridCase{5, 3}})
    is_product(exam, "any", c,
               "is q taken from the communicator, and is nothing in the way of a q that is odd, or 1?");
  check_volume(exam, {8, 16});
  for (const GridCase& c : {GridCase{8, 32}, GridCase{4, 40}}) check_time(exam, c);
  check_ranks(
      exam, "ranks", {2, 5}, 0.85, 1e-7, false,
      "by hand for three pages: what are the columns divided by, who knows all of a column, and who has to "
      "know that it is time to end?");
  check_ranks(exam, "ranks", {4, 4}, 0.5, 1e-9, false, "how do PEs learn of the change on the whole diagonal?");
  check_ranks(exam, "ranks", {4, 16}, 0.5, 1e-4, false, "how is it with more pages?");
  for (const GridCase& c : {GridCase{2, 5}, GridCase{3, 4}})
    check_ranks(exam, "dead-ends", c, 0.85, 1e-7, true,
                "the ranks of all pages sum to 1 after every repetition: where does the rank of a page without "
                "links go?");
}

}  // namespace

Lab lab_12_matrix_vector() {
  return {.title = "matrix-vector on a grid of PEs, and PageRank",
          .functions = {TORUSCOPE_LAB_FUNCTION(multiply_on_grid,
                                               void(Communicator&, std::span<const double>, std::span<double>)),
                        TORUSCOPE_LAB_FUNCTION(page_rank, int(Communicator&, std::span<const double>, double,
                                                              double, std::span<double>))},
          .rubric = {{"product", 25, "q a power of two: A x lies on the diagonal", ""},
                     {"any", 10, "the same for any q", "product"},
                     {"volume", 15, "no PE receives more than (ceil(log2 q) + 1) n/q values", "product"},
                     {"time", 15, "2 ceil(log2 q) messages of n/q values and the work, within 15 %", "product"},
                     {"ranks", 20, "PageRank where every page has links; the matrix stays where it is", ""},
                     {"dead-ends", 15, "PageRank with pages without links", "ranks"}},
          .check = check_matrix_vector,
          .allowed = {"broadcast", "reduce", "allreduce", "allgather", "gather", "scatter"}};
}

}  // namespace toruscope::labs
