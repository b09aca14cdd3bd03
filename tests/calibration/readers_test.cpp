// SPDX-License-Identifier: Apache-2.0
#include "tests/calibration/tables.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::calibration {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<double> sizes_of(const Table& table) {
  std::vector<double> sizes;
  for (const Point& point : table.points) sizes.push_back(point.bytes);
  return sizes;
}

TEST(OsuTable, IsReadInTheFormsOfAllVersions) {
  for (const char* head :
       {"# OSU MPI Latency Test v3.1.1\n# Size            Latency (us)\n",
        "# OSU MPI-CUDA Latency Test v5.9\n# Size          Latency (us)\n",
        "# OSU MPI Latency Test\n# Size\t\tLatency (us)\n",
        "# OSU MPI Latency Test v7.1\n# Size          Latency (us)\n# Datatype: MPI_CHAR.\n",
        "# OSU MPI Latency Test v7.4-maker\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n"}) {
    const Reading reading =
        reading_of(std::string("module load mpi\n") + head + "0   1.10\n8   1.25\n$ exit\n");
    ASSERT_THAT(reading.tables, SizeIs(1)) << head;
    const Table& table = reading.tables.front();
    EXPECT_EQ(table.test, calibration::Test::ping_pong);
    EXPECT_EQ(table.line, 2U);
    EXPECT_THAT(sizes_of(table), ElementsAre(0, 8));
    EXPECT_DOUBLE_EQ(table.points[1].seconds, 1.25e-6);
  }
}

TEST(OsuTable, TurnsABandwidthIntoTheTimeOfAWindow) {
  const Table table =
      reading_of("# OSU MPI Bandwidth Test v5.6.2\n# Size      Bandwidth (MB/s)\n1000  64.00\n").tables.at(0);
  EXPECT_EQ(table.test, calibration::Test::window);
  EXPECT_EQ(table.points[0].count, 64);
  EXPECT_EQ(table.points[0].answer, 4);
  // 64 messages of 1000 bytes at 64e6 bytes a second
  EXPECT_DOUBLE_EQ(table.points[0].seconds, 1e-3);
}

TEST(OsuTable, CountsBothDirectionsAndAllPairs) {
  const Table both =
      reading_of("# OSU MPI Bi-Directional Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n1000  128.00\n")
          .tables.at(0);
  EXPECT_EQ(both.test, calibration::Test::both_ways);
  EXPECT_DOUBLE_EQ(both.points[0].seconds, 1e-3);
  const Table pairs =
      reading_of(
          "# OSU MPI Multiple Bandwidth / Message Rate Test v7.4\n# [ pairs: 4 ] [ window size: 32 ]\n"
          "# Size                  MB/s        Messages/s\n1000  128.00  128000.00\n")
          .tables.at(0);
  EXPECT_EQ(pairs.test, calibration::Test::several_pairs);
  EXPECT_EQ(pairs.pairs, 4);
  EXPECT_EQ(pairs.points[0].count, 32);
  EXPECT_DOUBLE_EQ(pairs.points[0].seconds, 1e-3);
}

TEST(OsuTable, IsFoundBehindPrefixesAndBetweenNoise) {
  const Reading reading = reading_of(
      "[1,0]<stdout>:# OSU MPI Latency Test v6.2\n[1,0]<stdout>:# Size          Latency (us)\n"
      "[n01:17] UCX INFO  version 1.2\n[1,0]<stdout>:1   2.00\n[1,0]<stdout>:2   2.50\n"
      "0: # OSU MPI Bandwidth Test v6.2\n0: # Size      Bandwidth (MB/s)\n0: 1   5.00\nrank 3 has gone away "
      "7\n0: 2   9.00\n"
      "12:01:02 # OSU MPI Allreduce Latency Test v6.2\n# Size       Avg Latency(us)\n12:01:03 4   9.00\n");
  ASSERT_THAT(reading.tables, SizeIs(2));
  EXPECT_THAT(sizes_of(reading.tables[0]), ElementsAre(1, 2));
  EXPECT_THAT(sizes_of(reading.tables[1]), ElementsAre(1, 2));
  EXPECT_THAT(reading.notes,
              ElementsAre("t.txt:11: OSU MPI Allreduce Latency Test v6.2: passed over: of OSU the tables of "
                          "osu_latency, osu_bw, osu_bibw and osu_mbw_mr are read"));
}

