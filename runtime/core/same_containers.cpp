// SPDX-License-Identifier: Apache-2.0
// The one of two symbols that this library has.

#include <toruscope/detail/same_containers.hpp>

#ifdef _GLIBCXX_DEBUG
const char toruscope::detail::the_library_is_compiled_with_GLIBCXX_DEBUG_as_this_program_is = 0;
#else
const char toruscope::detail::the_library_is_compiled_without_GLIBCXX_DEBUG_as_this_program_is = 0;
#endif
