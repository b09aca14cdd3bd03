// SPDX-License-Identifier: Apache-2.0
// Destructors that call the library while a run is ended: they are waited for, nothing ends the
// process where C++ lets it go on, and whatever ends it is told.

#include "runtime/core/sanitizers.hpp"
#include "runtime/engine/fault_report.hpp"

#include <toruscope/pipelined_broadcast.hpp>
#include <toruscope/toruscope.hpp>

#include <atomic>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using Action = std::function<void(Communicator&)>;

/// Calls `action` when it goes, as a destructor may that lets exceptions pass.
class AtTheEnd {
 public:
  AtTheEnd(Communicator& comm, const Action& action) : comm_(comm), action_(action) {}
  AtTheEnd(const AtTheEnd&) = delete;
  AtTheEnd& operator=(const AtTheEnd&) = delete;
  ~AtTheEnd() noexcept(false) { action_(comm_); }

 private:
  Communicator& comm_;
  const Action& action_;
};

void wait_for_nobody(Communicator& comm) {
  std::vector<int> nothing(1);
  comm.recv(any_source, nothing, 77);
}

struct Call {
  const char* name;
  Action action;
};

/// Every call that may wait, or looks at what it has received.
std::vector<Call> calls() {
  const auto at_root = [](Communicator& comm, std::size_t n) {
    return std::vector<int>(comm.rank() == 0 ? n : 0);
  };
  return {
      {"alltoall",
       [](Communicator& comm) {
         const std::vector<int> out(4);
         std::vector<int> in(4);
         alltoall(comm, out, in);
       }},
      {"alltoallv",
       [](Communicator& comm) {
         const std::vector<int> out(4);
         std::vector<int> in(4);
         const std::vector<int> ones(4, 1);
         alltoallv(comm, out, ones, in, ones);
       }},
      {"broadcast",
       [](Communicator& comm) {
         std::vector<int> data(4);
         broadcast(comm, 0, data);
       }},
      {"reduce",
       [](Communicator& comm) {
         std::vector<int> data(4);
         reduce(comm, 0, data);
       }},
      {"scan",
       [](Communicator& comm) {
         std::vector<int> data(4);
         scan(comm, data);
         static_cast<void>(exscan(comm, 1));
       }},
      {"gather",
       [at_root](Communicator& comm) {
         std::vector<int> all = at_root(comm, 16);
         gather(comm, 0, std::vector<int>(4), all);
       }},
      {"scatter",
       [at_root](Communicator& comm) {
         std::vector<int> block(4);
         scatter(comm, 0, at_root(comm, 16), block);
       }},
      {"allgather",
       [](Communicator& comm) {
         std::vector<int> all(16);
         allgather(comm, std::vector<int>(4), all);
       }},
      {"allreduce",
       [](Communicator& comm) {
         std::vector<int> data(4);
         allreduce(comm, data);
       }},
      {"reduce_scatter",
       [](Communicator& comm) {
         std::vector<int> block(4);
         reduce_scatter(comm, std::vector<int>(16), block);
       }},
      {"shift",
       [](Communicator& comm) {
         std::vector<int> data(4);
         shift(comm, 1, data);
       }},
      {"barrier", [](Communicator& comm) { barrier(comm); }},
      {"pipelined_broadcast",
       [](Communicator& comm) {
         std::vector<int> data(4);
         pipelined_broadcast(comm, 0, data, 4, [](std::span<const std::byte>) {});
       }},
      {"recv", wait_for_nobody},
      {"ssend", [](Communicator& comm) { comm.ssend(comm.shift(0, 1), std::vector<int>(1), 5); }},
      {"round",
       [](Communicator& comm) {
         std::vector<int> data(1);
         comm.sendrecv(comm.shift(0, 1), data, comm.shift(0, 1), data, 6);
       }},
      {"synchronize", [](Communicator& comm) { comm.synchronize(); }},
      {"split", [](Communicator& comm) { EXPECT_EQ(comm.split(0).size(), 4); }},
      {"wait_any",
       [](Communicator& comm) {
         std::vector<int> nothing(1);
         Request receive = comm.irecv(any_source, nothing, 77);
         EXPECT_EQ(comm.wait_any({&receive, 1}), 0U);
         EXPECT_FALSE(receive.is_pending());
       }},
      {"wait_all",
       [](Communicator& comm) {
         std::vector<int> nothing(2);
         Request a = comm.irecv(0, std::span(nothing).first(1), 77);
         Request b = comm.irecv(any_source, std::span(nothing).last(1), 77);
         comm.wait_all(a, b);
       }},
      {"test",
       [](Communicator& comm) {
         std::vector<int> nothing(1);
         Request receive = comm.irecv(0, nothing, 77);
         while (!comm.test(receive)) continue;
       }},
      {"probe",
       [](Communicator& comm) {
         while (!comm.probe(any_source, 77)) continue;
       }},
      {"brief calls",
       [](Communicator& comm) {
         static_cast<void>(comm.now());
         comm.compute(Ticks{1});
         comm.compute_operations(1);
         comm.print("at the end");
         static_cast<void>(comm.line(0));
       }},
  };
}

class EndedRun : public testing::TestWithParam<PeEngine> {
 protected:
  [[nodiscard]] Execution execution() const {
    return {.engine = GetParam(), .workers = 2, .perturb = 5U, .interrupt = &stop_};
  }
  void run(const Action& program) const { Machine(ring(4), preset("unit"), execution()).run(program); }
  mutable std::atomic<bool> stop_{false};
};

