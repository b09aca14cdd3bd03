// SPDX-License-Identifier: Apache-2.0
// What is understood of a command line: help, short forms, options that are cut short, words in the
// wrong place.

#include "apps/application.hpp"
#include "cli/command/verb_tree.hpp"
#include "tests/cli/in_process.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <cstdio>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Words = std::vector<std::string>;

std::string printed_here(const Words& words) {
  const Outcome outcome = call(words, {});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return outcome.out;
}
std::string refused(const Words& words) {
  const Outcome outcome = call(words, {});
  EXPECT_EQ(outcome.code, 2) << testing::PrintToString(words);
  EXPECT_EQ(outcome.out, "");
  return outcome.err;
}

TEST(CommandLine, TellsItsVersion) {
  for (const char* option : {"-V", "--version"}) EXPECT_THAT(printed_here({option}), StartsWith("toruscope "));
  EXPECT_THAT(refused({"verify", "-V"}), HasSubstr("verify: -V stands alone: toruscope -V"));
  EXPECT_THAT(refused({"verify", "barrier", "--version"}), HasSubstr("--version stands alone"));
  EXPECT_THAT(refused({"--version", "x"}), HasSubstr("--version stands alone: toruscope --version"));
}

TEST(CommandLine, HelpsWithAVerbByItsName) {
  EXPECT_THAT(printed_here({"help"}), AllOf(HasSubstr("Usage: toruscope VERB [OPTIONS]"), HasSubstr("verify")));
  EXPECT_EQ(printed_here({}), printed_here({"help"}));
  EXPECT_THAT(printed_here({"help", "bench"}), HasSubstr("Usage: toruscope bench OPERATION [OPTIONS]\n"));
  EXPECT_EQ(printed_here({"help", "bench"}), printed_here({"bench", "--help"}));
  EXPECT_EQ(printed_here({"help", "machine", "show"}), printed_here({"machine", "show", "-h"}));
  EXPECT_THAT(printed_here({"help", "machine", "show"}),
              HasSubstr("Usage: toruscope machine show NAME [OPTIONS]\n"));
  EXPECT_THAT(printed_here({"help", "machine"}), HasSubstr("Usage: toruscope machine VERB [OPTIONS]\n"));
  EXPECT_THAT(printed_here({"help", "run", "fft"}), HasSubstr("--column"));
  EXPECT_THAT(refused({"help", "bnech"}), HasSubstr("Did you mean bench?"));
  EXPECT_NE(printed_here({"help", "--version"}), "");
}

TEST(CommandLine, HelpHasEveryTopologyOfTheTable) {
  const std::string help = printed_here({"verify", "--help"});
  for (const TopologyEntry& entry : topologies()) EXPECT_THAT(help, HasSubstr(entry.form));
}

TEST(CommandLine, HelpOfAnApplicationHasItsOwnOptions) {
  for (const Application& app : applications())
    for (const char* verb : {"run", "explain"})
      for (const char* help : {"--help", "--help-all"}) {
        const std::string text = printed_here({verb, app.name, help});
        EXPECT_THAT(text, HasSubstr(app.description.substr(0, app.description.find(' '))));
        for (const AppOption& option : app.options) EXPECT_THAT(text, HasSubstr("--" + option.name + " "));
        EXPECT_EQ(text.find("--channel-capacity") != std::string::npos, std::string(help) == "--help-all");
      }
  EXPECT_THAT(refused({"run", "ftt", "--help-all"}), HasSubstr("Did you mean fft?"));
  EXPECT_THAT(refused({"help", "run", "ftt"}), HasSubstr("Did you mean fft?"));
}

/// The lines below "Examples:", without the program's name.
std::vector<Words> examples_in(const std::string& help) {
  std::vector<Words> examples;
  std::istringstream lines(help.substr(std::min(help.find("Examples:"), help.size())));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Words example;
    for (std::string word; words >> word;) example.push_back(word);
    if (example.empty() || example.front() != "toruscope") continue;
    example.erase(example.begin());
    examples.push_back(example);
  }
  return examples;
}

