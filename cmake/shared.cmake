# SPDX-License-Identifier: Apache-2.0
# libtoruscope.so: the archives of all layers as one shared library, for programs that load it and languages that call it. What is the
# library's own (toruscope::core and its like) is not seen from outside.

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/shared.cpp CONTENT "// A library has a source; this one has the layers' archives.\n")
add_library(toruscope_shared SHARED ${PROJECT_BINARY_DIR}/shared.cpp)
add_library(toruscope::shared ALIAS toruscope_shared)
get_target_property(layers toruscope INTERFACE_LINK_LIBRARIES)
set_target_properties(toruscope_shared PROPERTIES
  OUTPUT_NAME toruscope EXPORT_NAME shared LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION} SOVERSION 0)
target_link_libraries(toruscope_shared PRIVATE toruscope::toruscope)
list(JOIN layers "," layers)
set_property(TARGET toruscope_shared PROPERTY LINK_LIBRARY_OVERRIDE "WHOLE_ARCHIVE,${layers}")
target_include_directories(toruscope_shared INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
target_compile_features(toruscope_shared INTERFACE cxx_std_20)
target_compile_options(toruscope_shared INTERFACE $<INSTALL_INTERFACE:-fstack-clash-protection>)
set(map ${CMAKE_CURRENT_LIST_DIR}/shared.map)
target_link_options(toruscope_shared PRIVATE -Wl,--version-script=${map} -Wl,-z,defs)
set_property(TARGET toruscope_shared APPEND PROPERTY LINK_DEPENDS ${map})
toruscope_settings(toruscope_shared)
# What is installed is the program with it: who builds the program alone has both.
add_dependencies(toruscope_program toruscope_shared)
