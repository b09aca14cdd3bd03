// SPDX-License-Identifier: Apache-2.0
// A schedule in rounds as an algorithm: each PE carries out a round's messages together.

#include "formats/entries.hpp"
#include "formats/made_entry.hpp"
#include "formats/schedule_check.hpp"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::formats {

namespace {

using RoundsPtr = std::shared_ptr<const RoundSchedule>;

/// The chunks that a PE has, by their numbers.
class Chunks {
 public:
  Chunks(Communicator& comm, const RoundSchedule& schedule, std::size_t chunk_bytes, std::size_t element)
      : comm_(comm), schedule_(schedule), bytes_(chunk_bytes), element_(element) {}

  /// The data of a block, whose number it is: of chunks_per_block chunks.
  void load(int block, std::span<const std::byte> data) { load(block, 1, data); }
  void load(int first_block, int blocks, std::span<const std::byte> data) {
    Buffer together = comm_.buffer(size(blocks));
    fill_chunks(data, together, element_);
    for (int i = 0; i < blocks * schedule_.chunks_per_block; ++i)
      copy(part(together, i), at(first_block * schedule_.chunks_per_block + i));
  }
  void store(int block, std::span<std::byte> data) { store(block, 1, data); }
  void store(int first_block, int blocks, std::span<std::byte> data) {
    Buffer together = comm_.buffer(size(blocks));
    for (int i = 0; i < blocks * schedule_.chunks_per_block; ++i)
      copy(at(first_block * schedule_.chunks_per_block + i), part(together, i));
    copy(std::span<const std::byte>(together).first(data.size()), data);
  }

  void run(const Combine* op) {
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
      for (auto& [message, data] : received) unpack(*message, data, op);
    }
  }

 private:
  [[nodiscard]] std::size_t size(int blocks) const {
    return static_cast<std::size_t>(blocks) * static_cast<std::size_t>(schedule_.chunks_per_block) * bytes_;
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
  void unpack(const RoundMessage& message, Buffer& data, const Combine* op) {
    int index = 0;
    for (const int chunk : message.chunks) {
      const std::span<std::byte> here = at(chunk), got = part(data, index++);
      if (message.combines)
        op->combine(here.data(), got.data(), here.data(), bytes_ / op->element);
      else
        copy(got, here);
    }
  }

  Communicator& comm_;
  const RoundSchedule& schedule_;
  std::size_t bytes_, element_;
  std::map<int, Buffer> chunks_;
};

template <class Entry>
Entry entry_of(const std::string& name, const RoundsPtr& schedule) {
  const std::optional<Rank> root =
      has_root(schedule->collective) ? std::optional(schedule->root) : std::nullopt;
  auto entry = made_entry<Entry>(name, schedule->pes, root);
  entry.summary = schedule->name;
  return entry;
}

/// All chunks of a block, or of a vector that is cut into `blocks` blocks.
Chunks chunks_of(Communicator& comm, const RoundSchedule& schedule, std::size_t bytes, std::size_t element = 1,
                 int blocks = 1) {
  return {comm, schedule, chunk_of(bytes, element, blocks * schedule.chunks_per_block), element};
}

Broadcast broadcast(const std::string& name, const RoundsPtr& s) {
  auto entry = entry_of<Broadcast>(name, s);
  entry.run = [s](Communicator& comm, Rank root, std::span<std::byte> data) {
    Chunks chunks = chunks_of(comm, *s, data.size());
    if (comm.rank() == root) chunks.load(0, data);
    chunks.run(nullptr);
    chunks.store(0, data);
  };
  return entry;
}

Reduce reduce(const std::string& name, const RoundsPtr& s) {
  auto entry = entry_of<Reduce>(name, s);
  entry.run = [s](Communicator& comm, Rank root, std::span<std::byte> data, const Combine& op) {
    Chunks chunks = chunks_of(comm, *s, data.size(), op.element);
    chunks.load(0, data);
    chunks.run(&op);
    if (comm.rank() == root) chunks.store(0, data);
  };
  return entry;
}

Allreduce allreduce(const std::string& name, const RoundsPtr& s) {
  auto entry = entry_of<Allreduce>(name, s);
  entry.run = [s](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    Chunks chunks = chunks_of(comm, *s, data.size(), op.element, s->pes);
    chunks.load(0, s->pes, data);
    chunks.run(&op);
    chunks.store(0, s->pes, data);
  };
  return entry;
}

Allgather allgather(const std::string& name, const RoundsPtr& s) {
  auto entry = entry_of<Allgather>(name, s);
  entry.run = [s](Communicator& comm, std::span<const std::byte> block, std::span<std::byte> all) {
    Chunks chunks = chunks_of(comm, *s, block.size());
    chunks.load(comm.rank(), block);
    chunks.run(nullptr);
    for (Rank r = 0; r < s->pes; ++r) chunks.store(r, block_of(all, r, block.size()));
  };
  return entry;
}

ReduceScatter reduce_scatter(const std::string& name, const RoundsPtr& s) {
  auto entry = entry_of<ReduceScatter>(name, s);
  entry.run = [s](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> block,
                  const Combine& op) {
    Chunks chunks = chunks_of(comm, *s, block.size(), op.element);
    for (Rank r = 0; r < s->pes; ++r) chunks.load(r, block_of(all, r, block.size()));
    chunks.run(&op);
    chunks.store(comm.rank(), block);
  };
  return entry;
}

Scatter scatter(const std::string& name, const RoundsPtr& s) {
  auto entry = entry_of<Scatter>(name, s);
  entry.run = [s](Communicator& comm, Rank root, std::span<const std::byte> all, std::span<std::byte> block) {
    Chunks chunks = chunks_of(comm, *s, block.size());
    if (comm.rank() == root)
      for (Rank r = 0; r < s->pes; ++r) chunks.load(r, block_of(all, r, block.size()));
    chunks.run(nullptr);
    chunks.store(comm.rank(), block);
  };
  return entry;
}

Gather gather(const std::string& name, const RoundsPtr& s) {
  auto entry = entry_of<Gather>(name, s);
  entry.run = [s](Communicator& comm, Rank root, std::span<const std::byte> block, std::span<std::byte> all) {
    Chunks chunks = chunks_of(comm, *s, block.size());
    chunks.load(comm.rank(), block);
    chunks.run(nullptr);
    if (comm.rank() == root)
      for (Rank r = 0; r < s->pes; ++r) chunks.store(r, block_of(all, r, block.size()));
  };
  return entry;
}

Alltoall alltoall(const std::string& name, const RoundsPtr& s) {
  auto entry = entry_of<Alltoall>(name, s);
  entry.run = [s](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block) {
    Chunks chunks = chunks_of(comm, *s, block);
    for (Rank r = 0; r < s->pes; ++r) chunks.load(comm.rank() * s->pes + r, block_of(send, r, block));
    chunks.run(nullptr);
    for (Rank r = 0; r < s->pes; ++r) chunks.store(r * s->pes + comm.rank(), block_of(receive, r, block));
  };
  return entry;
}

}  // namespace

void add_schedule(Catalogue& catalogue, const std::string& name, const RoundSchedule& schedule) {
  check_schedule(schedule);
  const Makers<RoundsPtr> makers{.allreduce = allreduce,
                                 .allgather = allgather,
                                 .reduce_scatter = reduce_scatter,
                                 .alltoall = alltoall,
                                 .broadcast = broadcast,
                                 .reduce = reduce,
                                 .scatter = scatter,
                                 .gather = gather};
  add_made(catalogue, makers, name, std::make_shared<const RoundSchedule>(schedule));
}

}  // namespace toruscope::formats