TEST_P(EndedRun, DestructorsCallWhatTheyLikeWhileItsPesAreUnwound) {
  for (const Call& call : calls())
    EXPECT_THAT(
        [&] {
          run([&](Communicator& comm) {
            const AtTheEnd last(comm, call.action);
            wait_for_nobody(comm);
          });
        },
        ThrowsMessage<DeadlockError>(HasSubstr("4 of 4 PEs wait")))
        << call.name;
}

TEST_P(EndedRun, DestructorsOnTheWayOfAnExceptionGiveUp) {
  for (const Call& call : calls())
    EXPECT_THAT(
        [&] {
          run([&](Communicator& comm) {
            if (comm.rank() != 1) return wait_for_nobody(comm);
            const AtTheEnd last(comm, call.action);
            throw std::runtime_error("boom");
          });
        },
        ThrowsMessage<ProgramError>(AllOf(HasSubstr("PE 1 threw at "), HasSubstr(": boom"))))
        << call.name;
}

TEST_P(EndedRun, AnExceptionIsToldWithTheDeadlockThatItsDestructorsRanInto) {
  EXPECT_THAT(
      [&] {
        run([](Communicator& comm) {
          const Action wait = wait_for_nobody;
          if (comm.rank() > 1) return wait(comm);
          const AtTheEnd last(comm, wait);
          throw std::runtime_error("boom " + std::to_string(comm.rank()));
        });
      },
      ThrowsMessage<ProgramError>(AllOf(
          HasSubstr("PE 0 threw at "), HasSubstr("boom 0\nas this left the program, a destructor waited: "),
          HasSubstr("4 of 4 PEs wait"), HasSubstr("PE 0  recv from any PE, tag 77"))));
}

TEST_P(EndedRun, AnExceptionThatTheProgramCatchesIsNone) {
  EXPECT_THAT(
      [&] {
        run([](Communicator& comm) {
          const Action wait = wait_for_nobody;
          try {
            const AtTheEnd last(comm, wait);
            throw std::runtime_error("never mind");
          } catch (const std::runtime_error&) {
            comm.synchronize();
          }
        });
      },
      ThrowsMessage<DeadlockError>(testing::Not(HasSubstr("never mind"))));
}

TEST_P(EndedRun, AnInterruptIsToldWithTheExceptionOnItsWay) {
  EXPECT_THAT(
      [&] {
        run([this](Communicator& comm) {
          const Action wait = wait_for_nobody;
          const Action interrupt_and_wait = [&](Communicator& c) {
            stop_ = true;
            wait(c);
          };
          if (comm.rank() != 0) return wait(comm);
          const AtTheEnd last(comm, interrupt_and_wait);
          throw std::runtime_error("boom");
        });
      },
      ThrowsMessage<InterruptedError>(
          AllOf(HasSubstr("interrupted at "), HasSubstr("PE 0 threw at "), HasSubstr(": boom"))));
}

/// Interrupts the run in the middle, whatever comes next.
template <class Step>
void loop(std::atomic<bool>& stop, const Step& step) {
  for (int i = 0;; ++i) {
    if (i == 100) stop = true;
    step();
  }
}

struct Timer {
  Communicator& comm;
  ~Timer() {
    static_cast<void>(comm.now());
    comm.print("took a while");
  }
};

TEST_P(EndedRun, ClocksAndPrintsInDestructorsNeverEndAPe) {
  EXPECT_THROW(run([this](Communicator& comm) {
                 loop(stop_, [&] {
                   const Timer timer{comm};
                   comm.compute(Ticks{1});
                 });
               }),
               InterruptedError);
}

struct Work {
  Communicator& comm;
  ~Work() { comm.compute(Ticks{1}); }
};

TEST_P(EndedRun, WorkInDestructorsNeverEndsAPeThatWaitsNow) {
  EXPECT_THROW(run([this](Communicator& comm) {
                 std::vector<int> data(1);
                 loop(stop_, [&] {
                   const Work work{comm};
                   comm.sendrecv(comm.shift(0, 1), data, comm.shift(0, -1), data);
                 });
               }),
               InterruptedError);
}

TEST_P(EndedRun, PesThatNeverWaitAreEndedAllTheSame) {
  const std::vector<Action> steps{[](Communicator& comm) { comm.compute(Ticks{1}); },
                                  [](Communicator& comm) { comm.compute_operations(1); },
                                  [](Communicator& comm) { static_cast<void>(comm.now()); }};
  for (const Action& step : steps) {
    stop_ = false;
    EXPECT_THROW(run([&](Communicator& comm) { loop(stop_, [&] { step(comm); }); }), InterruptedError);
  }
}

struct Waits {
  Communicator& comm;
  ~Waits() { wait_for_nobody(comm); }  // may not throw
};

TEST_P(EndedRun, WhereItMustEndTheProcessTheReportIsTold) {
  if (core::kSanitized) GTEST_SKIP() << "sanitizers have words of their own";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto end = [this] { run([](Communicator& comm) { const Waits waits{comm}; }); };
  EXPECT_EXIT(
      end(), testing::ExitedWithCode(3),
      "toruscope: deadlock at .*4 of 4 PEs wait.*PE 0  recv from any PE, tag 77.*could not be ended in order");
}

INSTANTIATE_TEST_SUITE_P(Engines, EndedRun, testing::Values(PeEngine::fibers, PeEngine::threads),
                         [](const auto& instance) {
                           return instance.param == PeEngine::fibers ? "fibers" : "threads";
                         });

}  // namespace
}  // namespace toruscope
