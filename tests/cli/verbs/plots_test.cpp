// SPDX-License-Identifier: Apache-2.0
// Pictures of the command line: they say what the JSON of the same command says; what cannot be
// drawn is refused and leaves no file.

#include "runtime/core/decimal.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/picture/svg_reader.hpp"
#include "tests/reproduce/well_formed.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace toruscope {
namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;
using test::Element;
using testing::HasSubstr;

/// Each PE sends its rank to the next one.
void to_the_next(Communicator& comm) {
  int received = 0;
  comm.sendrecv((comm.rank() + 1) % comm.size(), comm.rank(), (comm.rank() + comm.size() - 1) % comm.size(),
                received);
}

class Plots : public testing::Test {
 protected:
  [[nodiscard]] std::string place(const std::string& name) const { return (folder_ / name).string(); }
  /// The JSON of a command that writes a picture, which is well-formed.
  Json run(Words words, const std::string& option) {
    words.insert(words.end(), {"--format", "json", "--quiet", option, place("picture.svg")});
    const Outcome outcome = call(words, to_the_next);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    svg_ = test::content_of(folder_ / "picture.svg");
    EXPECT_EQ(what_is_malformed(svg_), "");
    return outcome.code == 0 ? Json::parse(outcome.out) : Json();
  }
  /// The message of a command that is refused; no picture is left.
  [[nodiscard]] std::string refusal(Words words, const std::string& option,
                                    const std::string& name = "none.svg") const {
    words.insert(words.end(), {option, place(name), "-o", "/dev/null"});
    const Outcome outcome = call(words, to_the_next);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(folder_.entries(), 0U);
    return outcome.err;
  }

  test::TemporaryFolder folder_;
  std::string svg_;
};

TEST_F(Plots, OfBenchDrawBandwidthsOrEfficienciesToo) {
  const Words words{"bench", "allreduce", "-t", "ring:4", "-a", "ring,bruck",
                    "-b",    "64",        "-e", "1K",     "-f", "16"};
  const auto with = [&](const std::string& figure) {
    Words all = words;
    all.insert(all.end(), {"--plot-of", figure});
    return all;
  };
  run(with("busbw"), "--plot");
  EXPECT_THAT(svg_, HasSubstr("busbw, GB/s"));
  run(with("efficiency"), "--plot");
  EXPECT_THAT(svg_, HasSubstr("efficiency: lower bound / T"));
  std::filesystem::remove(place("picture.svg"));
  EXPECT_THAT(refusal(with("speed"), "--plot"), HasSubstr("draws T, busbw or efficiency, got \"speed\""));
}

TEST_F(Plots, BenchHasAMarkForEachRow) {
  const Json json =
      run({"bench", "allreduce", "-t", "torus:4x4", "-b", "8", "-e", "32K", "-f", "64"}, "--plot");
  const std::vector<Element> marks = test::of_class(svg_, "mark");
  for (const Json& row : json["results"]) {
    const std::string note = fmt::format("{} on torus:4x4, {}: T = ", row["algorithm"].get<std::string>(),
                                         core::counted(row["block_bytes"].get<std::int64_t>(), "byte"));
    const auto found = std::find_if(marks.begin(), marks.end(),
                                    [&](const Element& mark) { return mark.inside.starts_with(note); });
    ASSERT_NE(found, marks.end()) << note;
    EXPECT_EQ(found->inside.find(", by formula ") != std::string::npos, !row["predicted"].is_null());
  }
  EXPECT_THAT(test::words_of(svg_), testing::IsSupersetOf({"lower bound", "bytes per vector", "8 B"}));
}

// T grows with the height of its mark, on one axis for all algorithms.
TEST_F(Plots, BenchPutsLongerTimesHigher) {
  const Json json = run({"bench", "broadcast", "-t", "ring:8", "-b", "1K", "-e", "64K", "-f", "64"}, "--plot");
  std::vector<std::pair<std::int64_t, double>> places;
  const std::vector<Element> marks = test::of_class(svg_, "mark");
  for (const Json& row : json["results"])
    for (const Element& mark : marks)
      if (mark.name == "circle" &&
          mark.inside.starts_with(fmt::format("{} on ring:8, {}:", row["algorithm"].get<std::string>(),
                                              core::counted(row["block_bytes"].get<std::int64_t>(), "byte"))))
        places.emplace_back(row["virtual_time"]["ticks"].get<std::int64_t>(), mark.number("cy"));
  ASSERT_GE(places.size(), 2U);
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i) EXPECT_LE(places[i].second, places[i - 1].second);
}

