// SPDX-License-Identifier: Apache-2.0
// Definition of one of two symbols, as the library is compiled.

#include <toruscope/detail/same_containers.hpp>

#ifdef _GLIBCXX_DEBUG
const char toruscope::detail::the_library_is_compiled_with_GLIBCXX_DEBUG_as_this_program_is = 0;
#else
const char toruscope::detail::the_library_is_compiled_without_GLIBCXX_DEBUG_as_this_program_is = 0;
#endif
