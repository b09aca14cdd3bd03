// SPDX-License-Identifier: Apache-2.0
// A collective as a schedule: each GPU's thread blocks, lists of steps on chunks of buffers.
//
// A thread block does its steps in order, has at most one GPU to send to and one to receive from,
// and runs beside the others; a step may wait for a step of another thread block of its GPU.
// Messages from a GPU to another are first in, first out for each channel.
//
// Source  Cowan et al., "MSCCLang: Microsoft collective communication language", ASPLOS 2023.

#pragma once

#include <toruscope/units.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::formats {

enum class Collective { allreduce, allgather, reduce_scatter, alltoall, broadcast, reduce, scatter, gather };
/// Names of the operations: "allreduce", ..
std::string_view to_string(Collective collective);
/// True if a PE has, or gets, all data.
bool has_root(Collective collective);
/// True if PEs' data are combined.
bool combines(Collective collective);
/// True if chunks are parts of one vector, which has no block for each PE.
bool moves_vector(Collective collective);

enum class BufferKind { input, output, scratch };

/// Kind of a step, in the order of its name: r receives, c copies or r reduces, s sends.
enum class StepKind { s, r, rcs, rrc, rrs, rrcs, cpy, re, nop };
bool receives(StepKind kind);
bool sends(StepKind kind);
/// True if a step changes its destination.
bool writes(StepKind kind);
/// True if what it receives, or copies, is combined with what is there.
bool combines(StepKind kind);

struct Step {
  StepKind kind = StepKind::nop;
  BufferKind source = BufferKind::input, destination = BufferKind::input;
  int source_chunk = 0, destination_chunk = 0;
  int chunks = 0;
  /// index of the thread block of the same GPU whose step must be done; -1: none
  int needed_block = -1;
  int needed_step = -1;
  int line = 0;  ///< line of the file
};

struct ThreadBlock {
  Rank to = -1, from = -1;  ///< -1: it does not send, or receive
  int channel = 0;
  std::vector<Step> steps;
};

/// Chunks of its buffers, and its thread blocks.
struct Gpu {
  int input = 0, output = 0, scratch = 0;
  std::vector<ThreadBlock> blocks;
};

struct Schedule {
  std::string name;
  std::string file;  ///< file that it was read from; empty if it was made
  Collective collective = Collective::allreduce;
  int chunks = 1;  ///< chunks of the vector; for operations on blocks those of all blocks together
  Rank root = 0;   ///< root, where the collective has one
  bool in_place = false;
  std::vector<Gpu> gpus;

  /// Chunks of one GPU's block; of the vector where there is one.
  [[nodiscard]] int chunks_per_block() const {
    return moves_vector(collective) ? chunks : chunks / static_cast<int>(gpus.size());
  }
  /// True if the GPU's input lies in its output: the vector, or an allgather's own block.
  [[nodiscard]] bool has_one_memory(const Gpu& gpu) const {
    return in_place && (collective == Collective::allgather || (moves_vector(collective) && gpu.output == 0));
  }
  /// True if a step of the GPU writes to its output.
  [[nodiscard]] bool writes_output(const Gpu& gpu) const;
  /// Chunks of a buffer, those of the collective included, whatever the file says of it; of an
  /// input that lies in the output what is there.
  [[nodiscard]] int chunks_of(const Gpu& gpu, BufferKind buffer) const;
};

/// Reads the XML that MSCCL's runtime reads. `file` is for errors.
/// Errors    ConfigError with file and line: no XML; an element or attribute that is missing or
///           wrong; a step outside of a buffer, or that waits for what is not there; a message that
///           is sent and not received, or of another length.
Schedule read_msccl(const std::string& file, std::string_view text);

/// Writes the schedule as text, a line for each step. read_msccl() reads it back.
std::string write_msccl(const Schedule& schedule);

}  // namespace toruscope::formats