TEST_F(Plots, BenchMarksWhereTheFastestChanges) {
  const Words words{"bench", "allreduce", "-a", "recursive_doubling,torus", "-t", "torus:8x8", "-b", "8", "-e",
                    "8K",    "-f",        "4"};
  const Json json = run(words, "--plot");
  std::map<std::int64_t, std::map<std::string, double>> times;
  for (const Json& row : json["results"])
    times[row["block_bytes"].get<std::int64_t>()][row["algorithm"].get<std::string>()] =
        row["virtual_time"]["ticks"].get<double>();
  std::int64_t below = 0;
  for (const auto& [bytes, of] : times)
    if (of.at("recursive_doubling") < of.at("torus")) below = bytes;
  ASSERT_GT(below, 8);
  std::int64_t border = 0;
  for (const std::string& text : test::words_of(svg_))
    if (text.ends_with(" B") &&
        std::all_of(text.begin(), text.end() - 2, [](char c) { return c == ',' || (c >= '0' && c <= '9'); })) {
      std::string digits = text;
      std::erase(digits, ',');
      const std::int64_t bytes = std::stoll(digits);
      if (times.count(bytes) == 0) border = bytes;
    }
  EXPECT_GT(border, below);
  EXPECT_LT(border, 4 * below);
  // Between the two sizes both times are affine in the bytes: a run there is as long by both,
  // about.
  const Outcome there = call({"compare", "allreduce", "-a", "recursive_doubling,torus", "-t", "torus:8x8",
                              "--block", std::to_string(border / 8 * 8), "--format", "json"},
                             {});
  const Json both = Json::parse(there.out);
  const double first = both["results"][0]["virtual_time"]["ticks"].get<double>();
  const double second = both["results"][1]["virtual_time"]["ticks"].get<double>();
  EXPECT_LT((second - first) / first, .03);
}

TEST_F(Plots, BenchIsOverPWhereOneSizeIsGiven) {
  run({"bench", "barrier", "-t", "ring:4", "--scale", "p=4,16"}, "--plot");
  EXPECT_THAT(test::words_of(svg_), testing::IsSupersetOf({"p", "4", "16"}));
}

TEST_F(Plots, BenchHasAPanelForEachMachine) {
  run({"bench", "broadcast", "-t", "ring:4", "-b", "8", "-e", "64", "--sweep", "ts=1us,2us"}, "--plot");
  EXPECT_THAT(test::words_of(svg_), testing::IsSupersetOf({"ts = 1us", "ts = 2us"}));
}

TEST_F(Plots, CompareHasABarOfEachAlgorithmWhosePartsMakeT) {
  const Json json = run({"compare", "allreduce", "-t", "torus:4x4", "--block", "4K"}, "--plot");
  std::map<double, double> bars;  // by height: where it ends
  double left = 1e9;
  double bound_at = 0;
  for (const Element& part : test::elements_of(svg_)) {
    if (part.is_of_class("s-critical")) bound_at = part.number("x1");
    if (part.name != "rect" || part.inside.find(": ") == std::string::npos) continue;
    left = std::min(left, part.number("x"));
    double& end = bars[part.number("y")];
    end = std::max(end, part.number("x") + part.number("width"));
  }
  ASSERT_EQ(bars.size(), json["results"].size());
  const double bound = json["results"][0]["lower_bound"]["ticks"].get<double>();
  ASSERT_GT(bound_at, left);
  auto bar = bars.begin();
  // the fastest first, as long as T at the scale of the bound
  for (const Json& row : json["results"]) {
    const double ticks = row["virtual_time"]["ticks"].get<double>();
    EXPECT_NEAR((bar->second - left) / (bound_at - left), ticks / bound, .01 * ticks / bound)
        << row["algorithm"];
    ++bar;
  }
}

TEST_F(Plots, HeatmapNamesTheMostLoadedLinkOfTheReport) {
  const Json json = run({"verify", "allreduce", "-a", "ring", "-t", "torus:4x4", "--block", "4K"}, "--heatmap");
  const Json& link = json["results"][0]["links"]["most_loaded"][0];
  EXPECT_THAT(
      test::words_of(svg_),
      testing::Contains(HasSubstr(fmt::format("{} -&gt; {} ({}): ", link["from"].dump(), link["to"].dump(),
                                              link["direction"].get<std::string>()))));
  std::set<std::string> notes;
  for (const std::string& note : test::notes_of(svg_)) notes.insert(note);
  EXPECT_EQ(notes.size(), json["results"][0]["links"]["used"].get<std::size_t>());
}

