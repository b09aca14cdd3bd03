# SPDX-License-Identifier: Apache-2.0
# One layer of the project as a static library: the target toruscope_NAME, which users call toruscope::NAME.

# toruscope_library(NAME SOURCES ... [DEPENDS lower layers] [USES other libraries] [OPTIONAL names of toruscope_optional_library]
#                   [TOGETHER folders] [LEVEL 1|2] [LEVEL_1 folders])
#
# LEVEL is how far GCC and Clang optimise a release: 3 where each message passes, 2 where each value of a file or of an application's
# data does, 1 elsewhere: collectives at 1 take up to 0.6 % more instructions than at 2, and half of the time to compile. LEVEL_1 names
# folders of a library of level 3, for builds with TORUSCOPE_UNITY.
function(toruscope_library name)
  cmake_parse_arguments(arg "" "LEVEL" "SOURCES;DEPENDS;USES;OPTIONAL;TOGETHER;LEVEL_1" ${ARGN})
  set(target toruscope_${name})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(toruscope::${name} ALIAS ${target})
  # For libtoruscope.so, and programs that are libraries. Nobody puts another function in the place of one of ours.
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
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
  foreach(library IN LISTS arg_OPTIONAL)
    if(TORUSCOPE_${library})
      target_link_libraries(${target} PRIVATE ${TORUSCOPE_${library}_LIBRARIES})
      target_include_directories(${target} SYSTEM PRIVATE ${TORUSCOPE_${library}_HEADERS})
    endif()
  endforeach()
  target_link_libraries(toruscope INTERFACE ${target})
  toruscope_settings(${target})
  if(arg_LEVEL)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O${arg_LEVEL}>)
    # A sanitizer asks what a program does: what the laws do not run all the time is compiled in less than half of the time.
    if(TORUSCOPE_SANITIZE AND NOT target MATCHES "collectives|apps")
      target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O0>)
    endif()
  endif()
  if(TORUSCOPE_UNITY)
    toruscope_compile_folders_together(${target} ACROSS SIZE 48 TOGETHER ${arg_TOGETHER} LEVEL_1 ${arg_LEVEL_1})
    if(arg_TOGETHER)
      # So large a unit comes to the end of what GCC lets a unit grow by inlining, before the calls on the path of a message are.
      target_compile_options(${target} PRIVATE
        $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:--param=inline-unit-growth=1000>)
    endif()
  endif()
endfunction()
