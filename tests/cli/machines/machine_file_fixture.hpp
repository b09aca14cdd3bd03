// SPDX-License-Identifier: Apache-2.0
// Machine files in a folder that a test has for itself.

#pragma once

#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace toruscope {

class MachineFiles : public testing::Test {
 protected:
  std::string file(const std::string& text, const std::string& name = "m.toml") {
    const std::filesystem::path path = folder_.path() / name;
    std::ofstream(path) << text;
    return path.string();
  }
  /// What `machine check` says of a file of this text, without the folder.
  std::string refusal(const std::string& text) {
    const Outcome outcome = call({"machine", "check", file(text)}, {});
    EXPECT_EQ(outcome.code, 2) << text;
    EXPECT_EQ(outcome.out, "");
    const std::string begin = "toruscope: " + folder_.path().string() + "/";
    EXPECT_TRUE(outcome.err.starts_with(begin)) << outcome.err;
    return outcome.err.substr(std::min(begin.size(), outcome.err.size()));
  }

  std::string folder() const { return folder_.path().string(); }

 private:
  test::TemporaryFolder folder_;
};

}  // namespace toruscope
