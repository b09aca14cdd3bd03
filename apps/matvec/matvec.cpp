// SPDX-License-Identifier: Apache-2.0
// The application: read, multiply on the machine, check, write, explain.

#include "apps/matvec/matvec.hpp"

#include "apps/io/names.hpp"
#include "apps/io/series.hpp"
#include "apps/matvec/explain.hpp"
#include "apps/matvec/findings.hpp"
#include "apps/matvec/program.hpp"
#include "apps/matvec/reference.hpp"
#include "apps/options.hpp"
#include "runtime/files/output_file.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <optional>
#include <utility>

namespace toruscope::apps {
namespace {

constexpr int kMostProducts = 100'000;

const std::vector<AppOption>& matvec_options() {
  static const std::vector<AppOption> table = {
      {"vector", "x: .csv, .npy or .mtx (default: all values 1; power: scaled to length 1; pagerank: to sum 1)",
       "", true},
      {"method", "product (A x), power (repeated, scaled to length 1) or pagerank (repeated, with jumps)",
       "product"},
      {"iterations", "products of power and pagerank", "50"},
      {"damping", "of pagerank: the share of those who follow a link", "0.85"},
      {"link-direction",
       "of pagerank: entry (i, j) is a link from i to j (row-to-column) or from j to i (column-to-row)",
       "row-to-column"},
      {"line", "column or row: a machine of one dimension is p x 1 or 1 x p PEs", "column"},
      {"broadcast", "algorithm down the columns (default: that of --algorithm)", ""},
      {"reduce", "algorithm along the rows (default: that of --algorithm)", ""},
      {"names", "file with the names of the rows, one a line, for the findings", "", true},
  };
  return table;
}

/// The request, checked as far as is possible without its input.
struct MatvecTask {
  explicit MatvecTask(const AppRequest& request) {
    const Options options("matvec", matvec_options(), request);
    if (!request.input) throw ConfigError("matvec: needs a matrix; give --input FILE (.mtx or .npy)");
    input = *request.input;
    if (!options.text("vector").empty()) vector = options.text("vector");
    if (!options.text("names").empty()) names = options.text("names");
    const std::string word = options.word("method", {"product", "power", "pagerank"});
    method = word == "power" ? Method::power : word == "pagerank" ? Method::pagerank : Method::product;
    if (method == Method::product && options.is_given("iterations"))
      throw ConfigError("matvec: iterations are for repeated products; give --method power or pagerank");
    products = method == Method::product ? 1 : options.count("iterations", kMostProducts);
    if (method != Method::pagerank && options.is_given("damping"))
      throw ConfigError("matvec: damping is for --method pagerank");
    damping = options.fraction("damping");
    if (method != Method::pagerank && options.is_given("link-direction"))
      throw ConfigError("matvec: link-direction is for --method pagerank");
    link_direction = options.word("link-direction", {"row-to-column", "column-to-row"});
    line_is_row = options.word("line", {"column", "row"}) == "row";
    if (options.is_given("line") && request.topology->sides().size() > 1)
      throw ConfigError(
          fmt::format("matvec: line is for a machine of one dimension, and {} is a grid already; "
                      "leave it out or give --topology ring:{}",
                      request.topology->name(), request.topology->pes()));
    const auto algorithm = [&](const char* name) {
      return options.text(name).empty() ? request.algorithm.value_or("auto") : options.text(name);
    };
    if (request.algorithm && options.is_given("broadcast") && options.is_given("reduce"))
      throw ConfigError("matvec: broadcast and reduce name both algorithms; leave --algorithm out");
    broadcast = algorithm("broadcast");
    reduce = algorithm("reduce");
    if (!request.output) return;
    std::vector<std::filesystem::path> read{input};
    for (const auto& file : {vector, names})
      if (file) read.push_back(*file);
    core::check_output(*request.output, {".csv", ".npy", ".mtx"}, read);
  }
  [[nodiscard]] bool is_repeated() const { return method != Method::product; }

