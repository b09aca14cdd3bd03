// SPDX-License-Identifier: Apache-2.0
// The reader of MSCCL's XML: algo, gpu, tb, step (microsoft/msccl, Azure/msccl-scheduler).

#include "formats/schedule.hpp"
#include "formats/schedule_check.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/known_forms.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <pugixml.hpp>

namespace toruscope::formats {

namespace {

constexpr int kMostGpus = 1 << 14;
constexpr int kMostChunks = 1 << 20;

class Reader {
 public:
  Reader(const std::string& file, std::string_view text) : file_(file), text_(text), lines_(text) {}

  Schedule read();

 private:
  [[nodiscard]] int line_of(const pugi::xml_node& node) const { return lines_.at(node.offset_debug()); }
  [[noreturn]] void refuse(int line, const std::string& why) const {
    throw ConfigError(fmt::format("{}:{}: {}", file_, line, why));
  }
  [[noreturn]] void refuse(const pugi::xml_node& node, const std::string& why) const {
    refuse(line_of(node), why);
  }

  [[nodiscard]] std::string text(const pugi::xml_node& node, const char* name) const {
    const pugi::xml_attribute found = node.attribute(name);
    if (!found) refuse(node, fmt::format("<{}> lacks the attribute {}", node.name(), name));
    for (pugi::xml_attribute other = found.next_attribute(); other; other = other.next_attribute())
      if (std::string_view(other.name()) == name)
        refuse(node, fmt::format("<{}> has the attribute {} twice", node.name(), name));
    return found.value();
  }
  [[nodiscard]] int number(const pugi::xml_node& node, const char* name, int least, int most) const {
    const std::string value = text(node, name);
    const auto n = core::read_number<int>(value);
    if (!n || *n < least || *n > most)
      refuse(node, fmt::format("<{}>: {}=\"{}\" is no whole number from {} to {}", node.name(), name,
                               core::shown(value), least, most));
    return *n;
  }
  template <class Value>
  [[nodiscard]] Value word(const pugi::xml_node& node, const char* name,
                           const std::vector<std::pair<std::string, Value>>& known) const {
    const std::string value = text(node, name);
    std::vector<std::string> names;
    for (const auto& [spelling, meaning] : known) {
      if (spelling == value) return meaning;
      names.push_back(spelling);
    }
    refuse(node, fmt::format("<{}>: {}=\"{}\" is not available; available: {}.{}", node.name(), name,
                             core::shown(value), core::joined(names, ", "), core::did_you_mean(value, names)));
  }
  [[nodiscard]] Step step(const pugi::xml_node& node, int index) const;
  [[nodiscard]] ThreadBlock thread_block(const pugi::xml_node& node, int gpus) const;
  void gpu(const pugi::xml_node& node, Schedule& schedule, std::vector<bool>& is_there) const;

