// SPDX-License-Identifier: Apache-2.0
// Links no program whose containers are laid out unlike the library's.
//
// With -D_GLIBCXX_DEBUG std::vector and others have more members: such a program would read a
// Report of another library at wrong places. The linker names the missing one of two symbols.
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
