# SPDX-License-Identifier: Apache-2.0
# toruscope_add_labs(TARGET [INSTALLED] FOLDER...): a program with labs, one a folder NN-name, whose checks.cpp defines
#
#   namespace toruscope::labs { Lab lab_NN_name(); }
#
# `toruscope grade --labs PROGRAM` grades with it. More sources and libraries of the checks are added to the target as to any other.
# INSTALLED: the program does not say where the folders are, `toruscope grade` finds them beside itself.

function(toruscope_add_labs target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INSTALLED" "" "")
  set(declarations "")
  set(table "")
  set(sources "")
  foreach(folder IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    string(REGEX REPLACE "/$" "" folder "${folder}")
    cmake_path(GET folder FILENAME name)
    if(NOT name MATCHES "^([0-9][0-9]?[0-9]?)-[A-Za-z0-9_-]+$")
      message(FATAL_ERROR "toruscope_add_labs: a lab's folder is a number of up to three digits and words, 20-halo; ${name} is not")
    endif()
    if(NOT EXISTS ${folder}/checks.cpp)
      message(FATAL_ERROR "toruscope_add_labs: there is no ${folder}/checks.cpp")
    endif()
    string(REPLACE - _ function lab_${name})
    set(place "")
    if(NOT arg_INSTALLED)
      set(place "${folder}")
    endif()
    string(APPEND declarations "Lab ${function}();\n")
    string(APPEND table "                         {${function}, \"${name}\", R\"-(${place})-\"},\n")
    list(APPEND sources ${folder}/checks.cpp)
  endforeach()
  if(NOT sources)
    message(FATAL_ERROR "toruscope_add_labs(${target}): name the folder of a lab")
  endif()
  set(main ${CMAKE_CURRENT_BINARY_DIR}/${target}_main.cpp)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/main.cpp.in ${main} @ONLY)

  set(exports ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/exported.map)
  # In it submissions run: it has all of the library, whether it uses it or not. What the library's headers do not declare, a
  # submission that declares it itself does not find.
  add_executable(${target} ${main} ${sources})
  target_link_libraries(${target} PRIVATE toruscope::lab_main)
  set_target_properties(${target} PROPERTIES
    ENABLE_EXPORTS ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS ${exports})
  target_link_options(${target} PRIVATE
    "LINKER:--whole-archive,$<TARGET_FILE:toruscope::core>,$<TARGET_FILE:toruscope::collectives>,--no-whole-archive"
    "LINKER:--version-script,${exports}")
endfunction()
