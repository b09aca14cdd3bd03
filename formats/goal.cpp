// SPDX-License-Identifier: Apache-2.0
// The reader of GOAL.

#include "formats/goal.hpp"

#include "formats/goal_forms.hpp"
#include "runtime/core/known_forms.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/core/small_letters.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <limits>
#include <unordered_map>

namespace toruscope::formats {

namespace {

using Kind = GraphOperation::Kind;

constexpr std::int64_t kMostCpu = 255;  // LogGOPSim keeps 8 bits of it
constexpr std::int64_t kAny = -1;       // a source that is left open, as GOAL writes it
/// Tags have 32 bits, of which the highest number is any tag, written as -1.
constexpr std::int64_t kMostTag = (std::int64_t{1} << 32) - 2;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// A word, a number with its suffix ("4b"), or one of { } : . Empty: the end of the file.
struct GoalToken {
  std::string_view text;
  int line = 0;

  [[nodiscard]] bool is_word() const { return !text.empty() && is_letter(text.front()); }
};

/// Words of a text, without blanks and comments.
class GoalTokens {
 public:
  GoalTokens(const std::string& file, std::string_view text) : file_(file), rest_(text) { advance(); }

  [[nodiscard]] const GoalToken& peek() const { return next_; }
  GoalToken take() {
    const GoalToken taken = next_;
    advance();
    return taken;
  }
  [[noreturn]] void refuse(int line, const std::string& why) const {
    throw ConfigError(fmt::format("{}:{}: {}", file_, line, why));
  }

 private:
  void advance() {
    pass_blanks();
    next_ = {rest_.substr(0, length()), line_};
    rest_.remove_prefix(next_.text.size());
  }

  void pass_blanks() {
    while (!rest_.empty()) {
      std::size_t passed = 0;
      if (is_blank(rest_.front())) {
        passed = 1;
      } else if (rest_.starts_with("//")) {
        passed = std::min(rest_.find('\n'), rest_.size());
      } else if (rest_.starts_with("/*")) {
        const std::size_t end = rest_.find("*/", 2);
        if (end == std::string_view::npos) refuse(line_, "a comment begins here and does not end");
        passed = end + 2;
      } else {
        return;
      }
      line_ += static_cast<int>(
          std::count(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(passed), '\n'));
      rest_.remove_prefix(passed);
    }
  }

  /// Length of the token with which the rest begins.
  [[nodiscard]] std::size_t length() const {
    if (rest_.empty()) return 0;
    const char first = rest_.front();
    if (first == '{' || first == '}' || first == ':') return 1;
    const bool is_signed = first == '-' && rest_.size() > 1 && is_digit(rest_[1]);
    if (!is_signed && !is_letter(first) && !is_digit(first))
      refuse(line_, fmt::format("\"{}\" is no part of GOAL",
                                core::shown(rest_.substr(0, std::min(rest_.find('\n'), rest_.size())))));
    const auto other =
        std::find_if(rest_.begin() + 1, rest_.end(), [](char c) { return !is_letter(c) && !is_digit(c); });
    return static_cast<std::size_t>(other - rest_.begin());
  }

  const std::string& file_;
  std::string_view rest_;
  int line_ = 1;
  GoalToken next_;
};

class GoalReader {
 public:
  GoalReader(const std::string& file, std::string_view text) : tokens_(file, text) {}

