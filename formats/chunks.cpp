// SPDX-License-Identifier: Apache-2.0
#include "formats/chunks.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <numeric>

namespace toruscope::formats {

namespace {

constexpr std::int64_t kMostChunksWritten = 1 << 16;

}  // namespace

void refuse_schedule(const std::string& why) {
  throw ConfigError("export: no MSCCL XML: " + why);
}

Chunking::Chunking(const CollectiveTrace& trace) : length_(trace.length) {
  std::int64_t common = 0;
  const auto note = [&](std::int64_t first, std::int64_t count) {
    common = std::gcd(common, first % length_);
    common = std::gcd(common, (first + count) % length_);
  };
  for (const TracedMessage& m : trace.messages)
    for (const CarriedRun& run : m.runs) note(run.first, run.count);
  for (const auto& all : trace.combinations)
    for (const TracedCombination& c : all) note(c.first, c.count);
  size_ = common == 0 ? length_ : common;
  per_block_ = static_cast<int>((length_ + size_ - 1) / size_);
  const std::int64_t blocks = trace.collective == Collective::allreduce ? 1 : trace.pes;
  const std::int64_t chunks = blocks * ((length_ + size_ - 1) / size_);
  if (chunks > kMostChunksWritten)
    refuse_schedule(
        fmt::format("messages cut the data into {} chunks, and {} are the most; give a --block that "
                    "divides evenly among the PEs, such as a multiple of 8 times their number",
                    chunks, kMostChunksWritten));
}

}  // namespace toruscope::formats
