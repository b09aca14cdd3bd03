# SPDX-License-Identifier: Apache-2.0
# Compiles many files of a library together. Headers are then read once for all of them, which are most of the processor time of a
# build; and the compiler optimises the path of a message, which passes through many files of runtime/, as one.
#
# CMake's own unity builds include files by their whole paths (until its version 3.29), so that a cache of compilations would
# find nothing of one clone in another. These include them from the project's folder.
#
# Rule    Names in the anonymous namespaces of one library, or one suite of tests, differ.

# Units of at most SIZE files, in their order: of one folder, or (ACROSS) of any. TOGETHER names folders that make one unit, whatever
# their size, LEVEL_1 those that a release optimises less. Done at the end of the caller's CMakeLists.txt, when all is said of its files.
function(toruscope_compile_folders_together target)
  cmake_language(EVAL CODE "cmake_language(DEFER CALL toruscope_write_units [[${target}]] [[${ARGN}]])")
endfunction()

function(toruscope_write_units target arguments)
  cmake_parse_arguments(arg "ACROSS" "SIZE" "TOGETHER;LEVEL_1" ${arguments})
  get_target_property(sources ${target} SOURCES)
  set(units "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    # A file that is compiled in a way of its own, or that CMake made, is a unit of its own.
    set(is_alone FALSE)
    foreach(property IN ITEMS SKIP_UNITY_BUILD_INCLUSION COMPILE_DEFINITIONS COMPILE_OPTIONS)
      get_source_file_property(value ${source} TARGET_DIRECTORY ${target} ${property})
      if(value)
        set(is_alone TRUE)
      endif()
    endforeach()
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${source} is_made)
    if(is_alone OR is_made)
      continue()
    endif()

    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE file)
    cmake_path(GET file PARENT_PATH folder)
    set(level "")
    if(folder IN_LIST arg_LEVEL_1)
      set(level $<$<CONFIG:Release>:-O1>)
    endif()
    if(folder IN_LIST arg_TOGETHER)
      list(GET arg_TOGETHER 0 group)
      set(part "")
    else()
      set(group "${folder}")
      if(arg_ACROSS)
        set(group ${target})
        if(level)
          string(APPEND group _1)
        endif()
      endif()
      string(MAKE_C_IDENTIFIER "${group}" counter)
      math(EXPR count_${counter} "0${count_${counter}} + 1")
      math(EXPR part "(${count_${counter}} - 1) / ${arg_SIZE}")
    endif()
    string(MAKE_C_IDENTIFIER "${group}_${part}" unit)
    set(options_${unit} ${level})
    list(APPEND units ${unit})
    string(APPEND text_${unit} "#include \"${file}\"\n")
    set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES HEADER_FILE_ONLY ON)
  endforeach()

  list(REMOVE_DUPLICATES units)
  foreach(unit IN LISTS units)
    set(path ${CMAKE_CURRENT_BINARY_DIR}/unity/${target}/${unit}.cpp)
    file(CONFIGURE OUTPUT ${path} CONTENT "${text_${unit}}" @ONLY)
    target_sources(${target} PRIVATE ${path})
    set_source_files_properties(${path} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS "${options_${unit}}")
  endforeach()
endfunction()
