// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/samples.hpp"

namespace toruscope::apps {
namespace {

/// The beginning of data/sunspots.csv.
constexpr const char* kSunspots =
    "time,sunspots\n"
    "1749-01,58\n1749-02,62.6\n1749-03,70\n1749-04,55.7\n1749-05,85\n1749-06,83.5\n"
    "1749-07,94.8\n1749-08,66.3\n1749-09,75.9\n1749-10,75.5\n1749-11,158.6\n1749-12,85.2\n"
    "1750-01,73.3\n1750-02,75.9\n1750-03,89.2\n1750-04,88.3\n1750-05,90\n1750-06,100\n"
    "1750-07,85.4\n1750-08,103\n1750-09,91.2\n1750-10,65.7\n1750-11,63.3\n1750-12,75.4\n"
    "1751-01,70\n1751-02,43.5\n1751-03,45.3\n1751-04,56.4\n1751-05,60.7\n1751-06,50.7\n"
    "1751-07,66.3\n1751-08,59.8\n1751-09,23.5\n1751-10,23.2\n1751-11,28.5\n1751-12,44\n";

/// The upper left corner of data/volcano.pgm.
constexpr const char* kVolcano =
    "P2\n6 5\n255\n"
    "100 100 101 101 101 101\n101 101 102 102 102 102\n102 102 103 103 103 103\n"
    "103 103 104 104 104 104\n104 104 105 105 105 105\n";

}  // namespace

std::vector<AppSample> fft_samples() {
  return {{.name = "series", .input = "in.csv", .content = kSunspots, .output = "out.csv", .options = {}},
          {.name = "image", .input = "in.pgm", .content = kVolcano, .output = "out.npy", .options = {}},
          {.name = "filter",
           .input = "in.pgm",
           .content = kVolcano,
           .output = "out.npy",
           .options = {{"filter", "low-pass"}, {"cutoff", "0.2"}}}};
}

}  // namespace toruscope::apps