  OperationGraph read() {
    const GoalToken first = tokens_.take();
    if (first.text.empty()) tokens_.refuse(first.line, "there is nothing in it; GOAL begins with num_ranks");
    if (first.text != "num_ranks")
      tokens_.refuse(first.line, fmt::format("no GOAL: it begins with \"{}\", and should begin with num_ranks",
                                             core::shown(first.text)));
    ranks_ = number(tokens_.take(), "ranks", 1, kMostGoalRanks);
    graph_.pes.resize(static_cast<std::size_t>(ranks_));
    std::vector<bool> is_there(graph_.pes.size());
    while (!tokens_.peek().text.empty()) {
      const GoalToken word = tokens_.take();
      if (word.text != "rank")
        tokens_.refuse(word.line, fmt::format("\"{}\" where `rank N {{` should stand", core::shown(word.text)));
      const auto rank = static_cast<std::size_t>(number(tokens_.take(), "rank", 0, ranks_ - 1));
      if (is_there[rank]) tokens_.refuse(word.line, fmt::format("rank {} is there twice", rank));
      is_there[rank] = true;
      expect("{");
      read_rank(graph_.pes[rank]);
    }
    return std::move(graph_);
  }

 private:
  void read_rank(PeGraph& pe) {
    labels_.clear();
    for (;;) {
      const GoalToken word = tokens_.take();
      if (word.text == "}") return;
      if (word.text.empty()) tokens_.refuse(word.line, "the file ends before the } of a rank");
      if (!word.is_word())
        tokens_.refuse(word.line, fmt::format("\"{}\" where an operation, a label or }} should stand",
                                              core::shown(word.text)));
      if (tokens_.peek().text == ":") {
        tokens_.take();
        if (!labels_.emplace(word.text, pe.operations.size()).second)
          tokens_.refuse(word.line,
                         fmt::format("the label {} is there twice in this rank", core::shown(word.text)));
        pe.operations.push_back(operation(tokens_.take()));
      } else if (tokens_.peek().text == "requires" || tokens_.peek().text == "irequires") {
        const bool on_begin = tokens_.take().text == "irequires";
        pe.dependencies.push_back({label(word), label(tokens_.take()), on_begin});
      } else {
        pe.operations.push_back(operation(word));
      }
      const GoalToken& next = tokens_.peek();
      if (next.line == line_ && !next.text.empty() && next.text != "}")
        tokens_.refuse(next.line,
                       fmt::format("\"{}\" is too much: one operation or dependency stands on a line",
                                   core::shown(next.text)));
    }
  }

  std::size_t label(const GoalToken& name) {
    line_ = name.line;
    const auto found = labels_.find(name.text);
    if (found == labels_.end())
      tokens_.refuse(name.line,
                     fmt::format("the label {} is not defined above this line", core::shown(name.text)));
    return found->second;
  }

  GraphOperation operation(const GoalToken& word) {
    line_ = word.line;
    GraphOperation o;
    o.place = word.line;
    if (word.text == "send") {
      o.kind = Kind::send;
      o.amount = bytes(tokens_.take());
      expect("to");
      o.peer = static_cast<Rank>(number(tokens_.take(), "rank", 0, ranks_ - 1));
      read_options(o, 0);
    } else if (word.text == "recv") {
      o.kind = Kind::receive;
      o.amount = bytes(tokens_.take());
      expect("from");
      const std::int64_t from = number(tokens_.take(), "rank (or -1: any)", kAny, ranks_ - 1);
      o.peer = from == kAny ? any_source : static_cast<Rank>(from);
      read_options(o, kAnyGraphTag);
    } else if (word.text == "calc") {
      o.amount = number(tokens_.take(), "duration", 0, std::numeric_limits<std::int64_t>::max());
      read_options(o, 0);
    } else {
      refuse_operation(word);
    }
    return o;
  }

  [[noreturn]] void refuse_operation(const GoalToken& word) const {
    static const std::vector<std::string> extensions{"put", "tput", "get", "tget", "append", "tappend", "test"};
    if (std::find(extensions.begin(), extensions.end(), word.text) != extensions.end())
      tokens_.refuse(word.line,
                     fmt::format("{} is an extension of LogGOPSim2; GOAL has send, recv and calc", word.text));
    tokens_.refuse(word.line, fmt::format("\"{}\" is no operation; GOAL has send, recv and calc.{}",
                                          core::shown(word.text),
                                          core::did_you_mean(word.text, {"send", "recv", "calc"})));
  }

