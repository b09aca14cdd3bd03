# SPDX-License-Identifier: Apache-2.0
# Compiles the files of a folder together. Headers are then read once for a folder, which halves the processor time of a whole
# build; and the compiler optimises the path of a message, which passes through many files of runtime/, as one.
#
# Rule    Names in the anonymous namespaces of one folder differ.

# One unit per folder, at most `size` files each; `together` names folders that make one unit, whatever their size.
function(toruscope_compile_folders_together target)
  cmake_parse_arguments(arg "" "SIZE" "TOGETHER" ${ARGN})
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(IS_ABSOLUTE source is_absolute)
    if(NOT is_absolute)
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    endif()
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(folder IN_LIST arg_TOGETHER)
      list(GET arg_TOGETHER 0 folder)
      set(part "")
    else()
      string(MAKE_C_IDENTIFIER "${folder}" counter)
      math(EXPR count_${counter} "0${count_${counter}} + 1")
      math(EXPR part "(${count_${counter}} - 1) / ${arg_SIZE}")
    endif()
    string(MAKE_C_IDENTIFIER "${folder}_${part}" group)
    set_property(SOURCE ${source} TARGET_DIRECTORY ${target} PROPERTY UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