TEST(OsuTable, PassesOverColumnsByName) {
  const Reading reading = reading_of(
      "# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)    P50 Tail Lat(us)    Validation\n"
      "1   2.00   1.90   Pass\n2   3.00  2.80  Fail\n4  5.00   4.00  Pass\n");
  EXPECT_THAT(sizes_of(reading.tables.at(0)), ElementsAre(1, 4));
  EXPECT_DOUBLE_EQ(reading.tables[0].points[1].seconds, 5e-6);
  EXPECT_THAT(reading.notes, ElementsAre(HasSubstr("P50 Tail Lat(us)"), HasSubstr("1 row")));
}

TEST(OsuTable, MayHaveItsTitleTwice) {
  EXPECT_THAT(
      reading_of("# OSU MPI Latency Test v6.2\n# OSU MPI Latency Test v6.2\n# Size  Latency (us)\n1  2.00\n")
          .tables,
      SizeIs(1));
}

TEST(OsuTable, IsRefusedWithFileAndLine) {
  const std::string head = "# OSU MPI Latency Test v6.2\n# Size          Latency (us)\n";
  EXPECT_THAT(refusal_of(head), HasSubstr("t.txt:1: "));
  EXPECT_THAT(refusal_of(head), HasSubstr("a title without rows"));
  EXPECT_THAT(refusal_of(head + "1  2.00\n2  -3.00\n"),
              HasSubstr("t.txt:4: a latency must be a number above 0, got -3"));
  EXPECT_THAT(refusal_of(head + "1  nan\n"), HasSubstr("t.txt:3: a latency must be a number above 0, got nan"));
  EXPECT_THAT(refusal_of("# OSU MPI Latency Test v6.2\n# Size          Latency (ms)\n1  2.00\n"),
              HasSubstr("t.txt:2: the heading has no column Latency (us)"));
}

TEST(ImbTable, IsReadFromItsTimes) {
  const Reading reading = reading_of(
      "# Date                  : Mon Apr  1 10:00:00 2024\n#---------------\n# Benchmarking PingPong\n# "
      "#processes = 2\n"
      "# ( 6 additional processes waiting in MPI_Barrier)\n#---------------\n"
      "       #bytes #repetitions      t[usec]   Mbytes/sec\n            0         1000         0.60         "
      "0.00\n"
      "            1         1000         0.75         1.33\n      4194304            1   int-overflow.\n\n"
      "# Benchmarking Biband\n       #bytes #repetitions   Mbytes/sec      Msg/sec\n   1   1000  3.00  5\n");
  ASSERT_THAT(reading.tables, SizeIs(1));
  EXPECT_EQ(reading.tables[0].title, "IMB PingPong");
  EXPECT_EQ(reading.tables[0].date, "Mon Apr  1 10:00:00 2024");
  EXPECT_THAT(sizes_of(reading.tables[0]), ElementsAre(0, 1));
  EXPECT_DOUBLE_EQ(reading.tables[0].points[1].seconds, 0.75e-6);
  EXPECT_THAT(reading.notes,
              ElementsAre(HasSubstr("words in place of figures"), HasSubstr("IMB Biband: passed over")));
}

constexpr const char* kNcclRows =
    "#\n#                                                              out-of-place                       "
    "in-place\n"
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   "
    "busbw #wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  "
    "(GB/s)\n"
    "           0             0     float    none      -1     0.02    0.00    0.00    N/A     0.02    0.00    "
    "0.00    N/A\n"
    "           8             2     float    none      -1    12.50    0.00    0.00      0    11.82    0.00    "
    "0.00    N/A\n"
    "          16             4     float    none      -1    13.00    0.00    0.00      0    11.82    0.00    "
    "0.00    N/A\n"
    "# Out of bounds values : 0 OK\n";

