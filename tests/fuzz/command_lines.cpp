// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/command_lines.hpp"

#include "collectives/operations.hpp"

#include <algorithm>
#include <random>
#include <set>

namespace toruscope::test {

namespace {

using Words = std::vector<std::string>;

/// Values that no option takes, or few.
const Words& hostile() {
  static const Words words{"",
                           "-1",
                           "0",
                           "999999999999999999999",
                           "1e999",
                           "nan",
                           "\x1b]0;title\x07",
                           "\xff\xfe",
                           "\xe2\x80\xae"
                           "desrever",
                           "two\nlines",
                           std::string(5000, 'x'),
                           "%s%n{}",
                           "--",
                           "../..",
                           ",",
                           "=",
                           "1,,2"};
  return words;
}

/// Values that an option may take. What is not here has numbers.
const std::map<std::string, Words>& values() {
  static const std::map<std::string, Words> all{
      {"--topology",
       {"ring:4",
        "torus:2x3",
        "mesh:2x2",
        "line:1",
        "hypercube:3",
        "tree:3",
        "complete:5",
        "torus:3",
        "torus:0x4",
        "graph:none",
        "graph:",
        "torus:",
        "rign:4",
        "torus:99999999x99999999",
        "hypercube:40",
        "fattree:2x2x3",
        "fattree:4:ecmp",
        "fattree:3",
        "dragonfly:1x2x1",
        "dragonfly:2x2x1:valiant",
        "dragonfly:1x1x1x9",
        "hyperx:3x2",
        "twisted:4x2",
        "twisted:4x4",
        "hier:complete:2/ring:3",
        "hier:ring:2/hier:ring:2/ring:2",
        "hier:ring:2",
        "hier:/"}},
      {"--host", {"mesh:3x3", "line:6", "complete:7", "torus:2x4"}},
      {"--embed", {"snake", "gray", "blocked", "in-order", "greedy", "scotch", "bisect", "no/such/file"}},
      {"--machine",
       {"generic", "paragon", "unit", "postal", "ncube2", "trn2", "dgx_h100", "paragn", "no/such.toml"}},
      {"--ports", {"one", "half", "telephone", "all", "k=3", "k=0"}},
      {"--port-policy", {"queue", "strict"}},
      {"--switching", {"cut-through", "store-and-forward", "wormhole"}},
      {"--injection", {"direct", "buffered"}},
      {"--virtual-channels", {"1", "2", "4", "5"}},
      {"--buffers", {"0", "1", "3"}},
      {"--flit", {"0", "16", "4K", "-1", "16E"}},
      {"--ts", {"75us", "3", "0us"}},
      {"--tick", {"1ps", "0s", "7ns"}},
      {"--fail", {"0-1", "0-1,1-2", "7-9"}},
      {"--slow", {"0-1=2", "0-1=1.5", "0-1=0.5", "0->1=3,1->0=4", "0-1=2,0-1=2"}},
      {"--pieces",
       {"8:ts=1us", "1K:tw=1ns,L=2us;64K:tm=3ns", "8:", "none", "0:ts=1us", "8:th=1ns", "8:ts=1us;8:"}},
      {"--rendezvous", {"1us", "0s", "none", "-1us"}},
      {"--lambda", {"3", "3/2", "0"}},
      {"--engine", {"fibers", "threads"}},
      {"--network", {"hop", "ring", "auto"}},
      {"--format", {"table", "csv", "json"}},
      {"--color", {"never", "auto"}},
      {"--operator", {"sum", "affine", "concatenation", "min"}},
      {"--algorithm", {"auto", "all", "direct", "knomial", "ring", "at2", "a", "flat,knomial"}},
      {"--segment", {"1", "8", "64", "formula", "search"}},
      {"--scale", {"p=1,4", "p=2", "p="}},
      {"--over", {"p=2..4", "p=3", "ts/tw=16..64", "ts/tw=1,9", "p=", "q=1..2"}},
      {"--data", {"carried", "none", "all"}},
      {"--sweep",
       {"ts=1us,2us", "topology=ring:4,torus:2x2", "tw=1ns,2ns;4ns", "block=8,64", "machine=generic,unit",
        "root=0,9", "p=1,2", "ts", "ts=1us,1us", "ts=,"}},
      {"--require",
       {"T<=1s", "T<1ps", "T >= 3", "efficiency>=50%", "startups=1", "totals.bytes!=0", "busbw>1GB/s", "T",
        "startup<1", "T<=fast"}},
      {"--columns", {"T,busbw", "all", "T,startups,hops", "T,T", "t", "T,"}},
      {"--tw", {"1ns", "10GB/s", "100Gb/s", "11.1GB/s", "1ns,2ns", "10GB/s,1ns", "1GB", "0B/s"}},
      {"--bandwidth", {"10GB/s", "1KiB/s", "3"}},
      {"--critical-path", {"steps", "full", "long"}},
      {"--memory", {"64M", "1K"}},
      {"--time-limit", {"1h"}},
      {"--stack", {"256K", "1M"}},
      {"--channel-capacity", {"1", "8"}},
      {"--workers", {"1", "2"}}};
  return all;
}

const Words kNumberWords{"0", "1", "2", "3", "8", "64", "1K", "7us", "1.5"};
const std::set<std::string> kLongOptions{"--all", "--long", "--large", "--help",
                                         "--help-all"};  // minutes, or nothing
const std::set<std::string> kFlags{"--quiet", "--refusals", "--staggered", "--measure-compute"};

/// Their names, and the other names that they have.
Words names_of_operations() {
  Words names;
  for (const collectives::Operation& operation : collectives::operations()) {
    names.push_back(operation.name);
    names.insert(names.end(), operation.aliases.begin(), operation.aliases.end());
  }
  return names;
}

class Composer {
 public:
  Composer(const OptionsOfVerbs& verbs, const Places& places, std::uint64_t seed)
      : verbs_(verbs), places_(places), random_(seed) {}