  /// tag, cpu, nic, in this order, on the line of the operation.
  void read_options(GraphOperation& o, std::int64_t least_tag) {
    static constexpr std::array<std::string_view, 3> names{"tag", "cpu", "nic"};
    std::size_t next = 0;
    while (tokens_.peek().line == line_) {
      const auto found = std::find(names.begin(), names.end(), tokens_.peek().text);
      if (found == names.end()) return;
      const auto which = static_cast<std::size_t>(found - names.begin());
      if (o.kind == Kind::work && which != 1)
        tokens_.refuse(line_, fmt::format("a calc has no {}; it may have a cpu", *found));
      if (which < next)
        tokens_.refuse(line_, fmt::format("{} stands behind {}; options come once, in the order tag, cpu, nic",
                                          *found, names[next - 1]));
      next = which + 1;
      tokens_.take();
      const std::int64_t value = number(tokens_.take(), std::string(*found).c_str(), which == 0 ? least_tag : 0,
                                        which == 1 ? kMostCpu : kMostTag);
      if (which == 0) o.tag = value;
      if (which == 1) o.stream = static_cast<int>(value);
    }
  }

  /// Reads a size such as "4b".
  std::int64_t bytes(GoalToken token) {
    if (!token.text.ends_with('b'))
      tokens_.refuse(token.line == 0 ? line_ : token.line,
                     fmt::format("\"{}\" is no size, which is written as 4b", core::shown(token.text)));
    token.text.remove_suffix(1);
    return number(token, "bytes", 0, kMostGoalBytes);
  }

  std::int64_t number(const GoalToken& token, const char* what, std::int64_t least, std::int64_t most) const {
    const auto n = core::read_number<std::int64_t>(token.text);
    if (!n || *n < least || *n > most)
      tokens_.refuse(token.line, fmt::format("{}: \"{}\" is no whole number from {} to {}", what,
                                             core::shown(token.text), least, most));
    return *n;
  }

  void expect(std::string_view text) {
    const GoalToken token = tokens_.take();
    if (token.text != text)
      tokens_.refuse(token.line,
                     fmt::format("\"{}\" where \"{}\" should stand", core::shown(token.text), text));
  }

  GoalTokens tokens_;
  OperationGraph graph_;
  std::int64_t ranks_ = 0;
  std::unordered_map<std::string_view, std::size_t> labels_;  // of the rank that is read
  // line of the operation or dependency that is read
  int line_ = 0;
};

}  // namespace

GraphPlace goal_place(const std::string& file, std::string_view text) {
  if (is_goal_binary(text))
    return [file](Rank rank, const GraphOperation& o) {
      return fmt::format("{}: rank {}, operation {}", file, rank, o.place);
    };
  return [file](Rank, const GraphOperation& o) { return fmt::format("{}:{}", file, o.place); };
}

OperationGraph read_goal(const std::string& file, std::string_view text) {
  OperationGraph graph = is_goal_binary(text) ? read_goal_binary(file, text) : read_goal_text(file, text);
  check_graph(graph, goal_place(file, text), ReceivedBytes::enough);
  return graph;
}

OperationGraph read_goal_text(const std::string& file, std::string_view text) {
  constexpr std::string_view kFirst = "num_ranks";
  constexpr std::size_t kLooked = 1U << 16U;  // bytes that comments in front may have
  const bool is_goal = core::in_small_letters(text.substr(0, kLooked)).find(kFirst) != std::string::npos;
  if (const std::string form = core::other_form(text, "GOAL as text begins with num_ranks");
      !form.empty() && !is_goal)
    throw ConfigError(fmt::format("{}:1: {}", file, form));
  // Labels are parts of the text.
  const std::string lines = core::with_line_feeds(text);
  return GoalReader(file, lines).read();
}

}  // namespace toruscope::formats
