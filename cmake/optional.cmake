# SPDX-License-Identifier: Apache-2.0
# Libraries of Debian's without which a layer has a stand-in that says what is missing.

# toruscope_optional_library(NAME HEADER file [SUFFIX folder] LIBRARIES names PACKAGE Debian's WITHOUT what then says so)
#
# Sets TORUSCOPE_NAME if header and libraries are there, TORUSCOPE_NAME_HEADERS to the header's folder and TORUSCOPE_NAME_LIBRARIES
# to what a target is linked with, here and where it is installed. Adds to the global properties toruscope_optional_flags, of
# pkg-config, and toruscope_optional_packages, of the Debian package.
function(toruscope_optional_library name)
  cmake_parse_arguments(arg "" "HEADER;SUFFIX;PACKAGE;WITHOUT" "LIBRARIES" ${ARGN})
  find_path(TORUSCOPE_${name}_HEADERS ${arg_HEADER} PATH_SUFFIXES ${arg_SUFFIX})
  set(is_there ${TORUSCOPE_${name}_HEADERS})
  set(linked "")
  set(flags "")
  foreach(library IN LISTS arg_LIBRARIES)
    find_library(TORUSCOPE_${name}_${library} ${library})
    if(NOT TORUSCOPE_${name}_${library})
      set(is_there FALSE)
    endif()
    list(APPEND linked $<BUILD_INTERFACE:${TORUSCOPE_${name}_${library}}> $<INSTALL_INTERFACE:${library}>)
    string(APPEND flags " -l${library}")
  endforeach()
  if(NOT is_there)
    message(STATUS "${arg_PACKAGE} is not installed: ${arg_WITHOUT} will say so")
    set(TORUSCOPE_${name} FALSE PARENT_SCOPE)
    return()
  endif()
  set(TORUSCOPE_${name} TRUE PARENT_SCOPE)
  set(TORUSCOPE_${name}_LIBRARIES ${linked} PARENT_SCOPE)
  set_property(GLOBAL APPEND_STRING PROPERTY toruscope_optional_flags "${flags}")
  set_property(GLOBAL APPEND_STRING PROPERTY toruscope_optional_packages ", ${arg_PACKAGE}")
endfunction()
