// SPDX-License-Identifier: Apache-2.0
// -o: what is written to a device or a pipe, and that no name makes a command wait for ever.

#include "cli/files/output_files.hpp"
#include "tests/cli/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <array>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ostream>
#include <sys/stat.h>
#include <unistd.h>

namespace toruscope {
namespace {

using testing::HasSubstr;

TEST(Output, RefusesAPipeThatNobodyReads) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);

  const Finished finished = run_toruscope({"algo", "list", "-o", pipe});

  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("it is a pipe that nobody reads"));
}

TEST(Output, IsWrittenToAPipeThatIsRead) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(reader, 0);
  {
    const cli::FileOutput output("-o", pipe);
    output.write([](std::ostream& out) { out << "all of it"; });
  }
  std::array<char, 64> text{};
  EXPECT_EQ(read(reader, text.data(), text.size()), 9);
  EXPECT_STREQ(text.data(), "all of it");
  close(reader);
}

TEST(Output, IsWrittenToDevices) {
  EXPECT_EQ(run_toruscope({"machine", "list", "-o", "/dev/null"}).code, 0);
  const Finished finished = run_toruscope({"machine", "list", "-o", "/dev/stdout"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("paragon"));
}

TEST(Input, IsNoPipe) {
  const test::TemporaryFolder folder;
  const std::string pipe = folder / "in.csv";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);

  const Finished finished = run_toruscope({"run", "prefix", "--input", pipe});

  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("in.csv: it is no regular file"));
}

}  // namespace
}  // namespace toruscope