TEST(NcclTable, IsReadOfSendrecvAlone) {
  const Reading reading = reading_of(std::string("# Collective test starting: sendrecv_perf\n") + kNcclRows);
  ASSERT_THAT(reading.tables, SizeIs(1));
  EXPECT_EQ(reading.tables[0].test, calibration::Test::exchange);
  EXPECT_THAT(sizes_of(reading.tables[0]), ElementsAre(8, 16));
  EXPECT_DOUBLE_EQ(reading.tables[0].points[0].seconds, 12.5e-6);
  const Reading other = reading_of(std::string("# Collective test starting: all_reduce_perf\n") + kNcclRows);
  EXPECT_THAT(other.tables, IsEmpty());
  EXPECT_THAT(other.notes, ElementsAre(HasSubstr("all_reduce_perf: passed over")));
}

TEST(NcclTable, IsAskedForItsTestWhereItDoesNotSay) {
  EXPECT_THAT(refusal_of(kNcclRows),
              HasSubstr("t.txt:3: nccl-tests table: the table does not say which test it is of"));
  EXPECT_THAT(reading_of(kNcclRows, "sendrecv").tables, SizeIs(1));
  EXPECT_THAT(reading_of(kNcclRows, "all_gather_perf").tables, IsEmpty());
  EXPECT_THAT(refusal_of(kNcclRows, "sendrev"), HasSubstr("Did you mean sendrecv?"));
}

TEST(NetgaugeTable, IsReadOfItsRoundTripsAlone) {
  const Reading reading = reading_of(
      "# size n PRTT(1,0,s) PRTT(n,0,s) PRTT(n,d,s) L o_s o_r g G lsqu\n"
      "1 16 4.0 20.0 90.0 2.0 -0.3 0.4 -nan -nan 0\n1025 16 5.0 40.0 99.0 2.0 0.3 0.4 -1 0.1 0\n");
  ASSERT_THAT(reading.tables, SizeIs(2));
  EXPECT_DOUBLE_EQ(reading.tables[0].points[1].seconds, 2.5e-6);
  EXPECT_DOUBLE_EQ(reading.tables[1].points[1].seconds, 40e-6);
  EXPECT_EQ(reading.tables[1].points[1].count, 16);
  EXPECT_EQ(reading.tables[1].points[1].answer, 1025);
}

TEST(CsvTable, HasTheColumnsThatItsHeadingNames) {
  const Reading reading =
      reading_of("# date: 2024-05-01\nsize,seconds,distance,colour\n0,1e-6,3,red\n8,2e-6,,blue\n");
  ASSERT_THAT(reading.tables, SizeIs(1));
  EXPECT_EQ(reading.tables[0].test, calibration::Test::ping_pong);
  EXPECT_EQ(reading.tables[0].date, "2024-05-01");
  EXPECT_EQ(reading.tables[0].points[0].distance, 3);
  EXPECT_EQ(reading.tables[0].points[1].distance, -1);
  EXPECT_THAT(reading.notes, ElementsAre(HasSubstr("the column \"colour\" is passed over")));
}

TEST(CsvTable, IsRefusedWithFileAndLine) {
  EXPECT_THAT(refusal_of("size,seconds\n"), HasSubstr("t.txt:1: a heading without rows"));
  EXPECT_THAT(refusal_of("size,seconds\n1,1e-6\n2,0\n"),
              HasSubstr("t.txt:3: seconds must be a number above 0"));
  EXPECT_THAT(refusal_of("size,seconds\n1\n"), HasSubstr("t.txt:2: the heading has 2 columns, the row has 1"));
  EXPECT_THAT(refusal_of("size,seconds\n1,fast\n"), HasSubstr("t.txt:2: seconds: a number is needed, got"));
  EXPECT_THAT(refusal_of("size,seconds,test\n1,1,pingpong\n"), HasSubstr("Did you mean ping-pong?"));
  EXPECT_THAT(refusal_of("size,seconds,test\n1,1,several pairs\n"),
              HasSubstr("t.txt:2: several pairs: how many is not in these tables"));
}

