// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/option_words.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace toruscope::mpi {

namespace {

bool is_option(const char* word) {
  return word[0] == '-' && word[1] != '\0';
}

/// The letters without what tells the mode: "+", "-".
const char* without_mode(const char* letters) {
  return *letters == '+' || *letters == '-' ? letters + 1 : letters;
}

}  // namespace

int OptionWords::refuse(const Question& q, std::string& told, int found, const std::string& why) {
  option = found;
  const char* const letters = without_mode(q.letters);
  if (tells != 0 && *letters != ':') told += std::string(q.words[0]) + ": " + why + "\n";
  return '?';
}

int OptionWords::next(const Question& q, std::string& told) {
  argument = nullptr;
  if (index == 0) {
    place_ = 0;
    index = 1;
  }
  if (index >= q.count || q.words[index] == nullptr) return -1;
  const int first = index;
  const bool keeps_order = *q.letters == '+' || std::getenv("POSIXLY_CORRECT") != nullptr;
  if (!keeps_order && *q.letters != '-') {
    int at = index;
    while (at < q.count && q.words[at] != nullptr && !is_option(q.words[at])) ++at;
    if (at >= q.count || q.words[at] == nullptr) return -1;
    index = at;
  }
  const int option_at = index;
  const int result = take(q, told);
  if (option_at > first) {  // what was passed over goes behind the option and its argument
    char** const words = const_cast<char**>(q.words);
    std::rotate(words + first, words + option_at, words + index);
    index = first + (index - option_at);
  }
  return result;
}

int OptionWords::take(const Question& q, std::string& told) {
  char* const word = q.words[index];
  if (place_ == 0) {
    if (!is_option(word)) {
      if (*q.letters != '-') return -1;
      argument = word;
      ++index;
      return 1;
    }
    if (std::strcmp(word, "--") == 0) {
      ++index;
      return -1;
    }
    if (q.names != nullptr && word[1] == '-') return take_name(q, word + 2, false, told);
    if (q.names != nullptr && q.takes_one_dash) {
      const int found = take_name(q, word + 1, true, told);
      if (found != -2) return found;
    }
    place_ = 1;
  }
  return take_letter(q, told);
}

int OptionWords::take_name(const Question& q, char* name, bool may_be_letter, std::string& told) {
  const std::size_t length = std::strcspn(name, "=");
  const struct option* found = nullptr;
  int matches = 0;
  for (const struct option* each = q.names; each->name != nullptr; ++each) {
    if (std::strncmp(each->name, name, length) != 0) continue;
    ++matches;
    found = each;
    if (std::strlen(each->name) == length) {
      matches = 1;
      break;
    }
  }
  const std::string shown(name, length);
  if (matches == 0 && may_be_letter && std::strchr(without_mode(q.letters), name[0]) != nullptr) return -2;
  ++index;
  if (matches == 0) return refuse(q, told, 0, "unrecognized option '--" + shown + "'");
  if (matches > 1) return refuse(q, told, 0, "option '--" + shown + "' is ambiguous");
  if (name[length] == '=') {
    if (found->has_arg == no_argument)
      return refuse(q, told, found->val, "option '--" + shown + "' doesn't allow an argument");
    argument = name + length + 1;
  } else if (found->has_arg == required_argument) {
    if (index >= q.count) {
      refuse(q, told, found->val, "option '--" + shown + "' requires an argument");
      return *without_mode(q.letters) == ':' ? ':' : '?';
    }
    argument = q.words[index++];
  }
  if (q.name_index != nullptr) *q.name_index = static_cast<int>(found - q.names);
  if (found->flag == nullptr) return found->val;
  *found->flag = found->val;
  return 0;
}

int OptionWords::take_letter(const Question& q, std::string& told) {
  char* const word = q.words[index];
  const char letter = word[place_++];
  const char* const letters = without_mode(q.letters);
  const char* const known = letter == ':' ? nullptr : std::strchr(letters, letter);
  const bool is_last = word[place_] == '\0';
  char* const rest = word + place_;
  if (is_last || (known != nullptr && known[1] == ':')) {
    ++index;
    place_ = 0;
  }
  if (known == nullptr) return refuse(q, told, letter, std::string("invalid option -- '") + letter + "'");
  if (known[1] != ':') return letter;
  if (!is_last) {
    argument = rest;
  } else if (known[2] != ':') {
    if (index >= q.count) {
      refuse(q, told, letter, std::string("option requires an argument -- '") + letter + "'");
      return *letters == ':' ? ':' : '?';
    }
    argument = q.words[index++];
  }
  return letter;
}

}  // namespace toruscope::mpi
