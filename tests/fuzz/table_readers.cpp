// SPDX-License-Identifier: Apache-2.0
// Tables of measurements: what is read is fitted and written as a machine file, which must be
// taken.
#include "calibration/machine_text.hpp"
#include "calibration/read.hpp"
#include "cli/machines/settings.hpp"
#include "tests/fuzz/reader.hpp"

#include <cmath>

namespace toruscope::test {

namespace {

void fuzz_tables(std::string_view bytes) {
  calibration::Reading reading;
  calibration::read_tables("a.txt", bytes, std::nullopt, reading);
  std::size_t points = 0;
  for (const calibration::Table& table : reading.tables) {
    require(!table.points.empty(), "a table has rows");
    points += table.points.size();
    for (const calibration::Point& p : table.points)
      require(p.seconds > 0 && std::isfinite(p.seconds) && p.bytes >= 0 && p.count >= 1, "times above 0");
  }
  constexpr std::size_t kQuick = 60;
  if (points > kQuick) return;
  const calibration::Fit fit = calibration::fit_machine(reading, {.nodes = 4, .per_node = 4});
  for (const double cost :
       {fit.costs.ts, fit.costs.tr, fit.costs.tm, fit.costs.tw, fit.costs.th, fit.costs.latency, fit.costs.gap})
    require(cost >= 0 && std::isfinite(cost), "costs from 0");
  const std::string text = calibration::machine_text(fit, reading);
  require(text == calibration::machine_text(calibration::fit_machine(reading, {.nodes = 4, .per_node = 4}),
                                            reading),
          "the same bytes");
  (void)cli::read_machine_text("a.toml", text, presets());
}

}  // namespace

std::vector<Reader> table_readers() {
  const std::string sizes =
      "0  1.00\n1  1.10\n2  1.10\n4  1.20\n8  1.30\n1024  2.00\n65536  40.00\n1048576  500.00\n4194304  "
      "2000.00\n";
  const std::string rates =
      "1  5.00\n2  10.00\n4  20.00\n8  40.00\n1024  900.00\n65536  2000.00\n1048576  2100.00\n";
  return {
      {"osu",
       fuzz_tables,
       {"# OSU MPI Latency Test v5.6\n# Size          Latency (us)\n" + sizes,
        "0: # OSU MPI Latency Test v7.4\n# Datatype: MPI_CHAR.\n# Size       Avg Latency(us)\n" + sizes +
            "# OSU MPI Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n" + rates,
        "# OSU MPI Bi-Directional Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n" + rates +
            "# OSU MPI Latency Test v5.6\n# Size          Latency (us)    P50 Tail Lat(us)\n1 2 3\n2 3 4\n8 9 "
            "10\n",
        "# OSU MPI Multiple Bandwidth / Message Rate Test v7.4\n# [ pairs: 2 ] [ window size: 64 ]\n"
        "# Size                  MB/s        Messages/s\n8 9.0 1.0\n64 70.0 1.0\n1024 900.0 1\n" +
            std::string("# OSU MPI Latency Test v3.1\n# Size          Latency (us)\n") + sizes},
       with_numbers({"# OSU MPI ", "Latency Test", "Bandwidth Test", " v7.4", "# Size", "\tLatency (us)", "nan",
                     "inf", "-", "Fail", "[1,0]<stdout>:", "1: ", "12:00:01 ", "\x1b[1m", "\n", "\r",
                     "pairs: ", "1e308", "1e-300"})},
      {"imb",
       fuzz_tables,
       {"# Date                  : Mon Apr  1\n# Benchmarking PingPong\n# #processes = 2\n"
        "       #bytes #repetitions      t[usec]   Mbytes/sec\n 0 1000 0.6 0.0\n 1 1000 0.7 1.3\n 8 1000 0.7 "
        "9\n 4096 1000 3.0 9\n",
        "# Benchmarking Sendrecv\n#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec] Mbytes/sec\n"
        "0 1000 1.0 1.2 1.1 0.0\n1024 10 2.0 2.2 2.1 9.0\n1048576 10 200 220 210 9.0\n"},
       with_numbers({"# Benchmarking ", "PingPong", "Uniband", "#bytes", "t[usec]", "Group", "nan",
                     "out-of-mem.", "\n", "# "})},
      {"nccl",
       fuzz_tables,
       {"# Collective test starting: sendrecv_perf\n#       size         count      type   redop    root     "
        "time   algbw   busbw #wrong\n"
        "8 2 float none -1 12.5 0.00 0.00 0\n1024 256 float none -1 13.5 0.1 0.1 N/A\n1048576 262144 float "
        "none -1 90 11 11 0\n"
        "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 3\n"},
       with_numbers(
           {"# Collective test starting:", "_perf", "size", "time", "algbw", "N/A", "0.00", "\n", "#"})},
      {"netgauge",
       fuzz_tables,
       {"# size n PRTT(1,0,s) PRTT(n,0,s) PRTT(n,d,s) L o_s\n1 16 4.0 19.0 90.0 2.0 -0.3\n1025 16 5.0 27.5 "
        "99.0 2.0 0.3\n"
        "2049 16 6.0 36.0 99.0 2.0 0.3\n4097 16 8.0 53.0 99.0 2.0 0.3\n"},
       with_numbers({"# ", "PRTT(1,0,s)", "PRTT(n,0,s)", "-nan", "\n"})},
      {"csv_times",
       fuzz_tables,
       {"size,seconds\n0,1e-6\n8,1.1e-6\n1024,2e-6\n65536,5e-5\n",
        "# date: "
        "2024-05-01\ntest,size,count,answer,distance,seconds\nping-pong,8,1,0,1,1e-6\nping-pong,8,1,0,4,2e-6\n"
        "ping-pong,1024,1,0,1,3e-6\nwindow,8,16,0,1,9e-6\nwindow,64,16,0,1,9e-6\nwindow,512,16,0,1,2e-5\nsend,"
        "8,1,0,,2e-7\n"
        "receive,8,1,0,,3e-7\nfan-out,1024,7,0,,9e-6\n"},
       with_numbers({"size", "seconds", "test", "distance", ",", ";", "\t", "ping-pong", "window", "send", "#",
                     "\n", "1e-300", "1e300"})},
      {"simgrid",
       fuzz_tables,
       {"<?xml version='1.0'?>\n<platform version=\"4.1\"><config><prop id=\"smpi/os\" "
        "value=\"0:1e-6:0;1000:2e-6:1e-9\"/>"
        "<prop id=\"smpi/or\" value=\"0:5e-7:0\"/><prop id=\"smpi/bw-factor\" "
        "value=\"0:0.5;1000:1\"/></config>\n"
        "<cluster id=\"c\" bw=\"8Gbps\" lat=\"1us\"/></platform>\n"},
       with_numbers({"<prop id=\"", "smpi/lat_factor", "value=\"", "<link ", "bandwidth=\"", "latency=\"",
                     "GBps", "MiBps", ":", ";", "1e99", "</", "/>", "<![CDATA[", "&#0;"})}};
}

}  // namespace toruscope::test