TEST(CommandLine, GivesThreeExamplesOfEachVerbThatItUnderstands) {
  for (const Words& verb : {Words{"run"},
                            {"mpirun"},
                            {"verify"},
                            {"compare"},
                            {"bench"},
                            {"algo"},
                            {"algo", "list"},
                            {"algo", "show"},
                            {"machine"},
                            {"machine", "list"},
                            {"machine", "show"},
                            {"machine", "check"},
                            {"new"},
                            {"reproduce"},
                            {"grade"},
                            {"schema"},
                            {"info"}}) {
    Words asked = verb;
    asked.emplace_back("--help");
    const std::vector<Words> examples = examples_in(printed_here(asked));
    EXPECT_EQ(examples.size(), 3U) << testing::PrintToString(verb);
    for (const Words& example : examples) {
      EXPECT_EQ(example.front(), verb.front());
      EXPECT_NO_THROW((void)cli::read_command_line(example)) << testing::PrintToString(example);
    }
  }
}

TEST(CommandLine, KnowsShortFormsOfWhatIsTypedOften) {
  const auto options =
      cli::read_command_line({"verify", "bcast", "-t", "ring:8", "-m", "paragon", "-a", "flat"}).options;
  EXPECT_EQ(options.topology, "ring:8");
  EXPECT_EQ(options.machine, "paragon");
  EXPECT_EQ(options.algorithm, "flat");
  EXPECT_EQ(cli::read_command_line({"algo", "show", "at2", "-t", "torus:4x4"}).options.topology, "torus:4x4");
  EXPECT_EQ(cli::read_command_line({"run", "fft", "-tring:4"}).options.topology, "ring:4");
}

TEST(CommandLine, LeavesWhatFollowsAnMpiProgramToIt) {
  const auto options =
      cli::read_command_line({"mpirun", "-np", "4", "--top", "torus:2x2", "--tag-output", "--critical-path",
                              "-j2", "./heat", "--top", "-n", "8", "--help"})
          .options;
  EXPECT_EQ(options.ranks, "4");
  EXPECT_EQ(options.topology, "torus:2x2");
  EXPECT_TRUE(options.tags_output);
  EXPECT_EQ(options.critical_path, "steps");
  EXPECT_EQ(options.workers, "2");
  EXPECT_EQ(options.subject, "./heat");
  EXPECT_EQ(options.files, (std::vector<std::string>{"--top", "-n", "8", "--help"}));
  EXPECT_EQ(cli::read_command_line({"mpirun", "--", "-heat"}).options.subject, "-heat");
  EXPECT_THAT(refused({"mpirun", "--tpology", "./heat"}), HasSubstr("Did you mean --topology?"));
}

TEST(CommandLine, TakesLongOptionsThatAreCutShort) {
  const auto options =
      cli::read_command_line({"verify", "bcast", "--alg", "flat", "--top=ring:8", "--lat", "1us"}).options;
  EXPECT_EQ(options.algorithm, "flat");
  EXPECT_EQ(options.topology, "ring:8");
  EXPECT_EQ(options.settings["latency"], "1us");
  EXPECT_EQ(cli::read_command_line({"run", "matvec", "--damp", "0.9"}).options.app_options.at("damping"),
            "0.9");
  EXPECT_TRUE(cli::read_command_line({"verify", "bcast", "--crit"}).options.critical_path.has_value());
}

TEST(CommandLine, AsksForMoreOfAnOptionThatMayBeSeveral) {
  EXPECT_THAT(refused({"verify", "bcast", "--al", "flat"}),
              HasSubstr("verify: --al may be --algorithm, --all; write more of it"));
  EXPECT_THAT(refused({"verify", "bcast", "--t", "1us"}), AllOf(HasSubstr("--topology"), HasSubstr("--tw")));
}

TEST(CommandLine, SaysWhereAnOptionBelongs) {
  EXPECT_THAT(
      refused({"--topology", "ring:8", "verify"}),
      HasSubstr("--topology stands after the verb: toruscope VERB --topology ...; verbs are: run, verify"));
  EXPECT_THAT(refused({"machine", "--block", "8"}),
              HasSubstr("--block stands after the verb: toruscope machine VERB --block ...; verbs are: list"));
  EXPECT_THAT(refused({"--completion"}),
              AllOf(HasSubstr("unknown option --completion; before a verb there are only --help and --version"),
                    HasSubstr("Did you mean completion?")));
  EXPECT_THAT(refused({"algo"}), HasSubstr("algo what? list, show: write `toruscope algo list`"));
}

