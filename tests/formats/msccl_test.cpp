// SPDX-License-Identifier: Apache-2.0
#include "formats/schedule.hpp"
#include "runtime/files/input_file.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <gmock/gmock.h>

namespace toruscope::formats {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::string ring_of_three() {
  return core::read_input("", test::in_source("tests/formats/schedules/allreduce_ring_3.xml"), 1U << 20U);
}

/// The ring with its first `from` replaced.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = ring_of_three();
  text.replace(text.find(from), from.size(), to);
  return text;
}

void expect_refusal(const std::string& text, const std::string& why) {
  EXPECT_THAT([&] { read_msccl("ring.xml", text); }, ThrowsMessage<ConfigError>(HasSubstr(why))) << why;
}

TEST(Msccl, ReadsThreadBlocksWithTheirStepsAndWhatTheyWaitFor) {
  const Schedule s = read_msccl("ring.xml", ring_of_three());

  EXPECT_EQ(s.collective, Collective::allreduce);
  EXPECT_EQ(s.chunks, 3);
  ASSERT_EQ(s.gpus.size(), 3U);
  ASSERT_EQ(s.gpus[0].blocks.size(), 2U);
  const ThreadBlock& sender = s.gpus[0].blocks[0];
  EXPECT_EQ(sender.to, 1);
  EXPECT_EQ(sender.from, -1);
  ASSERT_EQ(sender.steps.size(), 4U);
  EXPECT_EQ(sender.steps[1].kind, StepKind::s);
  EXPECT_EQ(sender.steps[1].source_chunk, 1);
  EXPECT_EQ(sender.steps[1].needed_block, 1);
  EXPECT_EQ(sender.steps[1].needed_step, 0);
  EXPECT_EQ(sender.steps[1].line, 5);
}

TEST(Msccl, CountsLinesThatEndInCarriageReturnsAlone) {
  std::string text = changed("type=\"s\"", "type=\"sr\"");
  std::replace(text.begin(), text.end(), '\n', '\r');
  expect_refusal(text, "ring.xml:4: <step>: type=\"sr\" is not available");
}

TEST(Msccl, RefusesWithFileAndLineWhatIsWrong) {
  expect_refusal("<algo", "ring.xml:1: this is no XML");
  expect_refusal("<graph/>", "ring.xml:1: this is XML of another kind, which is not read here");
  expect_refusal(
      "<system version=\"1\"><cpu/></system>",
      "ring.xml:1: this is the inside of a computer, as NCCL_TOPO_DUMP_FILE has it; toruscope network FILE -o "
      "NAME.net makes a graph file of it, for -t graph:NAME.net");
  expect_refusal(changed("coll=\"allreduce\"", "coll=\"allredue\""), "Did you mean allreduce?");
  expect_refusal(changed("ngpus=\"3\"", "ngpus=\"4\""), "ngpus=\"4\", and there is no GPU 3");
  expect_refusal(changed("type=\"s\"", "type=\"sr\""), "ring.xml:4: <step>: type=\"sr\" is not available");
  expect_refusal(changed("srcoff=\"2\"", "srcoff=\"3\""),
                 "ring.xml:4: <step>: reads chunks 3 .. 3, of a buffer of 3; correct the step");
  expect_refusal(changed("cnt=\"1\"", "cnt=\"0\""), "cnt=\"0\" is no whole number from 1");
  expect_refusal(changed(" cnt=\"1\"", ""), "<step> lacks the attribute cnt");
  expect_refusal(changed("cnt=\"1\"", "cnt=\"1\" cnt=\"1\""), "ring.xml:4: <step> has the attribute cnt twice");
  expect_refusal(changed("</algo>", "</algo>\n<algo/>"), "a second <algo>; a file has one schedule");
  expect_refusal(changed("<step s=\"1\"", "<step s=\"2\""), "steps stand in their order");
  expect_refusal(changed("depid=\"1\" deps=\"0\"", "depid=\"7\" deps=\"0\""),
                 "waits for thread block 7, and there are 2, from 0 on; correct depid");
  expect_refusal(changed("depid=\"1\" deps=\"0\"", "depid=\"1\" deps=\"9\""),
                 "waits for step 9 of thread block 1, which has 4");
  expect_refusal(changed("send=\"1\"", "send=\"-1\""), "a step that sends, in a thread block with send=\"-1\"");
  expect_refusal(changed("send=\"1\"", "send=\"0\""), "GPU 0 sends to itself; take a step of type cpy");
  expect_refusal(changed("send=\"1\"", "send=\"2\""), "is sent and not received; add that step");
  expect_refusal(changed("<gpu id=\"1\"", "<gpu id=\"0\""), "id 0 is there twice");
  expect_refusal(changed("<step s=\"0\"", "<step step=\"0\""), "MSCCL's newer form");
}

