# SPDX-License-Identifier: Apache-2.0
# `--target reference`: HTML pages of the public headers in reference/html of the build folder, if Doxygen is installed.

find_program(TORUSCOPE_DOXYGEN doxygen)
if(TORUSCOPE_DOXYGEN)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
  add_custom_target(reference COMMAND ${TORUSCOPE_DOXYGEN} ${PROJECT_BINARY_DIR}/Doxyfile
    COMMENT "Doxygen: pages of the public headers" VERBATIM)
endif()