  std::filesystem::path input;
  std::optional<std::filesystem::path> vector, names;
  Method method = Method::product;
  int products = 1;
  double damping = 0;
  bool line_is_row = false;
  std::string link_direction, broadcast, reduce;
};

/// The least and largest magnitudes with which no sum or square leaves the range of a double.
constexpr double kSmall = 1e-130;
constexpr double kLarge = 1e130;

/// The matrix, fit for the method.
Matrix read_checked(const MatvecTask& task) {
  Matrix matrix = read_matrix(task.input);
  if (task.is_repeated() && matrix.rows != matrix.columns)
    refuse_input(task.input, fmt::format("it is {} x {}, but repeated products need a square matrix",
                                         matrix.rows, matrix.columns));
  for (const MatrixEntry& entry : matrix.entries) {
    if (task.method == Method::pagerank && entry.value < 0)
      refuse_input(task.input,
                   fmt::format("entry ({}, {}) is {}, but a link has no negative weight",
                               std::uint64_t{entry.row} + 1, std::uint64_t{entry.column} + 1, entry.value));
    const double magnitude = std::abs(entry.value);
    if (magnitude != 0 && !(magnitude > kSmall && magnitude < kLarge))
      refuse_input(task.input,
                   fmt::format("entry ({}, {}) is {}; magnitudes from {} to {} are taken, scale them",
                               std::uint64_t{entry.row} + 1, std::uint64_t{entry.column} + 1, entry.value,
                               kSmall, kLarge));
  }
  return matrix;
}

/// Exchanges rows and columns.
void transpose(Matrix& matrix) {
  std::swap(matrix.rows, matrix.columns);
  for (MatrixEntry& entry : matrix.entries) std::swap(entry.row, entry.column);
  sort_by_place(matrix.entries);
}

/// The vector x before the first product. Notes in `told` which column was read.
std::vector<double> start_vector(const MatvecTask& task, std::size_t columns, AppResult& told) {
  std::vector<double> x(columns, 1.0);
  if (task.vector) {
    Series read = read_vector(*task.vector, columns);
    x = std::move(read.values);
    if (!read.column.empty()) told.reading.emplace_back("vector", "column " + read.column);
  }
  double sum = 0;
  double squares = 0;
  for (const double value : x) {
    if (value != 0 && !(std::abs(value) > kSmall && std::abs(value) < kLarge))
      refuse_input(*task.vector, fmt::format("a value is {}; magnitudes from {} to {} are taken, scale it",
                                             value, kSmall, kLarge));
    if (task.method == Method::pagerank && value < 0)
      refuse_input(*task.vector, fmt::format("a value is {}, but a rank is not negative", value));
    sum += value;
    squares += value * value;
  }
  if (!task.is_repeated()) return x;
  if (!(squares > 0)) refuse_input(*task.vector, "all its values are 0; repeated products need another start");
  const double scale = task.method == Method::power ? std::sqrt(squares) : sum;
  for (double& value : x) value /= scale;
  return x;
}

std::size_t estimate_matvec(const AppRequest& request) {
  const MatvecTask task(request);
  const Matrix matrix = read_checked(task);
  const auto p = static_cast<std::size_t>(request.topology->pes());
  const ProcessGrid grid(*request.topology, task.line_is_row);
  constexpr std::size_t kCopiesOfMatrix = 3;  // as it is read, both triangles, dealt
  // x and y of a PE, and what a collective holds of them
  constexpr std::size_t kCopiesOfBlock = 4;
  constexpr std::size_t kPeBytes = 128;  // its place in the tables of blocks and pieces
  const std::size_t per_pe = kCopiesOfBlock * sizeof(double) *
                                 (collectives::EvenDeal(matrix.rows, grid.r).longest() +
                                  collectives::EvenDeal(matrix.columns, grid.s).longest()) +
                             kPeBytes;
  // a row's values, sums and bounds in the second method
  constexpr std::size_t kReferenceBytes = 128;
  return kCopiesOfMatrix * matrix.entries.size() * sizeof(MatrixEntry) + p * per_pe +
         kReferenceBytes * (matrix.rows + matrix.columns) +
         static_cast<std::size_t>(task.products + 1) * sizeof(double) * matrix.rows;
}

/// Divides columns by their sums; marks columns without links.
Matrix link_shares(const Matrix& matrix, std::vector<char>& has_no_links) {
  const std::vector<long double> sums = column_sums(matrix);
  if (std::any_of(sums.begin(), sums.end(), [](long double sum) { return !(sum > 0); }))
    for (const long double sum : sums) has_no_links.push_back(sum > 0 ? 0 : 1);
  Matrix shares = matrix;
  for (MatrixEntry& entry : shares.entries)
    if (entry.value != 0)
      entry.value = static_cast<double>(static_cast<long double>(entry.value) / sums[entry.column]);
  return shares;
}

AppResult run_matvec(const AppRequest& request) {
  const MatvecTask task(request);
  Matrix matrix = read_checked(task);
  const bool is_pagerank = task.method == Method::pagerank;
  if (is_pagerank && task.link_direction == "row-to-column") transpose(matrix);
  const std::vector<std::string> names =
      task.names ? read_names(*task.names, read_file(*task.names), matrix.rows) : std::vector<std::string>();

  const Layout layout(ProcessGrid(*request.topology, task.line_is_row), matrix.rows, matrix.columns,
                      task.is_repeated());
  std::vector<char> has_no_links;
  Blocks blocks(is_pagerank ? link_shares(matrix, has_no_links) : matrix, layout);
  const Case machine = case_of(*request.topology, request.parameters, 0);
  const MatvecSteps plan = plan_steps(machine, layout, task.method, task.products, !has_no_links.empty(),
                                      task.broadcast, task.reduce);
  const MatvecJob job{.layout = layout,
                      .blocks = std::move(blocks),
                      .method = task.method,
                      .products = task.products,
                      .damping = task.damping,
                      .has_no_links = std::move(has_no_links),
                      .broadcast = plan.broadcast,
                      .reduce = plan.reduce};
  AppResult result;
  if (is_pagerank) result.reading.emplace_back("link_direction", task.link_direction);
  MatvecVectors vectors;
  vectors.x.assign(static_cast<std::size_t>(task.products) + 1, std::vector<double>(matrix.rows));
  vectors.x.front() = start_vector(task, matrix.columns, result);
  vectors.quotient.resize(static_cast<std::size_t>(task.products));

  result.operation = "matvec";
  result.algorithm = plan.broadcast == plan.reduce ? plan.broadcast : plan.broadcast + " + " + plan.reduce;
  result.block_bytes = layout.broadcasts().front().length() * sizeof(double);
  result.serial_operations = serial_operations(job, matrix.entries.size());
  result.inputs_read = {task.input};
  if (task.vector) result.inputs_read.push_back(*task.vector);
  if (task.names) result.inputs_read.push_back(*task.names);
  Machine emulated(request.topology, request.parameters, request.execution);
  result.report = emulated.run([&](Communicator& comm) { matvec_program(comm, job, vectors); });

  const ProductCheck check = check_products(matrix, job, vectors);
  result.verified = check.is_right;
  result.check = check.text;
  result.findings = findings(job, vectors, names);
  result.explanation = explain(plan, job, matrix, result.report);
  result.predicted = plan.predicted();
  if (request.output && result.verified) {
    write_vector(*request.output, vectors.x.back());
    result.outputs_written = {*request.output};
  }
  return result;
}

/// Scenes in which two characters appear together: the first characters of data/lesmiserables.mtx.
constexpr const char* kScenes =
    "%%MatrixMarket matrix coordinate integer symmetric\n"
    "7 7 8\n"
    "2 1 1\n3 2 8\n4 2 10\n4 3 6\n5 2 1\n6 2 1\n7 2 1\n7 7 0\n";

std::vector<AppSample> matvec_samples() {
  const AppSample product{
      .name = "product", .input = "in.mtx", .content = kScenes, .output = "out.csv", .options = {}};
  AppSample power = product;
  power.name = "power";
  power.options = {{"method", "power"}, {"iterations", "3"}};
  power.same_everywhere = false;
  AppSample rank = power;
  rank.name = "pagerank";
  rank.options = {{"method", "pagerank"}, {"iterations", "2"}};
  return {product, power, rank};
}

}  // namespace

Application matvec_application() {
  return {.name = "matvec",
          .description =
              "products of a matrix and a vector on a grid of PEs: broadcast down the columns, reduce along "
              "the rows",
          .inputs = "a matrix: .mtx (Matrix Market, dense or coordinate) or .npy of two dimensions",
          .outputs = "the vector: .csv (i, value), .npy (float64) or .mtx",
          .options = matvec_options(),
          .samples = matvec_samples(),
          .estimate_bytes = estimate_matvec,
          .run = run_matvec};
}

}  // namespace toruscope::apps