TEST(SimgridPlatform, GivesWhatItsPiecesSay) {
  const Reading reading = reading_of(
      "<?xml version='1.0'?>\n<platform version=\"4.1\">\n<config>\n"
      "<prop id=\"smpi/os\" value=\"0:1e-6:0;1000:2e-6:1e-9\"/>\n<prop id=\"smpi/or\" value=\"0:0.5e-6:0\"/>\n"
      "<prop id=\"smpi/bw-factor\" value=\"0:0.5;1000:1\"/>\n<prop id=\"smpi/lat-factor\" "
      "value=\"0:2\"/>\n</config>\n"
      "<zone id=\"a\" routing=\"Full\"><cluster id=\"c\" bw=\"8Gbps\" lat=\"1us\"/></zone>\n</platform>\n");
  ASSERT_THAT(reading.tables, SizeIs(3));
  EXPECT_EQ(reading.tables[0].test, calibration::Test::send);
  EXPECT_EQ(reading.tables[0].line, 4U);
  EXPECT_EQ(reading.tables[1].test, calibration::Test::receive);
  EXPECT_EQ(reading.tables[2].test, calibration::Test::ping_pong);
  for (const Point& point : reading.tables[2].points) {
    // 2 us of two links, doubled; bytes at 1 GB/s, below 1000 at half of it
    const double says = point.bytes < 1000 ? 1e-6 + 0.5e-6 + 4e-6 + point.bytes / 0.5e9
                                           : 2e-6 + 1e-9 * point.bytes + 0.5e-6 + 4e-6 + point.bytes / 1e9;
    EXPECT_NEAR(point.seconds, says, 1e-15) << point.bytes;
  }
}

TEST(SimgridPlatform, SaysWhichOfItsLinksItsTimesAreOf) {
  const Reading reading = reading_of(
      "<platform version=\"4.1\"><config><prop id=\"smpi/os\" value=\"0:1e-6:0\"/></config>\n"
      "<zone id=\"a\" routing=\"Full\"><link id=\"up\" bandwidth=\"1GBps\" latency=\"1us\"/>\n"
      "<link id=\"down\" bandwidth=\"2GBps\" latency=\"2us\"/>\n"
      "<route src=\"x\" dst=\"y\"><link_ctn id=\"up\"/><link_ctn id=\"down\"/></route></zone></platform>\n");
  EXPECT_THAT(
      reading.notes,
      ElementsAre("t.txt:2: the first element with a bandwidth, <link id=\"up\">, stands for the whole "
                  "platform: other <cluster> and <link> elements, and routes of several links, are passed "
                  "over"));
}

TEST(SimgridPlatform, IsRefusedWithFileAndLine) {
  EXPECT_THAT(refusal_of("<platform>\n<cluster bw='1GBps' lat='1us'/>\n</platform>"),
              HasSubstr("without costs by size"));
  EXPECT_THAT(refusal_of("<platform>\n<config>\n<prop id='smpi/os' value='0:fast'/></config></platform>"),
              HasSubstr("t.txt:3: smpi/os: \"fast\" is no number from 0"));
  EXPECT_THAT(refusal_of("<platform"), HasSubstr("t.txt:1: not XML"));
  EXPECT_THAT(refusal_of("<platform>\n<config><prop id='smpi/os' value='0:1:1e308'/></config></platform>"),
              HasSubstr("t.txt:2: a time is too large: 1e+308"));
}

TEST(Tables, AreAskedForWhereThereIsNone) {
  EXPECT_THAT(refusal_of("hello\n1 2\n"), HasSubstr("t.txt: no table is found; known are"));
}

}  // namespace
}  // namespace toruscope::calibration
