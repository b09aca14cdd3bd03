// SPDX-License-Identifier: Apache-2.0
// toruscope::main called in the test's own process, so with a program or tables of the test's own.

#pragma once

#include <toruscope/toruscope.hpp>

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {

struct Outcome {
  int code;
  std::string out, err;
};

inline Outcome call(std::vector<std::string> words, const std::function<void(Communicator&)>& program,
                    const Tables& tables = {}) {
  words.insert(words.begin(), "program");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int code = toruscope::main(static_cast<int>(arguments.size()), arguments.data(), program, tables);
  std::string out = testing::internal::GetCapturedStdout();
  return {code, std::move(out), testing::internal::GetCapturedStderr()};
}

}  // namespace toruscope