TEST_F(Plots, HeatmapsOfAComparisonAreOnOneScale) {
  const Words words{"compare", "alltoall", "-a", "at2,direct", "-t", "torus:4x4", "--block", "1K"};
  const Json json = run(words, "--heatmap");
  std::int64_t most = 0;
  for (const Json& row : json["results"]) {
    const auto load = row["totals"]["max_link_bytes"].get<std::int64_t>();
    most = std::max(most, load);
    EXPECT_THAT(test::words_of(svg_), testing::Contains(row["algorithm"].get<std::string>()));
    EXPECT_THAT(test::words_of(svg_),
                testing::Contains(HasSubstr(fmt::format("at most {} bytes on a link", core::grouped(load)))));
  }
  EXPECT_THAT(test::words_of(svg_), testing::Contains(bytes_to_string(static_cast<std::size_t>(most))));
  int darkest = 0;
  for (const test::Element& e : test::elements_of(svg_)) {
    if (e.name != "polyline" || !e.is_of_class("s-load15")) continue;
    // "0 -> 1 (...): 12,288 bytes in ..."
    std::string load = e.inside.substr(e.inside.find("): ") + 3);
    load = load.substr(0, load.find(" bytes"));
    std::erase(load, ',');
    EXPECT_GE(static_cast<double>(std::stoll(load)), .9 * static_cast<double>(most)) << "one scale for all";
    ++darkest;
  }
  EXPECT_GT(darkest, 0);
}

TEST_F(Plots, HeatmapIsForOwnPrograms) {
  run({"run", "-t", "ring:5"}, "--heatmap");
  EXPECT_EQ(test::notes_of(svg_).size(), 5U);
}

TEST_F(Plots, TrafficIsAPictureWhereTheNameSaysSo) {
  run({"run", "-t", "ring:5"}, "--traffic");
  EXPECT_EQ(test::notes_of(svg_).size(), 5U);
  ASSERT_EQ(
      call({"run", "-t", "ring:5", "--traffic", place("traffic.csv"), "-o", "/dev/null"}, to_the_next).code, 0);
  EXPECT_THAT(test::content_of(folder_ / "traffic.csv"), testing::StartsWith("source,destination"));
}

TEST_F(Plots, AlgoShowDrawsEachTransfer) {
  for (const char* option : {"--plot", "--svg"}) {
    const Json json = run({"algo", "show", "alltoall/at2"}, option);
    std::size_t transfers = 0;
    for (const Json& round : json["algorithms"][0]["rounds"]) transfers += round["transfers"].size();
    std::vector<Element> heads = test::elements_of(svg_);
    std::erase_if(heads, [](const Element& e) { return e.name != "polygon"; });
    EXPECT_EQ(heads.size(), transfers);
    EXPECT_THAT(test::words_of(svg_), testing::IsSupersetOf({"round 1", "round 4"}));
  }
}

// Each cell of phase against compare on the same machine.
TEST_F(Plots, PhaseFindsTheFastestOfCompare) {
  const Json json =
      run({"phase", "allreduce", "-t", "torus:4x4", "-b", "8", "-e", "32K", "-f", "64", "--over", "p=4..16"},
          "--plot");
  ASSERT_EQ(json["cells"].size(), 9U);
  std::set<std::string> fastest;
  for (const Json& cell : json["cells"]) {
    const Outcome outcome = call({"compare", "allreduce", "-t", cell["topology"].get<std::string>(), "--block",
                                  cell["block_bytes"].dump(), "--format", "json"},
                                 {});
    const Json ranking = Json::parse(outcome.out);
    const Json& first = ranking["results"][0];
    EXPECT_EQ(cell["ticks"], first["virtual_time"]["ticks"]) << cell;
    EXPECT_EQ(cell["formula"], ranking["auto"]) << cell;
    EXPECT_EQ(cell["differs"].get<bool>(),
              !ranking["auto_missed"].is_null() && ranking["auto_missed"]["ticks"] != 0)
        << cell;
    fastest.insert(cell["fastest"].get<std::string>());
  }
  EXPECT_GE(fastest.size(), 2U);
  std::size_t cells = 0;
  for (const std::string& note : test::notes_of(svg_)) cells += note.starts_with("p = ") ? 1U : 0U;
  EXPECT_EQ(cells, 9U);
}

