// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/pe_context.hpp"

#include "runtime/core/sanitizers.hpp"

#include <array>
#include <cfenv>
#include <gtest/gtest.h>
#include <memory>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace toruscope::core {
namespace {

/// The text of the exception that is being handled after a wait inside the catch block of one with
/// this text.
std::string handled_across(const std::string& text, const std::function<void()>& wait) {
  try {
    throw std::runtime_error(text);
  } catch (...) {
    wait();
    try {
      throw;
    } catch (const std::runtime_error& e) {
      return e.what();
    }
  }
}

class EveryPeContext : public testing::TestWithParam<PeEngine> {
 protected:
  std::unique_ptr<PeContext> make(int index, std::function<void()> body) {
    return context_kind(GetParam()).make(index, stacks_, index, std::move(body));
  }

  StackPool stacks_{4, 64 * 1024};
};

TEST_P(EveryPeContext, AlternatesWithItsWorker) {
  std::string log;
  PeContext* inside = nullptr;
  const auto pe = make(0, [&] {
    log += 'a';
    inside->suspend(nullptr);
    log += 'b';
    inside->suspend(nullptr);
    log += 'c';
  });
  inside = pe.get();

  pe->resume();
  log += '1';
  pe->resume();
  log += '2';
  pe->resume();

  EXPECT_EQ(log, "a1b2c");
}

/// Two PEs wait inside their catch blocks at the same time; each must find its own exception again.
TEST_P(EveryPeContext, KeepsTheExceptionBeingHandledAcrossAWait) {
  std::vector<std::string> seen(2);
  std::vector<std::unique_ptr<PeContext>> pes;
  for (std::size_t i = 0; i < 2; ++i)
    pes.push_back(make(static_cast<int>(i), [&, i] {
      seen[i] = handled_across("of " + std::to_string(i), [&] { pes[i]->suspend(nullptr); });
    }));

  for (const auto& pe : pes) pe->resume();
  EXPECT_EQ(std::current_exception(), nullptr);
  for (const auto& pe : pes) pe->resume();

  EXPECT_EQ(seen, (std::vector<std::string>{"of 0", "of 1"}));
}

TEST_P(EveryPeContext, UnwindsThroughFramesAfterAWait) {
  bool was_destroyed = false;
  struct Marker {
    bool& flag;
    ~Marker() { flag = true; }
  };
  PeContext* inside = nullptr;
  const auto pe = make(0, [&] {
    try {
      const Marker marker{was_destroyed};
      inside->suspend(nullptr);
      throw 1;
    } catch (int) {
    }
  });
  inside = pe.get();

  pe->resume();
  EXPECT_FALSE(was_destroyed);
  pe->resume();

  EXPECT_TRUE(was_destroyed);
}

INSTANTIATE_TEST_SUITE_P(Engines, EveryPeContext, testing::Values(PeEngine::fibers, PeEngine::threads),
                         [](const auto& parameter) { return context_kind(parameter.param).name; });

TEST(Fiber, RunsOnTheThreadOfItsWorker) {
  const StackPool stacks(1, 64 * 1024);
  std::thread::id seen;
  make_fiber(stacks, 0, [&] { seen = std::this_thread::get_id(); })->resume();
  EXPECT_EQ(seen, std::this_thread::get_id());
}

/// The worker goes on when one gives control back, whichever it resumed.
TEST(Fiber, GivesControlToAnother) {
  const StackPool stacks(2, 64 * 1024);
  std::string log;
  std::vector<std::unique_ptr<PeContext>> pes;
  pes.push_back(make_fiber(stacks, 0, [&] {
    log += 'a';
    pes[0]->suspend(nullptr);
    log += 'b';
    pes[0]->suspend(pes[1].get());
    log += 'c';
  }));
  pes.push_back(make_fiber(stacks, 1, [&] {
    log += 'A';
    pes[1]->suspend(pes[0].get());
    log += 'B';
    pes[1]->suspend(nullptr);
    log += 'C';
  }));

  pes[0]->resume();
  log += '1';
  pes[1]->resume();
  log += '2';
  pes[0]->resume();
  log += '3';
  pes[1]->resume();

  EXPECT_EQ(log, "a1AbB2c3C");
}

/// It ends with control that another has given it.
TEST(Fiber, KeepsTheExceptionBeingHandledWhenItGivesControl) {
  const StackPool stacks(2, 64 * 1024);
  std::vector<std::string> seen(2);
  std::vector<std::unique_ptr<PeContext>> pes;
  for (std::size_t i = 0; i < 2; ++i)
    pes.push_back(make_fiber(stacks, static_cast<int>(i), [&, i] {
      seen[i] =
          handled_across("of " + std::to_string(i), [&] { pes[i]->suspend(i == 0 ? nullptr : pes[0].get()); });
    }));

  for (const auto& pe : pes) pe->resume();
  EXPECT_EQ(std::current_exception(), nullptr);
  EXPECT_EQ(seen, (std::vector<std::string>{"of 0", ""}));
  pes[1]->resume();

  EXPECT_EQ(seen, (std::vector<std::string>{"of 0", "of 1"}));
}

/// A program may compute with a rounding of its own; others, and the worker, keep theirs.
TEST(Fiber, KeepsItsRounding) {
  const StackPool stacks(2, 64 * 1024);
  std::vector<int> seen;
  std::vector<std::unique_ptr<PeContext>> pes;
  for (const int rounding : {FE_UPWARD, FE_TOWARDZERO})
    pes.push_back(make_fiber(stacks, static_cast<int>(pes.size()), [&, rounding, i = pes.size()] {
      std::fesetround(rounding);
      pes[i]->suspend(nullptr);
      seen.push_back(std::fegetround());
    }));
  for (int step = 0; step < 2; ++step)
    for (const auto& pe : pes) pe->resume();

  EXPECT_EQ(seen, (std::vector<int>{FE_UPWARD, FE_TOWARDZERO}));
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(PeThread, IsNamedAfterItsPe) {
  const StackPool stacks(3, 64 * 1024);
  std::array<char, 16> name{};
  make_thread(2, stacks, 2, [&] { pthread_getname_np(pthread_self(), name.data(), name.size()); })->resume();
  EXPECT_STREQ(name.data(), "pe 2");
}

TEST(StackPool, KnowsTheStackWhoseGuardWasTouched) {
  const StackPool stacks(3, 64 * 1024);

  EXPECT_EQ(stacks.overflowed(stacks.bottom(2) - 1), 2);
  EXPECT_EQ(stacks.overflowed(stacks.bottom(0) - 1), 0);
  EXPECT_EQ(stacks.overflowed(stacks.bottom(1)), std::nullopt);
  int elsewhere = 0;
  EXPECT_EQ(stacks.overflowed(&elsewhere), std::nullopt);
}

TEST(StackPool, TakesTheMappingOfASmallPoolThatIsGone) {
  constexpr std::size_t kOfThisTest = 1004 * 1024;
  const std::byte* before = StackPool(3, kOfThisTest).bottom(0);
  const StackPool smaller(2, kOfThisTest);
  EXPECT_EQ(smaller.bottom(0), before);
  EXPECT_EQ(smaller.overflowed(smaller.bottom(1) - 1), 1);
  EXPECT_EQ(smaller.overflowed(smaller.bottom(2) - 1), std::nullopt) << "not one of its own stacks";
  EXPECT_DEATH(*static_cast<volatile std::byte*>(smaller.bottom(1) - 1) = std::byte{1}, "");
  EXPECT_NE(StackPool(1, kOfThisTest).bottom(0), before) << "it is in use";
}

// Without marks each guard is a mapping, and here all machines together may have 100. The first
// takes 90; the 10 that are left guard every ninth stack of the second.
TEST(StackPool, OfASecondMachineHasTheMappingsThatAreLeft) {
  constexpr StackPool::Allowed kAllowed{.mappings = 100, .marks = false};
  {
    const StackPool first(90, 64 * 1024, 0, 0, kAllowed);
    const StackPool second(90, 64 * 1024, 0, 0, kAllowed);
    EXPECT_EQ(first.guards_every(), 1);
    EXPECT_DEATH(*static_cast<volatile std::byte*>(first.bottom(89) - 1) = std::byte{1}, "");
    EXPECT_EQ(second.guards_every(), 9);
    EXPECT_DEATH(*static_cast<volatile std::byte*>(second.bottom(0) - 1) = std::byte{1}, "");
  }
  const StackPool third(90, 64 * 1024, 0, 0, kAllowed);
  EXPECT_EQ(third.guards_every(), 1) << "they have been given back";
}

TEST(StackPool, OfManyPesIsNotKept) {
  constexpr std::size_t kOfThisTest = 92 * 1024;
  { const StackPool small(2, kOfThisTest); }
  { const StackPool large(1000, kOfThisTest); }  // 90 MiB
  const StackPool again(2, kOfThisTest);
  *again.bottom(1) = std::byte{1};
  EXPECT_EQ(again.guards_every(), 1);
}

/// Writes that far below stack 2.
void overrun(const StackPool& stacks, std::size_t bytes) {
  *static_cast<volatile std::byte*>(stacks.bottom(2) - bytes) = std::byte{1};
}

TEST(StackPool, GuardsEveryStackWhereThereAreMoreThanMappings) {
  if (kSanitized) GTEST_SKIP() << "what is read below a stack is a sanitizer's to report";
  const StackPool stacks(100, 64 * 1024, 0, 0, {.mappings = 10});
  if (stacks.guards_every() != 1) GTEST_SKIP() << "Linux 6.13 marks guards, this kernel does not";

  EXPECT_DEATH(overrun(stacks, 1), "");
  EXPECT_DEATH(overrun(stacks, 200 * 1024), "") << "below several frames of 100 KiB";
  EXPECT_DEATH(overrun(stacks, (256 << 10) - 1), "");
  EXPECT_EQ(stacks.overran(), std::nullopt);
}

TEST(StackPool, FindsTheStackThatWentBelowAnotherWhereTheKernelGuardsSomeOnly) {
  const StackPool stacks(100, 64 * 1024, 0, 0, {.mappings = 10, .marks = false});
  EXPECT_EQ(stacks.guards_every(), 10);
  EXPECT_EQ(stacks.overran(), std::nullopt);
  for (int i = 0; i < 100; ++i) *stacks.bottom(i) = std::byte{1};
  EXPECT_EQ(stacks.overran(), std::nullopt) << "stacks themselves are to be used";

  overrun(stacks, 200 * 1024);
  EXPECT_EQ(stacks.overran(), 2);
}

}  // namespace
}  // namespace toruscope::core