  Words compose() {
    auto verb = verbs_.begin();
    std::advance(verb, below(verbs_.size()));
    split(verb->first);
    if (below(8) != 0) subject(verb->first);
    for (std::size_t options = below(5); options > 0 && !verb->second.empty(); --options)
      option(verb->second[below(verb->second.size())]);
    const auto has = [&](const char* name) {
      return std::find(verb->second.begin(), verb->second.end(), name) != verb->second.end();
    };
    if (has("--topology") && below(3) != 0) add("--topology", usual("--topology", 8));
    if (line_.front() == "run" && below(4) != 0) add("--input", any(places_.inputs));
    if (has("--memory")) add("--memory", "64M");
    if (has("--end")) add("--end", "64");
    return line_;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  const std::string& any(const Words& words) { return words[below(words.size())]; }
  void add(const std::string& name, const std::string& value) {
    line_.push_back(name);
    line_.push_back(value);
  }
  void split(const std::string& verb) {
    const std::size_t blank = verb.find(' ');
    line_.push_back(verb.substr(0, blank));
    if (blank != std::string::npos) line_.push_back(verb.substr(blank + 1));
  }
  /// One of the first values of the table.
  std::string usual(const std::string& name, std::size_t count) {
    const Words& all = values().at(name);
    return all[below(std::min(count, all.size()))];
  }

  void subject(const std::string& verb) {
    static const Words operations = names_of_operations();
    if (verb == "help")
      line_.push_back(any({"bench", "run", "machine", "algo", "verfy"}));
    else if (verb == "new" || verb == "reproduce" || below(8) == 0)
      line_.push_back(any(hostile()));
    else if (verb == "run")
      line_.push_back(any({"fft", "matvec", "prefix"}));
    else if (verb == "algo show")
      line_.push_back(any({"at2", "broadcast/knomial", "direct", "a", "bcast"}));
    else if (verb == "machine show")
      line_.push_back(any({"paragon", "unit", "dash"}));
    else if (verb == "machine check")
      line_.push_back(any(places_.inputs));
    else if (verb == "verify" || verb == "bench" || verb == "compare" || verb == "phase")
      line_.push_back(any(operations));
  }

  void option(const std::string& name) {
    if (kLongOptions.contains(name)) return;
    if (kFlags.contains(name)) {
      line_.push_back(name);
      return;
    }
    if (below(12) == 0) {
      add(name, any(hostile()));
      return;
    }
    const auto known = values().find(name);
    if (output_options().contains(name))
      add(name, line_.front() == "reproduce" ? places_.outputs.back() : any(places_.outputs));
    else if (name == "--input" || ((name == "--machine" || name == "--embed") && below(3) == 0))
      add(name, any(places_.inputs));
    else if (name == "--topology" && below(6) == 0)
      add(name, "graph:" + any(places_.inputs));
    else
      add(name, any(known == values().end() ? kNumberWords : known->second));
  }

  const OptionsOfVerbs& verbs_;
  const Places& places_;
  std::mt19937_64 random_;
  Words line_;
};

}  // namespace

const std::set<std::string>& output_options() {
  static const std::set<std::string> names{"-o",     "--output",  "--events", "--traffic", "--links",
                                           "--view", "--heatmap", "--plot",   "--trace"};
  return names;
}

std::vector<std::string> command_line(const OptionsOfVerbs& verbs, const Places& places, std::uint64_t seed) {
  return Composer(verbs, places, seed).compose();
}

}  // namespace toruscope::test
