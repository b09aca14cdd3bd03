// SPDX-License-Identifier: Apache-2.0
// How text for people is laid out: in lines of a width, or as Markdown.

#pragma once

#include <cstddef>
#include <string>

namespace toruscope::cli {

struct Page {
  Page(std::size_t w, bool markdown = false) : width(w), is_markdown(markdown) {}  // NOLINT: a width is a page

  std::size_t width;
  bool is_markdown;
};

/// A result in which tables are Markdown already: other lines become paragraphs, or a code block where their layout matters.
std::string markdown_of(const std::string& result);

}  // namespace toruscope::cli