TEST(Msccl, RefusesMessagesOfDifferentLengthsAtTheirEnds) {
  std::string text = ring_of_three();
  const std::string step = "srcoff=\"1\" dstbuf=\"i\" dstoff=\"1\" cnt=\"1\"";
  text.replace(text.find(step), step.size(), "srcoff=\"1\" dstbuf=\"i\" dstoff=\"1\" cnt=\"2\"");

  expect_refusal(text, "2 chunks, and its partner in line");
}

/// Two GPUs, each of which sends chunk `chunk` of its input to the other, which does `type` with it
/// there.
std::string pair(const std::string& algo, const std::string& gpu, const std::string& type, int chunk) {
  const std::string place = fmt::format(
      "srcbuf=\"i\" srcoff=\"{0}\" dstbuf=\"i\" dstoff=\"{0}\" cnt=\"1\" "
      "depid=\"-1\" deps=\"-1\" hasdep=\"0\"",
      chunk);
  std::string text = fmt::format("<algo name=\"pair\" ngpus=\"2\" {}>\n", algo);
  for (int id = 0; id < 2; ++id)
    text += fmt::format(
        "<gpu id=\"{0}\" {2}><tb id=\"0\" send=\"{1}\" recv=\"{1}\" chan=\"0\">\n<step s=\"0\" type=\"s\" "
        "{3}/>\n"
        "<step s=\"1\" type=\"{4}\" {3}/>\n</tb></gpu>\n",
        id, 1 - id, gpu, place, type);
  return text + "</algo>\n";
}

TEST(Msccl, HasNoMoreOfAnInputThanTheOutputInWhichItLies) {
  for (const char* operation : {"allreduce", "reduce"}) {
    const std::string in_place = fmt::format("coll=\"{}\" inplace=\"1\" nchunksperloop=", operation);
    const std::string gpu = "i_chunks=\"2\" o_chunks=\"0\" s_chunks=\"0\"";
    expect_refusal(pair(in_place + "\"1\"", gpu, "rrc", 1),
                   "ring.xml:3: <step>: reads chunks 1 .. 1, of a buffer of 1");
    EXPECT_NO_THROW(read_msccl("ring.xml", pair(in_place + "\"2\"", gpu, "rrc", 1)));
  }
  expect_refusal(pair("coll=\"allgather\" inplace=\"1\" nchunksperloop=\"2\"",
                      "i_chunks=\"3\" o_chunks=\"2\" s_chunks=\"0\"", "r", 1),
                 "ring.xml:3: <step>: reads chunks 1 .. 1, of a buffer of 1");
}

TEST(Msccl, CombinesNothingInACollectiveThatDoesNot) {
  const std::string gpu = "i_chunks=\"2\" o_chunks=\"2\" s_chunks=\"0\"";
  for (const char* operation : {"allgather", "alltoall", "broadcast", "scatter", "gather"})
    for (const char* type : {"rrc", "re"})
      expect_refusal(
          pair(fmt::format("coll=\"{}\" inplace=\"0\" nchunksperloop=\"2\"", operation), gpu, type, 0),
          fmt::format("ring.xml:4: <step>: it combines, which is no part of {}", operation));
}

}  // namespace
}  // namespace toruscope::formats