/// What bash proposes for the last word.
Words completed(const std::string& words) {
  const std::string script = printed_here({"completion", "bash"});
  const std::string command = "bash -c '" + script + "COMP_WORDS=(" + words +
                              "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _toruscope; echo \"${COMPREPLY[@]}\"'";
  Words proposed;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    std::string text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
    pclose(pipe);
    std::istringstream all(text);
    for (std::string word; all >> word;) proposed.push_back(word);
  }
  return proposed;
}

TEST(Completion, ProposesVerbsOptionsAndOperations) {
  EXPECT_THAT(completed("toruscope ver"), testing::ElementsAre("verify"));
  EXPECT_THAT(completed("toruscope machine c"), testing::ElementsAre("check"));
  EXPECT_THAT(completed("toruscope bench --sw"), testing::UnorderedElementsAre("--sweep", "--switching"));
  EXPECT_THAT(completed("toruscope compare allr"), testing::ElementsAre("allreduce"));
  EXPECT_THAT(completed("toruscope machine show --blo"), testing::ElementsAre("--block"));
  EXPECT_THAT(refused({"completion"}), HasSubstr("completion what? bash, zsh, fish"));
}

TEST(Completion, OfOtherShellsHasTheSameValues) {
  const std::string zsh = printed_here({"completion", "zsh"});
  const std::string fish = printed_here({"completion", "fish"});
  for (const char* words :
       {"line: ", "paragon", "snake gray blocked", "store-and-forward", "osu-full", "affine"}) {
    EXPECT_THAT(zsh, testing::ContainsRegex(std::string("values=\"[^\"\n]*") + words));
    EXPECT_THAT(fish, testing::ContainsRegex(std::string("string split ' ' -- '[^'\n]*") + words));
  }
  EXPECT_THAT(zsh, HasSubstr("*\" scan \"*) values=\"auto all "));
  EXPECT_THAT(fish, HasSubstr(" -l switching -r -f -a '(__fish_append , (__toruscope_values --switching))'"));
  // A file may stand there.
  for (const char* option : {"topology -s t", "machine -s m", "embed", "algorithm -s a"})
    EXPECT_THAT(fish,
                HasSubstr(std::string(" -l ") + option + " -r -a '(__fish_append , (__toruscope_values --"));
  EXPECT_THAT(zsh,
              HasSubstr("(( compstate[nmatches] )) || { compset -P '(graph|file):'; _files }\n    return\n"));
}

TEST(Completion, ProposesTheValuesOfAnOption) {
  using testing::Contains;
  EXPECT_THAT(completed("toruscope verify allreduce -t to"), testing::ElementsAre("torus:"));
  EXPECT_THAT(completed("toruscope verify allreduce -a bu"),
              testing::UnorderedElementsAre("bucket", "bucket_dimensions", "bucket_unaligned"));
  EXPECT_THAT(completed("toruscope compare alltoall --algorithm = ar1o"), testing::SizeIs(3));
  EXPECT_THAT(completed("toruscope compare alltoall --machine pa"), testing::ElementsAre("paragon"));
  EXPECT_THAT(completed("toruscope verify scan --switching st"), testing::ElementsAre("store-and-forward"));
  EXPECT_THAT(completed("toruscope verify scan --ports ha"), testing::ElementsAre("half"));
  EXPECT_THAT(completed("toruscope bench allreduce --format \"\""), Contains("osu-full"));
  EXPECT_THAT(completed("toruscope verify allreduce --format \"\""),
              testing::ElementsAre("table", "csv", "json", "md"));
  EXPECT_THAT(completed("toruscope grade 01 a.cpp --format g"), testing::ElementsAre("gradescope"));
  EXPECT_THAT(completed("toruscope bench allreduce --columns bus"), testing::ElementsAre("busbw"));
  EXPECT_THAT(completed("toruscope verify reduce --operator aff"), testing::ElementsAre("affine"));
  EXPECT_THAT(completed("toruscope verify reduce --embed sn"), testing::ElementsAre("snake"));
}

