// SPDX-License-Identifier: Apache-2.0
// Says, at the start of every suite, how it was built: a sanitizer pass must be seen to be one.

#include "runtime/core/sanitizers.hpp"

#include <cstdio>
#include <gtest/gtest.h>

namespace toruscope {
namespace {

class Announcement : public testing::Environment {
 public:
  void SetUp() override {
    std::printf("built with%s%s%s\n", TORUSCOPE_ASAN != 0 ? " AddressSanitizer (fibers announced)" : "",
                TORUSCOPE_TSAN != 0 ? " ThreadSanitizer (fibers announced)" : "",
                core::kSanitized ? "" : "out sanitizers");
  }
};

[[maybe_unused]] const testing::Environment* const announcement =
    testing::AddGlobalTestEnvironment(new Announcement);

}  // namespace
}  // namespace toruscope
