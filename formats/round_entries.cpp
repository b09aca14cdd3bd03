// SPDX-License-Identifier: Apache-2.0
// A schedule in rounds as an algorithm: each PE carries out a round's messages together.

#include "formats/entries.hpp"
#include "formats/made_entry.hpp"
#include "formats/schedule_check.hpp"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::formats {

namespace {

/// The chunks that a PE has, by their numbers.
class RoundPlayer {
 public:
  RoundPlayer(Communicator& comm, const RoundSchedule& schedule, std::size_t bytes, const Combine* op)
      : comm_(comm),
        schedule_(schedule),
        op_(op),
        element_(op == nullptr ? 1 : op->element),
        blocks_(schedule.collective == Collective::allreduce ? schedule.pes : 1),
        bytes_(chunk_of(bytes, element_, blocks_ * schedule.chunks_per_block)) {}

  void load(std::span<const std::byte> data) { load_block(gives_block() ? comm_.rank() : 0, data); }
  void load(Rank to, std::span<const std::byte> data) { load_block(number(comm_.rank(), to), data); }
  void store(std::span<std::byte> data) { store_block(takes_block() ? comm_.rank() : 0, data); }
  void store(Rank from, std::span<std::byte> data) { store_block(number(from, comm_.rank()), data); }

  void run() {
    for (const auto& messages : schedule_.rounds) {
      std::vector<std::pair<const RoundMessage*, Buffer>> received;
      bool is_idle = true;
      for (const RoundMessage& message : messages) {
        if (message.to == comm_.rank())
          received.emplace_back(&message, comm_.buffer(message.chunks.size() * bytes_));
        is_idle = is_idle && message.to != comm_.rank() && message.from != comm_.rank();
      }
      if (is_idle) continue;
      comm_.round([&](Round& round) {
        for (const RoundMessage& message : messages)
          if (message.from == comm_.rank()) round.send(message.to, packed(message));
        for (auto& [message, data] : received) round.recv(message->from, data);
      });
      for (auto& [message, data] : received) unpack(*message, data);
    }
  }

 private:
  [[nodiscard]] bool gives_block() const {
    return schedule_.collective == Collective::allgather || schedule_.collective == Collective::gather;
  }
  [[nodiscard]] bool takes_block() const {
    return schedule_.collective == Collective::reduce_scatter || schedule_.collective == Collective::scatter;
  }
  /// The number of a block among all.
  [[nodiscard]] int number(Rank from, Rank to) const {
    if (schedule_.collective == Collective::alltoall) return from * schedule_.pes + to;
    return gives_block() ? from : to;
  }
  [[nodiscard]] int chunks() const { return blocks_ * schedule_.chunks_per_block; }
  void load_block(int block, std::span<const std::byte> data) {
    Buffer together = comm_.buffer(static_cast<std::size_t>(chunks()) * bytes_);
    fill_chunks(data, together, element_);
    for (int i = 0; i < chunks(); ++i) copy(part(together, i), at(block * schedule_.chunks_per_block + i));
  }
  void store_block(int block, std::span<std::byte> data) {
    Buffer together = comm_.buffer(static_cast<std::size_t>(chunks()) * bytes_);
    for (int i = 0; i < chunks(); ++i) copy(at(block * schedule_.chunks_per_block + i), part(together, i));
    copy(std::span<const std::byte>(together).first(data.size()), data);
  }
  [[nodiscard]] std::span<std::byte> part(Buffer& buffer, int index) const {
    return std::span<std::byte>(buffer).subspan(static_cast<std::size_t>(index) * bytes_, bytes_);
  }
  std::span<std::byte> at(int chunk) {
    const auto found = chunks_.find(chunk);
    return found != chunks_.end() ? found->second : chunks_.emplace(chunk, comm_.buffer(bytes_)).first->second;
  }
  Buffer packed(const RoundMessage& message) {
    Buffer data = comm_.buffer(message.chunks.size() * bytes_);
    int index = 0;
    for (const int chunk : message.chunks) copy(at(chunk), part(data, index++));
    return data;
  }
  void unpack(const RoundMessage& message, Buffer& data) {
    int index = 0;
    for (const int chunk : message.chunks) {
      const std::span<std::byte> here = at(chunk), got = part(data, index++);
      if (message.combines)
        op_->combine(here.data(), got.data(), here.data(), bytes_ / element_);
      else
        copy(got, here);
    }
  }

  Communicator& comm_;
  const RoundSchedule& schedule_;
  const Combine* op_;
  std::size_t element_;
  int blocks_;         // of what is loaded at once
  std::size_t bytes_;  // of a chunk
  std::map<int, Buffer> chunks_;
};

}  // namespace

void add_schedule(Catalogue& catalogue, const std::string& name, const RoundSchedule& schedule) {
  check_schedule(schedule);
  add_made<RoundPlayer>(catalogue, name, schedule, schedule.pes,
                        [&](auto& entry) { entry.summary = schedule.name; });
}

}  // namespace toruscope::formats