  const std::string& file_;
  std::string_view text_;
  core::LineNumbers lines_;
};

Step Reader::step(const pugi::xml_node& node, int index) const {
  if (node.attribute("step") && !node.attribute("s"))
    refuse(node,
           "a step of MSCCL's newer form (step=, buf=, off=); write s=, srcbuf=, srcoff=, dstbuf=, dstoff=");
  if (number(node, "s", 0, kMostChunks) != index)
    refuse(node, fmt::format("<step>: s=\"{}\" where {} comes next; steps stand in their order",
                             text(node, "s"), index));
  static const std::vector<std::pair<std::string, StepKind>> kinds{
      {"s", StepKind::s},     {"r", StepKind::r},     {"rcs", StepKind::rcs},
      {"rrc", StepKind::rrc}, {"rrs", StepKind::rrs}, {"rrcs", StepKind::rrcs},
      {"cpy", StepKind::cpy}, {"re", StepKind::re},   {"nop", StepKind::nop}};
  static const std::vector<std::pair<std::string, BufferKind>> buffers{
      {"i", BufferKind::input}, {"o", BufferKind::output}, {"s", BufferKind::scratch}};
  Step s;
  s.line = line_of(node);
  s.kind = word(node, "type", kinds);
  s.needed_block = number(node, "depid", -1, kMostChunks);
  s.needed_step = number(node, "deps", -1, kMostChunks);
  if (s.kind == StepKind::nop) return s;
  s.chunks = number(node, "cnt", 1, kMostChunks);
  s.source = word(node, "srcbuf", buffers);
  s.destination = word(node, "dstbuf", buffers);
  s.source_chunk = number(node, "srcoff", -1, kMostChunks);
  s.destination_chunk = number(node, "dstoff", -1, kMostChunks);
  return s;
}

ThreadBlock Reader::thread_block(const pugi::xml_node& node, int gpus) const {
  ThreadBlock block;
  block.to = number(node, "send", -1, gpus - 1);
  block.from = number(node, "recv", -1, gpus - 1);
  block.channel = number(node, "chan", 0, kMostChunks);
  for (const pugi::xml_node child : node.children("step")) {
    block.steps.push_back(step(child, static_cast<int>(block.steps.size())));
    const StepKind kind = block.steps.back().kind;
    if (sends(kind) && block.to < 0) refuse(child, "a step that sends, in a thread block with send=\"-1\"");
    if (receives(kind) && block.from < 0)
      refuse(child, "a step that receives, in a thread block with recv=\"-1\"");
  }
  return block;
}

void Reader::gpu(const pugi::xml_node& node, Schedule& schedule, std::vector<bool>& is_there) const {
  const auto gpus = static_cast<int>(schedule.gpus.size());
  const int id = number(node, "id", 0, gpus - 1);
  if (is_there[static_cast<std::size_t>(id)]) refuse(node, fmt::format("<gpu>: id {} is there twice", id));
  is_there[static_cast<std::size_t>(id)] = true;
  Gpu& gpu = schedule.gpus[static_cast<std::size_t>(id)];
  gpu.input = number(node, "i_chunks", 0, kMostChunks);
  gpu.output = number(node, "o_chunks", 0, kMostChunks);
  gpu.scratch = number(node, "s_chunks", 0, kMostChunks);
  for (const pugi::xml_node child : node.children("tb")) {
    if (number(child, "id", 0, kMostChunks) != std::ssize(gpu.blocks))
      refuse(child, fmt::format("<tb>: id=\"{}\" where {} comes next; thread blocks stand in their order",
                                text(child, "id"), gpu.blocks.size()));
    gpu.blocks.push_back(thread_block(child, gpus));
  }
}

Schedule Reader::read() {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(text_.data(), text_.size());
  const pugi::xml_node algo = document.child("algo");
  const std::string form =
      algo ? "" : core::other_form(text_, "a schedule is MSCCL XML, of which the element is <algo>");
  if (!form.empty()) refuse(1, form);
  if (!parsed) refuse(lines_.at(parsed.offset), fmt::format("this is no XML: {}", parsed.description()));
  if (!algo) refuse(1, "no MSCCL schedule: its element <algo> is missing");
  if (const pugi::xml_node second = algo.next_sibling(algo.name()))
    refuse(second, "a second <algo>; a file has one schedule");
  static const std::vector<std::pair<std::string, Collective>> collectives{
      {"allreduce", Collective::allreduce},
      {"allgather", Collective::allgather},
      {"reduce_scatter", Collective::reduce_scatter},
      {"reducescatter", Collective::reduce_scatter},
      {"alltoall", Collective::alltoall},
      {"broadcast", Collective::broadcast},
      {"reduce", Collective::reduce},
      {"scatter", Collective::scatter},
      {"gather", Collective::gather}};
  Schedule schedule;
  schedule.name = text(algo, "name");
  schedule.file = file_;
  schedule.collective = word(algo, "coll", collectives);
  schedule.chunks = number(algo, "nchunksperloop", 1, kMostChunks);
  schedule.in_place = algo.attribute("inplace").as_int(0) != 0;
  schedule.gpus.resize(static_cast<std::size_t>(number(algo, "ngpus", 1, kMostGpus)));
  const auto gpus = static_cast<int>(schedule.gpus.size());
  if (has_root(schedule.collective) && algo.attribute("root"))
    schedule.root = number(algo, "root", 0, gpus - 1);
  if (!moves_vector(schedule.collective) && schedule.chunks % gpus != 0)
    refuse(algo, fmt::format("<algo>: {} chunks of {} cannot be divided among {} GPUs", schedule.chunks,
                             to_string(schedule.collective), gpus));
  std::vector<bool> is_there(schedule.gpus.size());
  for (const pugi::xml_node child : algo.children("gpu")) gpu(child, schedule, is_there);
  if (const auto missing = std::find(is_there.begin(), is_there.end(), false); missing != is_there.end())
    refuse(algo, fmt::format("<algo>: ngpus=\"{}\", and there is no GPU {}", gpus, missing - is_there.begin()));
  check_schedule(schedule);
  return schedule;
}

}  // namespace

Schedule read_msccl(const std::string& file, std::string_view text) {
  return Reader(file, text).read();
}

}  // namespace toruscope::formats
