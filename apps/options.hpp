// SPDX-License-Identifier: Apache-2.0
// An application's own options, read with its table of names and defaults.
//
// Errors    ConfigError: "fft: ..." for an unknown name, or a value of another kind.

#pragma once

#include "apps/application.hpp"

#include <optional>
#include <string>
#include <vector>

namespace toruscope::apps {

class Options {
 public:
  /// Refuses names that are not in the table. Both arguments must outlive the object.
  Options(const char* application, const std::vector<AppOption>& table, const AppRequest& request);

  /// The text that was given, or the default.
  [[nodiscard]] std::string text(const std::string& name) const;
  /// The value, which must be one of the words.
  [[nodiscard]] std::string word(const std::string& name, const std::vector<std::string>& words) const;
  [[nodiscard]] bool is_given(const std::string& name) const { return request_.options.contains(name); }
  /// A finite number above 0.
  [[nodiscard]] double positive(const std::string& name) const;
  /// A number above 0 and below 1.
  [[nodiscard]] double fraction(const std::string& name) const;
  /// Any finite number.
  [[nodiscard]] double number(const std::string& name) const;
  /// A whole number, 1 .. most.
  [[nodiscard]] int count(const std::string& name, int most) const;

 private:
  [[noreturn]] void refuse(const std::string& name, const std::string& kind) const;
  /// The number; nothing unless the whole text is a finite number.
  [[nodiscard]] std::optional<double> finite(const std::string& name) const;

  const char* application_;
  const std::vector<AppOption>& table_;
  const AppRequest& request_;
};

}  // namespace toruscope::apps
