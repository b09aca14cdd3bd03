// SPDX-License-Identifier: Apache-2.0
#include "formats/schedule.hpp"

#include <algorithm>

namespace toruscope::formats {

std::string_view to_string(Collective collective) {
  switch (collective) {
    case Collective::allreduce:
      return "allreduce";
    case Collective::allgather:
      return "allgather";
    case Collective::reduce_scatter:
      return "reduce_scatter";
    case Collective::alltoall:
      return "alltoall";
    case Collective::broadcast:
      return "broadcast";
    case Collective::reduce:
      return "reduce";
    case Collective::scatter:
      return "scatter";
    case Collective::gather:
      return "gather";
  }
  return {};
}

bool has_root(Collective collective) {
  return collective == Collective::broadcast || collective == Collective::reduce ||
         collective == Collective::scatter || collective == Collective::gather;
}

bool combines(Collective collective) {
  return collective == Collective::allreduce || collective == Collective::reduce_scatter ||
         collective == Collective::reduce;
}

bool moves_vector(Collective collective) {
  return collective == Collective::allreduce || collective == Collective::broadcast ||
         collective == Collective::reduce;
}

bool receives(StepKind kind) {
  return kind == StepKind::r || kind == StepKind::rcs || kind == StepKind::rrc || kind == StepKind::rrs ||
         kind == StepKind::rrcs;
}

bool sends(StepKind kind) {
  return kind == StepKind::s || kind == StepKind::rcs || kind == StepKind::rrs || kind == StepKind::rrcs;
}

bool combines(StepKind kind) {
  return kind == StepKind::rrc || kind == StepKind::rrs || kind == StepKind::rrcs || kind == StepKind::re;
}

bool writes(StepKind kind) {
  return kind == StepKind::cpy || kind == StepKind::re || (receives(kind) && kind != StepKind::rrs);
}

bool Schedule::writes_output(const Gpu& gpu) const {
  if (has_one_memory(gpu)) return true;
  for (const ThreadBlock& block : gpu.blocks)
    for (const Step& step : block.steps)
      if (writes(step.kind) && step.destination == BufferKind::output) return true;
  return false;
}

int Schedule::chunks_of(const Gpu& gpu, BufferKind buffer) const {
  const bool gathers = collective == Collective::allgather || collective == Collective::gather;
  const bool scatters = collective == Collective::reduce_scatter || collective == Collective::scatter;
  switch (buffer) {
    case BufferKind::input:
      if (has_one_memory(gpu)) return gathers ? chunks_per_block() : chunks_of(gpu, BufferKind::output);
      return std::max(gpu.input, gathers ? chunks_per_block() : chunks);
    case BufferKind::output:
      return std::max(gpu.output, scatters ? chunks_per_block() : chunks);
    case BufferKind::scratch:
      return gpu.scratch;
  }
  return 0;
}

}  // namespace toruscope::formats
