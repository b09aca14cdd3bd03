// SPDX-License-Identifier: Apache-2.0
// The writer of MSCCL's XML.

#include "formats/schedule.hpp"

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <utility>

namespace toruscope::formats {

namespace {

const char* name_of(StepKind kind) {
  static const std::map<StepKind, const char*> names{
      {StepKind::s, "s"},     {StepKind::r, "r"},     {StepKind::rcs, "rcs"},
      {StepKind::rrc, "rrc"}, {StepKind::rrs, "rrs"}, {StepKind::rrcs, "rrcs"},
      {StepKind::cpy, "cpy"}, {StepKind::re, "re"},   {StepKind::nop, "nop"}};
  return names.at(kind);
}

const char* name_of(BufferKind buffer) {
  return buffer == BufferKind::input ? "i" : buffer == BufferKind::output ? "o" : "s";
}

/// Steps that others wait for, by thread block and index.
std::set<std::pair<int, int>> needed_steps(const Gpu& gpu) {
  std::set<std::pair<int, int>> needed;
  for (const ThreadBlock& block : gpu.blocks)
    for (const Step& step : block.steps)
      if (step.needed_block >= 0) needed.emplace(step.needed_block, step.needed_step);
  return needed;
}

void add(pugi::xml_node& parent, const ThreadBlock& block, int id,
         const std::set<std::pair<int, int>>& needed) {
  pugi::xml_node tb = parent.append_child("tb");
  tb.append_attribute("id") = id;
  tb.append_attribute("send") = block.to;
  tb.append_attribute("recv") = block.from;
  tb.append_attribute("chan") = block.channel;
  int index = 0;
  for (const Step& step : block.steps) {
    pugi::xml_node node = tb.append_child("step");
    node.append_attribute("s") = index;
    node.append_attribute("type") = name_of(step.kind);
    node.append_attribute("srcbuf") = name_of(step.source);
    node.append_attribute("srcoff") = step.source_chunk;
    node.append_attribute("dstbuf") = name_of(step.destination);
    node.append_attribute("dstoff") = step.destination_chunk;
    node.append_attribute("cnt") = step.chunks;
    node.append_attribute("depid") = step.needed_block;
    node.append_attribute("deps") = step.needed_step;
    node.append_attribute("hasdep") = needed.count({id, index}) != 0 ? 1 : 0;
    ++index;
  }
}

}  // namespace

std::string write_msccl(const Schedule& schedule) {
  pugi::xml_document document;
  pugi::xml_node algo = document.append_child("algo");
  int channels = 1;
  for (const Gpu& gpu : schedule.gpus)
    for (const ThreadBlock& block : gpu.blocks) channels = std::max(channels, block.channel + 1);
  algo.append_attribute("name") = schedule.name.c_str();
  algo.append_attribute("proto") = "Simple";
  algo.append_attribute("nchannels") = channels;
  algo.append_attribute("nchunksperloop") = schedule.chunks;
  algo.append_attribute("ngpus") = static_cast<int>(schedule.gpus.size());
  algo.append_attribute("coll") = std::string(to_string(schedule.collective)).c_str();
  if (has_root(schedule.collective)) algo.append_attribute("root") = schedule.root;
  algo.append_attribute("inplace") = schedule.in_place ? 1 : 0;
  algo.append_attribute("outofplace") = schedule.in_place ? 0 : 1;
  algo.append_attribute("minBytes") = 0;
  algo.append_attribute("maxBytes") = 0;
  int rank = 0;
  for (const Gpu& gpu : schedule.gpus) {
    pugi::xml_node node = algo.append_child("gpu");
    node.append_attribute("id") = rank++;
    node.append_attribute("i_chunks") = gpu.input;
    node.append_attribute("o_chunks") = gpu.output;
    node.append_attribute("s_chunks") = gpu.scratch;
    const auto needed = needed_steps(gpu);
    int id = 0;
    for (const ThreadBlock& block : gpu.blocks) add(node, block, id++, needed);
  }
  std::ostringstream text;
  document.save(text, "  ", pugi::format_indent | pugi::format_no_declaration);
  return text.str();
}

}  // namespace toruscope::formats
