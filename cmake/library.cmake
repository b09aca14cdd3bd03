# SPDX-License-Identifier: Apache-2.0
# One layer of the project as a static library: the target toruscope_NAME, which users call toruscope::NAME.

# toruscope_library(NAME SOURCES ... [DEPENDS lower layers] [USES other libraries] [TOGETHER folders])
function(toruscope_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;USES;TOGETHER" ${ARGN})
  set(target toruscope_${name})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(toruscope::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>
    PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_features(${target} PUBLIC cxx_std_20)
  # A frame of a user's program that is larger than a stack's guard meets it.
  target_compile_options(${target} INTERFACE $<INSTALL_INTERFACE:-fstack-clash-protection>)
  target_compile_definitions(${target} PRIVATE TORUSCOPE_VERSION="${PROJECT_VERSION}")
  list(TRANSFORM arg_DEPENDS PREPEND toruscope_)
  target_link_libraries(${target}
    PUBLIC ${arg_DEPENDS} PRIVATE Threads::Threads TBB::tbb Boost::context fmt::fmt ${arg_USES})
  target_link_libraries(toruscope INTERFACE ${target})
  toruscope_settings(${target})
  if(arg_DEPENDS AND library IN_LIST TORUSCOPE_PCH)
    target_precompile_headers(${target} REUSE_FROM toruscope_core)
  else()
    toruscope_precompile(${target} library
      <toruscope/toruscope.hpp> <fmt/format.h> <algorithm> <functional> <string> <vector>)
  endif()
  if(TORUSCOPE_UNITY)
    toruscope_compile_folders_together(${target} SIZE 24 TOGETHER ${arg_TOGETHER})
    if(arg_TOGETHER)
      # So large a unit comes to the end of what GCC lets a unit grow by inlining, before the calls on the path of a message are.
      target_compile_options(${target} PRIVATE
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:--param=inline-unit-growth=1000>)
    endif()
  endif()
endfunction()
