// SPDX-License-Identifier: Apache-2.0
// The JSON Schemas (draft 2020-12) of what the program writes, and a short notation of them: a line
// where the schema has thirty. Figures are those of their table.
//
//   link = { from to: whole, wait?: whole }   an object with these keys; `wait` may be left out
//   kind = 'send' | 'receive'                 one of these texts
//   list = [@link]                            links; [whole; 2]: two numbers
//   map  = { *: text | null }                 keys of any name; { +: text }: one at least
//
// Types  text, number, integer, whole (from 0), whole from 1, yes_or_no, true, false, null,
//        @definition. `a | b`: one of both. "A sentence" behind a type describes it.
// Keys   ...name stands for those of `...name = from to: whole, ...` above, or those that the
//        caller knows by this name.

#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

/// The schema of a document of --format json.
nlohmann::ordered_json document_schema();
/// The schema of a row of the event log of --events.
nlohmann::ordered_json event_schema();

/// A key of an object and the schema of its value.
struct SchemaKey {
  std::string name;
  nlohmann::ordered_json value{};
  bool may_be_left_out = false;
};
using SchemaKeys = std::vector<SchemaKey>;

/// The text of schema/documents.txt or schema/events.txt, which the build takes in.
std::string_view schema_notation(std::string_view name);

/// The definitions, by name. `known` returns the keys that ...name stands for.
/// Errors    std::logic_error at what is no such notation.
nlohmann::ordered_json read_schema(std::string_view notation,
                                   const std::function<SchemaKeys(const std::string&)>& known);

/// The schema of this value, or null.
nlohmann::ordered_json schema_or_null(nlohmann::ordered_json value);

}  // namespace toruscope::cli
