// SPDX-License-Identifier: Apache-2.0
// Tables of measurements in one form, whatever program wrote them: seconds over bytes, and the test
// that was timed.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::calibration {

/// The test that was timed. m: bytes of a message.
enum class Test {
  ping_pong,     ///< half of a round trip
  window,        ///< `count` messages of m bytes without waiting, then an answer of `answer` bytes
  exchange,      ///< each of all PEs sends m bytes to the next and receives m, at once
  send,          ///< the time for which a send keeps its PE busy
  receive,       ///< the same of a receive whose message has arrived
  fan_out,       ///< `count` messages to as many PEs, each of which answers with `answer` bytes
  fan_in,        ///< as fan_out, with the long messages as answers
  both_ways,     ///< two PEs send each other `count` messages at once
  several_pairs  ///< `pairs` PEs send `count` messages each, to as many others
};
inline constexpr std::size_t kTests = 9;

/// "ping-pong"
std::string_view name_of(Test test);

struct Point {
  std::size_t line = 0;
  double bytes = 0;
  double seconds = 0;
  int count = 1;      ///< messages
  double answer = 0;  ///< bytes
  int distance = -1;  ///< links between the PEs; -1: the table does not say
};

struct Table {
  std::string file;
  std::size_t line = 0;  ///< of the title
  std::string title;     ///< as it stands there, without prefix
  std::string date{};    ///< as the table says, if it does
  Test test = Test::ping_pong;
  int pairs = 1;
  std::vector<Point> points{};
};

/// What files say.
struct Reading {
  std::vector<Table> tables;
  /// What was passed over, a sentence each: "osu.txt:40: osu_allreduce: passed over: ...".
  std::vector<std::string> notes;
  bool has_used_test = false;  ///< --test named the test of a table
};

}  // namespace toruscope::calibration
