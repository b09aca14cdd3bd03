// SPDX-License-Identifier: Apache-2.0
// Table of the settings of a machine, beside Parameters: a row each, from which options and their
// help, machine files, sweeps, documents, descriptions of machines and warnings come.
//
// Not here    What a setting does to a message (docs/rules.md); how a bandwidth becomes a cost, and
//             the tick that such a cost needs (cli/machines/costs.hpp).

#pragma once

#include "runtime/model/named_costs.hpp"

#include <toruscope/report.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace toruscope::core {

/// One of several rules, by name.
struct Choice {
  std::string (*text)(const Parameters&);
  void (*read)(Parameters&, std::string_view);
  std::vector<std::string> names;  ///< all there are; empty where they cannot be listed
};

/// Whole number from 0.
struct Amount {
  using Member = std::variant<int Parameters::*, std::int64_t Parameters::*, std::optional<int> Parameters::*,
                              std::optional<std::int64_t> Parameters::*>;
  Member member;
  const char* noun = "";   ///< of what: "message". Of bytes it is written with K, M, G.
  std::int64_t least = 0;  ///< as a user may give it, unless it is of bytes
  std::int64_t most = 0;   ///< the same
  /// A document leaves 0 out. Else it always has the key, null if the machine has no such number.
  bool is_left_out_at_0 = false;

  [[nodiscard]] bool is_bytes() const { return std::string_view(noun) == "byte"; }
  /// A machine need not have it.
  [[nodiscard]] bool may_be_none() const { return member.index() > 1; }
  /// Nothing if the machine has none.
  [[nodiscard]] std::optional<std::int64_t> of(const Parameters& machine) const;
  void set(Parameters& machine, std::optional<std::int64_t> number) const;
};

/// Slow links: Parameters::slow.
struct Links {};

/// Change of several settings at once, with no member of its own: lambda of postal machines.
struct Change {
  void (*read)(Parameters&, std::string_view);
};

/// Part of help in which an option stands: parts in this order, in each the order of the table.
/// `brief`: also with verbs that draw pictures.
enum class HelpPart { brief, rules, ends, costs, last };

struct Setting {
  const char* name = "";              ///< as errors and warnings begin: "virtual channels"
  const char* second_name = nullptr;  ///< of the option and of the key of a machine file
  const char* value = "";             ///< of the option in its help: "BYTES"
  const char* help = "";              ///< what it is, what is allowed, what is the default
  HelpPart part = HelpPart::rules;    ///< of help
  std::variant<Choice, Amount, NamedCost, Links, Change> held;  ///< how the machine holds it
  bool is_in_log = true;                                        ///< the description of a run has it
  /// The setting that it changes, by which warnings call it; null: itself.
  const char* warns_as = nullptr;
  /// In the line that describes a machine: "flits of 16 bytes"; empty: nothing. Null: not there.
  std::string (*phrase)(const Parameters&) = nullptr;
  /// Alone: "2 on a link"; empty: not shown. Null: as it is.
  std::string (*shown)(const Parameters&) = nullptr;
  /// Errors    ConfigError for what no machine may have. Null: everything may be.
  void (*check)(const Parameters&) = nullptr;
  /// Why it could not matter in a run, though it is not the default: "no message was shorter";
  /// empty: it could. Null: not told.
  std::string (*why_unused)(const Report&) = nullptr;

  /// "virtual-channels": the option without its dashes, and the key of a machine file.
  [[nodiscard]] std::string option() const;
  /// "virtual_channels": of a document.
  [[nodiscard]] std::string key() const;
};

/// Table of all settings, in the order in which they are read, described and told.
const std::vector<Setting>& settings();
/// Null if there is none of that name.
const Setting* find_setting(std::string_view name);

/// Sets it as the user wrote it. Precondition: it is no time, which Time::parse reads.
/// Errors    ConfigError that begins with its name.
void read(const Setting& setting, Parameters& machine, std::string_view text);
/// Value in words: "k=3", "4 KiB". Precondition: a Choice, or an Amount that the machine has.
std::string text_of(const Setting& setting, const Parameters& machine);
/// Text of the setting in a sheet of the machine, costs aside; empty: none.
std::string shown_text(const Setting& setting, const Parameters& machine);
/// True if the machine has what Parameters begin with. Precondition: a Choice or an Amount.
bool is_default(const Setting& setting, const Parameters& machine);
/// Resets it to what Parameters begin with; of costs by dimension the least stays.
void reset(const Setting& setting, Parameters& machine);
/// Errors    ConfigError of the first row whose check fails, costs aside.
void check_settings(const Parameters& machine);

/// "one (queue)".
std::string ports_text(const Parameters& machine);
/// "cut-through, direct injection, buffers of 3 messages": all that has a phrase.
std::string rules_text(const Parameters& machine);

}  // namespace toruscope::core
