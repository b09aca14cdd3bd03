// SPDX-License-Identifier: Apache-2.0
#include "apps/options.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::apps {
namespace {

const std::vector<AppOption> kTable = {{"mode", "", "slow"}, {"rate", "", "2.5"}};

AppRequest with(const std::string& name, const std::string& value) {
  AppRequest request;
  request.options[name] = value;
  return request;
}

TEST(Options, AreTheDefaultsUnlessGiven) {
  const AppRequest none;
  const AppRequest one = with("mode", "fast");

  EXPECT_EQ(Options("demo", kTable, none).text("mode"), "slow");
  EXPECT_EQ(Options("demo", kTable, none).positive("rate"), 2.5);
  EXPECT_EQ(Options("demo", kTable, one).word("mode", {"slow", "fast"}), "fast");
}

TEST(Options, RefuseAnUnknownNameAndSuggestTheNearest) {
  const AppRequest wrong = with("raet", "1");

  EXPECT_EQ(test::message_of<ConfigError>([&] { const Options refused("demo", kTable, wrong); }),
            "demo: unknown option \"raet\"; options are: mode, rate. Did you mean rate?");
}

TEST(Options, RefuseAWordThatIsNotOneOfThem) {
  const AppRequest wrong = with("mode", "fats");

  EXPECT_EQ(test::message_of<ConfigError>([&] {
              (void)Options("demo", kTable, wrong).word("mode", {"slow", "fast"});
            }),
            "demo: option mode is one of slow, fast, got \"fats\". Did you mean fast?");
}

TEST(Options, RefuseWhatIsNoNumberAboveZero) {
  for (const std::string value : {"0", "-1", "nan", "inf", "1e999", "1 month", ""}) {
    const AppRequest wrong = with("rate", value);
    EXPECT_EQ(test::message_of<ConfigError>([&] { (void)Options("demo", kTable, wrong).positive("rate"); }),
              "demo: option rate is a number above 0, got \"" + value + "\"");
  }
}

}  // namespace
}  // namespace toruscope::apps
