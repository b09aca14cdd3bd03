// SPDX-License-Identifier: Apache-2.0
// Buffers larger than any memory, as a size computed below 0 makes them: refused in words by every
// call, never touched.

#include <toruscope/pipelined_broadcast.hpp>
#include <toruscope/toruscope.hpp>

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <span>
#include <vector>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::size_t kBelowZero = std::size_t{0} - 1;

struct SizedCall {
  const char* operation;
  std::function<void(Communicator&, std::span<double>)> make;
};

const std::vector<SizedCall>& sized_calls() {
  static double values[1] = {};
  static const std::span<double> one(values);
  static const std::vector<SizedCall> all{
      {"send", [](Communicator& c, auto huge) { c.send(0, huge); }},
      {"send", [](Communicator& c, auto huge) { c.send(1, huge); }},
      {"send", [](Communicator& c, auto huge) { c.ssend(1, huge); }},
      {"send", [](Communicator& c, auto huge) { static_cast<void>(c.isend(1, huge)); }},
      {"send", [](Communicator& c, auto huge) { static_cast<void>(c.issend(1, huge)); }},
      {"send", [](Communicator& c, auto huge) { c.sendrecv(1, huge, 1, one); }},
      {"send", [](Communicator& c, auto huge) { c.round([&](Round& round) { round.send(1, huge); }); }},
      {"recv", [](Communicator& c, auto huge) { c.recv(1, huge); }},
      {"recv", [](Communicator& c, auto huge) { static_cast<void>(c.irecv(1, huge)); }},
      {"recv", [](Communicator& c, auto huge) { c.round([&](Round& round) { round.recv(1, huge); }); }},
      {"alltoall", [](Communicator& c, auto huge) { alltoall(c, huge, huge); }},
      {"alltoallv",
       [](Communicator& c, auto huge) {
         alltoallv(c, one, std::vector<int>{1, 0}, huge, std::vector<int>{1, 0});
       }},
      {"broadcast", [](Communicator& c, auto huge) { broadcast(c, 0, huge); }},
      {"reduce", [](Communicator& c, auto huge) { reduce(c, 0, huge); }},
      {"scan", [](Communicator& c, auto huge) { scan(c, huge); }},
      {"exscan", [](Communicator& c, auto huge) { exscan(c, huge); }},
      {"scan", [](Communicator& c, auto huge) { scan_vectors(c, huge); }},
      {"gather", [](Communicator& c, auto huge) { gather(c, 0, huge, one); }},
      {"scatter", [](Communicator& c, auto huge) { scatter(c, 0, huge, one); }},
      {"allgather", [](Communicator& c, auto huge) { allgather(c, one, huge); }},
      {"allreduce", [](Communicator& c, auto huge) { allreduce(c, huge); }},
      {"reduce_scatter", [](Communicator& c, auto huge) { reduce_scatter(c, huge, one); }},
      {"shift", [](Communicator& c, auto huge) { shift(c, 1, huge); }},
      {"pipelined_broadcast",
       [](Communicator& c, auto huge) {
         pipelined_broadcast(c, 0, huge, 8, [](std::span<const std::byte>) {});
       }},
  };
  return all;
}

TEST(BufferSizes, ThatNoMemoryHoldsAreRefusedByEveryCall) {
  double value = 0;
  for (const SizedCall& call : sized_calls())
    for (const std::size_t size : {kBelowZero, kBelowZero / 2, kBelowZero / 8 + 2})
      EXPECT_THAT(
          [&] {
            Machine(ring(2), preset("unit")).run([&](Communicator& comm) {
              if (comm.rank() == 0) call.make(comm, std::span<double>(&value, size));
            });
          },
          ThrowsMessage<ProgramError>(
              AllOf(HasSubstr(std::string(call.operation) + ": no memory holds a buffer of "),
                    HasSubstr(" (PE 0 at "))))
          << call.operation << ", " << size << " elements";
}

TEST(BufferSizes, OfBytesAreMultipliedWithoutWrapping) {
  EXPECT_EQ(detail::bytes_for(3, 8), 24U);
  EXPECT_EQ(detail::bytes_for(std::size_t{1} << 61U, 8), SIZE_MAX);
  EXPECT_EQ(detail::bytes_for((std::size_t{1} << 61U) + 1, 8), SIZE_MAX) << "8 bytes, if it wrapped";
}

}  // namespace
}  // namespace toruscope