TEST(Completion, ProposesNamesBehindVerbs) {
  using testing::Contains;
  using testing::ElementsAre;
  EXPECT_THAT(completed("toruscope help ver"), ElementsAre("verify"));
  EXPECT_THAT(completed("toruscope man mach"), ElementsAre("machine"));
  for (const char* verb : {"help", "man"}) {
    EXPECT_THAT(completed(std::string("toruscope ") + verb + " machine c"), ElementsAre("check"));
    EXPECT_THAT(completed(std::string("toruscope ") + verb + " run f"), ElementsAre("fft"));
    EXPECT_THAT(completed(std::string("toruscope ") + verb + " verify \"\""), testing::IsEmpty());
  }
  EXPECT_THAT(completed("toruscope man --a"), ElementsAre("--all"));
  EXPECT_THAT(completed("toruscope run g"), ElementsAre("goal"));
  EXPECT_THAT(completed("toruscope explain allr"), ElementsAre("allreduce"));
  EXPECT_THAT(completed("toruscope explain mat"), ElementsAre("matvec"));
  EXPECT_THAT(completed("toruscope machine show par"), ElementsAre("paragon"));
  EXPECT_THAT(completed("toruscope algo show alltoall/at"), Contains("alltoall/at2"));
  EXPECT_THAT(completed("toruscope reproduce exchange-table1"), Contains("exchange-table1"));
}

TEST(Completion, ProposesEachValueOfAList) {
  using testing::ElementsAre;
  EXPECT_THAT(completed("toruscope verify scan --require link_c"), ElementsAre("link_conflicts="));
  EXPECT_THAT(completed("toruscope bench scan --sweep topo"), ElementsAre("topology="));
  EXPECT_THAT(completed("toruscope bench scan --sweep topology = tor"), ElementsAre("torus:"));
  EXPECT_THAT(completed("toruscope bench scan --sweep machine = generic,par"), ElementsAre("generic,paragon"));
  EXPECT_THAT(completed("toruscope compare alltoall -a at2,direct_x"), ElementsAre("at2,direct_xor"));
  EXPECT_THAT(completed("toruscope bench allreduce --columns T,bus"), ElementsAre("T,busbw"));
}

/// Whether the shell, if it is there, can read the script.
int syntax_faults(const std::string& shell, const std::string& check) {
  const std::string script = printed_here({"completion", shell});
  EXPECT_THAT(script, AllOf(HasSubstr("toruscope"), HasSubstr("critical-path"), HasSubstr("allreduce")));
  if (std::system(("command -v " + shell + " > /dev/null").c_str()) != 0) return 0;
  FILE* pipe = popen(check.c_str(), "w");
  EXPECT_NE(pipe, nullptr);
  std::fputs(script.c_str(), pipe);
  return pclose(pipe);
}

TEST(Completion, IsReadByEachShell) {
  EXPECT_EQ(syntax_faults("bash", "bash -n"), 0);
  EXPECT_EQ(syntax_faults("zsh", "zsh -f -n"), 0);
  EXPECT_EQ(syntax_faults("fish", "fish -n"), 0);
  EXPECT_NE(std::system("echo 'case x in' | bash -n 2> /dev/null"), 0);  // the check finds faults
}

TEST(CommandLine, ShowsTheOptionsThatMostPeopleNeedAndAllWhenAsked) {
  for (const char* verb : {"run", "verify", "compare", "bench"}) {
    const std::string some = printed_here({verb, "--help"});
    const std::string all = printed_here({verb, "--help-all"});
    EXPECT_THAT(some, AllOf(HasSubstr("--topology"), HasSubstr("--format"), HasSubstr("Examples:"),
                            Not(HasSubstr("--channel-capacity"))));
    EXPECT_THAT(some, HasSubstr("All options: toruscope " + std::string(verb) + " --help-all\n"));
    EXPECT_THAT(all,
                AllOf(HasSubstr("--channel-capacity"), HasSubstr("Examples:"), Not(HasSubstr("All options:"))));
  }
  // it has few
  EXPECT_THAT(printed_here({"algo", "list", "--help"}), Not(HasSubstr("All options:")));
  EXPECT_EQ(printed_here({"help", "bench", "--help-all"}), printed_here({"bench", "--help-all"}));
}

TEST(CommandLine, CommonOptionsExist) {
  std::string all;
  for (const char* verb : {"run", "verify", "bench", "phase", "synth", "mpirun"})
    all += printed_here({verb, "--help-all"});
  for (const std::string& name : cli::common_options()) EXPECT_THAT(all, HasSubstr(name));
}

}  // namespace
}  // namespace toruscope