TEST_F(Plots, PhaseOverTheRatioSetsTheStartup) {
  const Json json =
      run({"phase", "broadcast", "-t", "ring:8", "-b", "64", "-e", "64", "--over", "ts/tw=16,1K"}, "--plot");
  ASSERT_EQ(json["cells"].size(), 2U);
  for (const Json& cell : json["cells"]) {  // tw of generic is 1 ns
    const Outcome outcome = call({"compare", "broadcast", "-t", "ring:8", "--block", "64", "--ts",
                                  cell["ts_over_tw"].dump() + "ns", "--format", "json"},
                                 {});
    EXPECT_EQ(cell["ticks"], Json::parse(outcome.out)["results"][0]["virtual_time"]["ticks"]);
  }
}

TEST_F(Plots, PngHasTwiceAsManyPixelsAsThePictureHasUnits) {
  run({"run", "-t", "ring:4"}, "--heatmap");
  const auto unit = [&](const std::string& name) {
    const std::size_t at = svg_.find(name + "=\"") + name.size() + 2;
    return std::stoul(svg_.substr(at));
  };
  ASSERT_EQ(call({"run", "-t", "ring:4", "--heatmap", place("map.png"), "-o", "/dev/null"}, to_the_next).code,
            0);
  const std::string png = test::content_of(folder_ / "map.png");
  ASSERT_GT(png.size(), 24U);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  const auto number = [&](std::size_t at) {
    unsigned long value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value << 8U | static_cast<unsigned char>(png[i]);
    return value;
  };
  EXPECT_EQ(number(16), 2 * unit("width"));
  EXPECT_EQ(number(20), 2 * unit("height"));
}

TEST_F(Plots, AreRefusedWhereTheyCannotBe) {
  const Words sizes{"bench", "broadcast", "-t", "ring:4", "-b", "8", "-e", "64"};
  EXPECT_THAT(refusal(sizes, "--plot", "plot.pdf"), HasSubstr("a picture is a file named .svg or .png"));
  EXPECT_THAT(refusal(sizes, "--plot", "plot"), HasSubstr("a picture is a file named .svg or .png"));
  EXPECT_THAT(refusal({"bench", "broadcast", "-t", "ring:4", "--block", "8"}, "--plot"),
              HasSubstr("neither varies"));
  EXPECT_THAT(refusal({"compare", "broadcast", "-t", "ring:4", "--sweep", "block=8,16"}, "--plot"),
              HasSubstr("--sweep"));
  EXPECT_THAT(refusal({"compare", "alltoall", "-t", "ring:4", "--sweep", "block=8,16"}, "--heatmap"),
              HasSubstr("--sweep"));
  EXPECT_THAT(refusal({"verify", "barrier", "-t", "torus:32x33"}, "--heatmap"), HasSubstr("1,056 nodes"));
  EXPECT_THAT(refusal({"verify", "barrier", "-t", "ring:300"}, "--traffic"), HasSubstr("300 PEs"));
  EXPECT_THAT(refusal({"run", "-t", "ring:4", "--scale", "p=2,4"}, "--heatmap"), HasSubstr("--heatmap"));
  EXPECT_THAT(refusal({"verify", "--all"}, "--heatmap"), HasSubstr("--heatmap"));
  EXPECT_THAT(refusal({"algo", "show", "ring"}, "--plot"), HasSubstr("draws one algorithm"));
  EXPECT_THAT(refusal({"phase", "barrier"}, "--plot"), HasSubstr("moves no bytes"));
  EXPECT_THAT(refusal({"phase", "broadcast", "--over", "q=4"}, "--plot"), HasSubstr("--over p=4..64"));
  EXPECT_THAT(refusal({"phase", "broadcast", "--over", "p=64..4"}, "--plot"), HasSubstr("lower one first"));
  EXPECT_THAT(refusal({"phase", "broadcast", "--over", "ts/tw=4..64", "--ts", "1us"}, "--plot"),
              HasSubstr("leave --ts out"));
  EXPECT_THAT(refusal({"phase", "broadcast", "-b", "8", "-e", "1G", "-f", "2", "--over", "ts/tw=1..1G"},
                      "--plot", "none.pdf"),
              HasSubstr("named .svg or .png"));
}

TEST_F(Plots, OfPngAreRefusedWhereNothingMakesThem) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", place("").c_str(), 1);
  const std::string told = refusal({"run", "-t", "ring:4"}, "--heatmap", "map.png");
  setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(told, HasSubstr("rsvg-convert"));
  EXPECT_THAT(told, HasSubstr("librsvg2-bin"));
}

}  // namespace
}  // namespace toruscope
