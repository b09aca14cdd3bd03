// SPDX-License-Identifier: Apache-2.0
#include "formats/entries.hpp"

#include "formats/made_entry.hpp"
#include "formats/player.hpp"
#include "formats/schedule_check.hpp"

#include <fmt/core.h>

namespace toruscope::formats {

namespace {

/// A schedule's data in the buffers of its GPUs.
class GpuPlayer {
 public:
  GpuPlayer(Communicator& comm, const Schedule& schedule, std::size_t bytes, const Combine* op)
      : s_(schedule),
        rank_(comm.rank()),
        element_(op == nullptr ? 1 : op->element),
        per_block_(is_vector() ? s_.chunks : s_.chunks_per_block()),
        player_(comm, schedule, chunk_of(bytes, element_, per_block_), op) {}

  void load(std::span<const std::byte> data) {
    fill(data, BufferKind::input, 0);
    if (s_.collective == Collective::broadcast) fill(data, BufferKind::output, 0);
    const bool is_kept = s_.collective == Collective::allgather
                             ? s_.in_place
                             : s_.collective == Collective::gather && rank_ == s_.root;
    if (is_kept) fill(data, BufferKind::output, rank_);
  }
  void load(Rank to, std::span<const std::byte> data) {
    fill(data, BufferKind::input, to);
    if (to != rank_) return;
    if (s_.collective == Collective::alltoall) fill(data, BufferKind::output, to);
    if (s_.collective == Collective::scatter) fill(data, BufferKind::output, 0);
  }
  void run() { player_.run(); }
  void store(std::span<std::byte> data) {
    const bool is_in_output =
        s_.collective == Collective::scatter || s_.writes_output(s_.gpus[static_cast<std::size_t>(rank_)]);
    if (is_in_output)
      take(BufferKind::output, 0, data);
    else
      take(BufferKind::input, is_vector() ? 0 : rank_, data);
  }
  void store(Rank from, std::span<std::byte> data) { take(BufferKind::output, from, data); }

 private:
  [[nodiscard]] bool is_vector() const {
    return s_.collective == Collective::allreduce || s_.collective == Collective::broadcast ||
           s_.collective == Collective::reduce;
  }
  [[nodiscard]] std::span<std::byte> block(BufferKind buffer, int number) {
    return player_.chunks(buffer, number * per_block_, per_block_);
  }
  void fill(std::span<const std::byte> data, BufferKind buffer, int number) {
    fill_chunks(data, block(buffer, number), element_);
  }
  void take(BufferKind buffer, int number, std::span<std::byte> data) {
    copy(block(buffer, number).first(data.size()), data);
  }

  const Schedule& s_;
  Rank rank_;
  std::size_t element_;
  int per_block_;
  Player player_;
};

}  // namespace

void add_schedule(Catalogue& catalogue, const std::string& name, const Schedule& schedule) {
  check_schedule(schedule);
  add_made<GpuPlayer>(catalogue, name, schedule, static_cast<int>(schedule.gpus.size()), [&](auto& entry) {
    entry.summary = fmt::format("the schedule {} of a file", schedule.name);
    entry.source = "MSCCL XML: Cowan et al., \"MSCCLang\", ASPLOS 2023";
  });
}

}  // namespace toruscope::formats
