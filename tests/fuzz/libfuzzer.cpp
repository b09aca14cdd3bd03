// SPDX-License-Identifier: Apache-2.0
// libFuzzer's entry to one reader, TORUSCOPE_FUZZED_READER. A fault ends the process, as a crash
// would. Besides libFuzzer's own changes inputs have those of mutation.hpp, which begin with inputs
// that the reader takes: no corpus is needed.

#include "tests/fuzz/mutation.hpp"
#include "tests/fuzz/reader.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

const toruscope::test::Reader& fuzzed() {
  static const toruscope::test::Reader& reader = toruscope::test::reader(TORUSCOPE_FUZZED_READER);
  return reader;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  constexpr unsigned kOneIn = 8;
  if (seed % kOneIn != 0) return LLVMFuzzerMutate(data, size, most);
  const std::string input = toruscope::test::mutant(fuzzed(), seed);
  const std::size_t length = std::min(most, input.size());
  std::copy_n(input.begin(), length, data);
  return length;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (const auto fault = toruscope::test::fault_of(fuzzed(), input)) {
    std::fprintf(stderr, "fault: %s\n", fault->c_str());
    std::abort();
  }
  return 0;
}
