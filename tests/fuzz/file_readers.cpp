// SPDX-License-Identifier: Apache-2.0
#include "apps/io/csv.hpp"
#include "apps/io/matrix_market.hpp"
#include "apps/io/names.hpp"
#include "apps/io/npy.hpp"
#include "apps/io/pgm.hpp"
#include "perfetto/gzip.hpp"
#include "placement/placement.hpp"
#include "runtime/core/gunzip.hpp"
#include "runtime/topology/embedding.hpp"
#include "runtime/topology/graph_file.hpp"
#include "tests/fuzz/reader.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <sstream>

namespace toruscope::test {

namespace {

using namespace apps;
using namespace core;

bool are_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

void fuzz_graph(std::string_view bytes) {
  GraphFile file = read_graph(bytes, "graph");
  const auto nodes = static_cast<int>(file.links.size());
  require(file.pes >= 1 && file.pes <= nodes && nodes <= kMostGraphNodes, "as many nodes as PEs");
  for (Node a = 0; a < nodes; ++a)
    for (const Node b : file.links[static_cast<std::size_t>(a)]) {
      const auto& back = file.links[static_cast<std::size_t>(b)];
      require(std::find(back.begin(), back.end(), a) != back.end(), "links are there both ways");
    }
  constexpr int kFew = 48;  // more take long
  if (nodes > kFew) return;
  const TopologyPtr network = make_graph("graph", std::move(file));
  Route legs;
  for (Node a = 0; a < network->pes(); ++a)
    for (Node b = 0; b < network->pes(); ++b) {
      network->route(a, b, legs);
      int steps = 0;
      for (const Leg& leg : legs) steps += leg.steps;
      require(
          network->has_shortest_routes() ? steps == network->distance(a, b) : steps >= network->distance(a, b),
          "a route is as long as its distance, one of the file's own may be longer");
    }
}

void fuzz_embed(std::string_view bytes) {
  constexpr int kPes = 6;
  require(read_places(bytes, "places", kPes).size() == kPes, "a node for each PE");
}

void fuzz_traffic(std::string_view bytes) {
  constexpr int kRanks = 6;
  const placement::Traffic traffic = placement::read_traffic(bytes, "traffic.csv", kRanks);
  const TopologyPtr network = ring(kRanks);
  std::vector<Node> places = placement::place("greedy", traffic, *network);
  std::sort(places.begin(), places.end());
  require(std::adjacent_find(places.begin(), places.end()) == places.end(), "a node for each rank");
}

void fuzz_csv(std::string_view bytes) {
  const Series series = read_csv("series.csv", bytes, {});
  require(!series.values.empty() && are_finite(series.values), "at least one finite value");
}

void fuzz_csv_column(std::string_view bytes) {
  require(are_finite(read_csv("series.csv", bytes, "sunspots").values), "finite values");
}

void fuzz_npy(std::string_view bytes) {
  const std::vector<double> values = read_npy("a.npy", bytes);
  require(npy_kind("a.npy", bytes).dimensions == 1, "one dimension");
  require(!values.empty() && are_finite(values), "at least one finite value");
}

void fuzz_npy_complex(std::string_view bytes) {
  const std::vector<std::complex<double>> values = read_complex_npy("a.npy", bytes);
  require(!values.empty(), "at least one value");
  if (npy_kind("a.npy", bytes).is_complex) return;
  const std::vector<double> real = read_npy("a.npy", bytes);
  require(std::equal(values.begin(), values.end(), real.begin(), real.end()), "the same values");
}

void fuzz_npy_table(std::string_view bytes) {
  const Table table = read_npy_table("a.npy", bytes);
  require(npy_kind("a.npy", bytes).dimensions == 2, "two dimensions");
  require(table.values.size() == table.rows * table.columns && are_finite(table.values), "finite values");
}

void fuzz_pgm(std::string_view bytes) {
  const GreyImage image = read_pgm("a.pgm", bytes);
  require(image.pixels.values.size() == image.pixels.rows * image.pixels.columns, "all pixels");
  std::ostringstream written;
  write_pgm(written, image);
  const GreyImage again = read_pgm("a.pgm", written.str());
  require(again.pixels.values == image.pixels.values && again.white == image.white, "the same when written");
}

void fuzz_mtx(std::string_view bytes) {
  const Matrix matrix = read_matrix_market("a.mtx", bytes);
  for (const MatrixEntry& entry : matrix.entries)
    require(entry.row < matrix.rows && entry.column < matrix.columns && std::isfinite(entry.value),
            "finite values at places of the matrix");
}

void fuzz_names(std::string_view bytes) {
  require(read_names("names", bytes, 3).size() == 3, "a name for each row");
}

void fuzz_gzip(std::string_view bytes) {
  constexpr std::uint64_t kMost = 1U << 16U;
  const Unpacked unpacked = gunzip(bytes, kMost);
  require(unpacked.fault.empty() || unpacked.content.empty(), "content or a fault");
  if (!unpacked.fault.empty()) throw ConfigError(unpacked.fault);
  require(unpacked.content.size() <= kMost, "so many bytes at most");
}

template <class Write>
std::string written(const Write& write) {
  std::ostringstream out;
  write(out);
  return out.str();
}

std::string packed(const std::string& text) {
  return written(
      [&](std::ostream& out) { perfetto::write_gzip(out, [&](std::ostream& plain) { plain << text; }); });
}

std::string npy_complex(std::size_t values) {
  return written([=](std::ostream& out) {
    write_npy(out, std::vector<std::complex<double>>(values, {1, -2}));
  });
}

std::string npy(std::size_t values) {
  return written([=](std::ostream& out) { write_npy(out, std::vector<double>(values, 1.5)); });
}

std::string npy_table(std::size_t values, std::size_t columns) {
  return written([=](std::ostream& out) { write_npy_table(out, std::vector<double>(values, 2.5), columns); });
}

const std::vector<std::string> kNpyWords{
    "'descr': ", "'<f8'", "'<f4'", "'|u1'",  "'>f8'",     "'shape': ",         "(",      ")",     ",",
    "True",      "False", "(0,)",  "(2, 3)", "\x93NUMPY", "'fortran_order': ", "'>c16'", "'<c8'", "'<f2'",
    "'|b1'",     "'>i2'"};

}  // namespace

std::vector<Reader> file_readers() {
  const std::vector<std::string> series{"year;sunspots\n1700;5\n1701;11\n\n# end\n",
                                        "1,2\n3,4\n",
                                        "\"a b\"\tsunspots\r\n1\t2\r\n",
                                        "sunspots\n1e3\n-2\n",
                                        "t sunspots\r1.0 2.0\r3.0 4.0\r",
                                        "sunspots;b\n1;\"0,5\"\n1;1 234\n"};
  const std::vector<std::string> separators{",",  ";",        "\t", "\"",    "#",       "\r\n", "\r",
                                            "\n", "sunspots", " ",  "1,234", "1'234.5", "0,5",  "\u00a0234"};
  return {
      {"graph",
       fuzz_graph,
       {"0 1\n1 2\n2 0\n", "pes 4\n0 4\n1 4\n2 5 slow=3\n3 5\n4 5 # switches\n", "0 1 tw=2ns\n\n1 2\n",
        "0 1\r1 2\r\nroute 0 2 = 0 1 2\n", "nodes = names\nrouting = balanced\npes \"a\" b\na s x2\nb s\n",
        "directions = listed\nweight = cables\n0 1 2\n1 0 2\n",
        "pes 2\n0 2\n1 2\nforward = switches\ntable 2 = 0 1\n",
        "pes 4\n0 4\n1 4\n2 4\n3 4\nisland a = 0-1\nisland b = 2 3\nisland c = a b\n"},
       with_numbers({"pes ", "#", "\n", "\r", "slow=", "tw=", "th=", "bandwidth=", "route ", "=", "{}",
                     "table ", "*", "x2", "routing = ecmp\n", "nodes = from-1\n", "nodes = names\n",
                     "weight = cost\n", "channels = 1\n"})},
      {"embed", fuzz_embed, {"0 1 2 3 4 5\n", "5\n4\n3 # here\n2 1 0\n"}, with_numbers({"#", "\n", "\r"})},
      {"traffic",
       fuzz_traffic,
       {"source,destination,messages,bytes,hops,link_wait\n0,1,2,100,2,0\n5,0,1,5,1,0\n",
        "source,destination,messages,bytes\r\n3,2,1,0\r\n"},
       with_numbers({",", "\n", "\r", "1125899906842624"})},
      {"csv", fuzz_csv, series, with_numbers(separators)},
      {"csv_column", fuzz_csv_column, series, with_numbers(separators)},
      {"npy", fuzz_npy, {npy(1), npy(5), npy_table(6, 3)}, with_numbers(kNpyWords)},
      {"npy_complex", fuzz_npy_complex, {npy_complex(3), npy(2)}, with_numbers(kNpyWords)},
      {"npy_table", fuzz_npy_table, {npy_table(6, 3), npy_table(6, 1), npy(4)}, with_numbers(kNpyWords)},
      {"pgm",
       fuzz_pgm,
       {"P2\n# drawn\n3 2\n7\n0 1 2\n3 4 7\n", std::string("P5 2 2 255\n\x00\x01\x7f\xff", 15),
        std::string("P5\n1 2\n65535\n\x01\x00\xff\xff", 17)},
       with_numbers({"P2", "P5", "#", "\r", "65535", "65536", "1048576"})},
      {"mtx",
       fuzz_mtx,
       {"%%MatrixMarket matrix coordinate real symmetric\n% who\n3 3 2\n2 1 0.5\n3 3 7\n",
        "%%MatrixMarket matrix array integer general\n2 2\n1\n2\n3\n4\n",
        "%MatrixMarket matrix coordinate pattern general\r2 3 2\r1 3\r2 1\r",
        "%%MatrixMarket matrix coordinate integer hermitian\n2 2 1\n1 2 7\n",
        "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n"},
       with_numbers({"%%MatrixMarket", "matrix", "array", "coordinate", "real", "pattern", "integer", "complex",
                     "general", "symmetric", "skew-symmetric", "hermitian", "\n", "\r", "%"})},
      {"gzip",
       fuzz_gzip,
       {packed("0 1\n1 2\n2 0\n"), packed("x\n1\n2\n") + packed("3\n"), packed(std::string(1U << 15U, ' '))},
       {"\x1f\x8b\x08", std::string(4, '\0'), "\xff\xff"}},
      {"names",
       fuzz_names,
       {"Valjean\nMarius\nCosette\n", "a\n\n b \r\nc"},
       {"\n", "\r", "\x1b[31m", "\xe2\x80\xae"}}};
}

}  // namespace toruscope::test
