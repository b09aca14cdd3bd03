// SPDX-License-Identifier: Apache-2.0
// A program whose containers are laid out unlike the library's is not linked.
//
// With -D_GLIBCXX_DEBUG std::vector and others have more members. A program that is compiled so,
// with a library that is not, would read a Report at wrong places. The linker says which of two
// symbols there is none of.
//
// Link        toruscope::core

#pragma once

namespace toruscope::detail {

// NOLINTBEGIN(readability-identifier-naming): the linker's message quotes the name
#ifdef _GLIBCXX_DEBUG
extern const char the_library_is_compiled_with_GLIBCXX_DEBUG_as_this_program_is;
[[gnu::used]] inline const char* const program_has_debug_containers =
    &the_library_is_compiled_with_GLIBCXX_DEBUG_as_this_program_is;
#else
extern const char the_library_is_compiled_without_GLIBCXX_DEBUG_as_this_program_is;
[[gnu::used]] inline const char* const program_has_usual_containers =
    &the_library_is_compiled_without_GLIBCXX_DEBUG_as_this_program_is;
#endif
// NOLINTEND(readability-identifier-naming)

}  // namespace toruscope::detail
