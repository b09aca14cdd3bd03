// SPDX-License-Identifier: Apache-2.0
// Table of a machine's settings: a row each, from which options, help, machine files, sweeps,
// documents, descriptions of machines and warnings come.
//
// Not here    Effects of settings (docs/rules.md); a bandwidth as a cost, and its tick
//             (cli/machines/settings.hpp).

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

/// A rule's value, by name.
struct Choice {
  std::string (*text)(const Parameters&);
  void (*read)(Parameters&, std::string_view);
  std::vector<std::string> names;  ///< all names; empty if they cannot be listed
  /// True: a machine may be without it: the text is "none" then, and documents leave it out.
  bool may_be_none = false;

  /// True if the machine is without it.
  [[nodiscard]] bool is_none(const Parameters& machine) const { return may_be_none && text(machine) == "none"; }
};

/// A whole number from 0.
struct Amount {
  using Member = std::variant<int Parameters::*, std::int64_t Parameters::*, std::optional<int> Parameters::*,
                              std::optional<std::int64_t> Parameters::*>;
  Member member;
  const char* noun = "";   ///< "message"; of bytes it is written with K, M, G
  std::int64_t least = 0;  ///< limit for a user, unless of bytes
  std::int64_t most = 0;   ///< likewise
  /// True: a document leaves 0 out. Else it always has the key, null without such a number.
  bool is_left_out_at_0 = false;

  [[nodiscard]] bool is_bytes() const { return std::string_view(noun) == "byte"; }
  /// True if a machine may be without it.
  [[nodiscard]] bool may_be_none() const { return member.index() > 1; }
  /// The machine's number, if it has one.
  [[nodiscard]] std::optional<std::int64_t> of(const Parameters& machine) const;
  void set(Parameters& machine, std::optional<std::int64_t> number) const;
};

/// Slow links, Parameters::slow.
struct Links {};

/// A change of several settings at once, without a member: lambda of postal machines.
struct Change {
  void (*read)(Parameters&, std::string_view);
};

/// Part of help with an option; parts in this order, then by table. `brief`: for pictures, too.
enum class HelpPart { brief, rules, ends, costs, last };

struct Setting {
  const char* name = "";              ///< for errors and warnings: "virtual channels"
  const char* second_name = nullptr;  ///< second name of the option and key
  const char* value = "";             ///< in the option's help: "BYTES"
  const char* help = "";              ///< meaning, allowed values, default
  HelpPart part = HelpPart::rules;    ///< its part of help
  /// where the machine stores it
  std::variant<Choice, Amount, NamedCost, Links, Change> held;
  bool is_in_log = true;       ///< true: in a run's description
  bool is_understood = false;  ///< true: where space is short its default is not said
  /// Name in warnings of the setting that it changes; null: itself.
  const char* warns_as = nullptr;
  /// Phrase in the line on a machine: "flits of 16 bytes"; empty: nothing. Null: never there.
  std::string (*phrase)(const Parameters&) = nullptr;
  /// Value by itself: "2 on a link"; empty: not shown. Null: as it is.
  std::string (*shown)(const Parameters&) = nullptr;
  /// Errors    ConfigError for values that no machine may have. Null: all are allowed.
  void (*check)(const Parameters&) = nullptr;
  /// Reason why it could not matter in a run: "no message was shorter"; empty: none. Null: unknown.
  std::string (*why_unused)(const Report&) = nullptr;

  /// Option without dashes, and key of a machine file: "virtual-channels".
  [[nodiscard]] std::string option() const;
  /// Key of a document: "virtual_channels".
  [[nodiscard]] std::string key() const;
};

/// Table of all settings, in the order of reading and description.
const std::vector<Setting>& settings();
/// Finds a setting by name; null if there is none.
const Setting* find_setting(std::string_view name);

/// Sets it as the user wrote it. Precondition: no time, which Time::parse reads.
/// Errors    ConfigError that begins with its name.
void read(const Setting& setting, Parameters& machine, std::string_view text);
/// Value in words: "k=3", "4 KiB". Precondition: a Choice, or an Amount that the machine has.
std::string text_of(const Setting& setting, const Parameters& machine);
/// Text of the setting in a sheet of the machine, costs aside; empty: none.
std::string shown_text(const Setting& setting, const Parameters& machine);
/// True if the machine has the default of Parameters. Precondition: a Choice or an Amount.
bool is_default(const Setting& setting, const Parameters& machine);
/// Resets it to the default of Parameters; of costs by dimension the least stays.
void reset(const Setting& setting, Parameters& machine);
/// Time as an option has it: "500ns", "3" of a step machine.
std::string plain_text(Time time);
/// Errors    ConfigError for costs by size that no machine may have.
void check_pieces(const Parameters& machine);
/// Errors    ConfigError of the first row whose check fails, costs aside.
void check_settings(const Parameters& machine);

/// Text such as "one (queue)".
std::string ports_text(const Parameters& machine);
/// What is said of the setting where space is short: "ports k=2", "buffered injection"; or empty.
/// Precondition: a Choice or an Amount.
std::string brief_text(const Setting& setting, const Parameters& machine);
/// Joins all phrases: "cut-through, direct injection, buffers of 3 messages".
std::string rules_text(const Parameters& machine);

}  // namespace toruscope::core
