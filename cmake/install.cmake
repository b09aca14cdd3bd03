# SPDX-License-Identifier: Apache-2.0
# What is installed: the headers, the static libraries, the program with its manual pages, completions and schemas, the module for
# Python, the labs, the demonstration with its data, the documentation, a CMake package and pkg-config files.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp")
install(TARGETS toruscope toruscope_core toruscope_collectives toruscope_formats toruscope_apps toruscope_synthesis toruscope_picture toruscope_reproduce toruscope_view toruscope_perfetto toruscope_sandbox toruscope_labs toruscope_lab_main toruscope_placement toruscope_starters toruscope_calibration toruscope_cli toruscope_shared
  EXPORT toruscope ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/toruscope)
install(TARGETS toruscope_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# toruscope-mpi, if it was built: an installation that has it needs that MPI.
if(TORUSCOPE_ON_MPI)
  foreach(kind IN LISTS TORUSCOPE_MPIS)
    install(TARGETS toruscope_mpi_${kind} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)
  endforeach()
endif()
# What `toruscope grade` needs: the program in which submissions run, and the labs as students get them.
install(TARGETS toruscope_lab_runner RUNTIME DESTINATION libexec/toruscope)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/labs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/toruscope/labs
  FILES_MATCHING REGEX "/(README\\.md|[0-9][0-9]-[^/]*/(starter\\.cpp|starter\\.c|mpi\\.h|notebook\\.ipynb))$"
  PATTERN grader EXCLUDE PATTERN runner EXCLUDE PATTERN solutions EXCLUDE PATTERN support EXCLUDE PATTERN wrong EXCLUDE)
# Where the pages of the labs look for the documents.
install(CODE "
  set(data \"${CMAKE_INSTALL_DATADIR}/toruscope\")
  set(pages \"${CMAKE_INSTALL_DOCDIR}\")
  foreach(path data pages)  # either may be absolute
    cmake_path(ABSOLUTE_PATH \${path} BASE_DIRECTORY \"\${CMAKE_INSTALL_PREFIX}\")
  endforeach()
  file(RELATIVE_PATH to_pages \"\${data}\" \"\${pages}\")
  # What the documents link to, too.
  foreach(linked docs README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md CITATION.cff apps bench collectives runtime)
    file(CREATE_LINK \"\${to_pages}/\${linked}\" \"\$ENV{DESTDIR}\${data}/\${linked}\" SYMBOLIC)
  endforeach()
")
# What a teacher's own labs are made with: toruscope_add_labs, and the headers of their checks.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/labs/support ${PROJECT_SOURCE_DIR}/labs/runner
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/toruscope-labs/labs
  FILES_MATCHING REGEX "/(support|runner/runner)[^.]*\\.hpp$" PATTERN shared_object.hpp EXCLUDE PATTERN cases.hpp EXCLUDE)
install(FILES ${PROJECT_SOURCE_DIR}/schema/toruscope-1.json ${PROJECT_SOURCE_DIR}/schema/toruscope-events-1.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/toruscope/schema)
# The program writes its manual pages and completions itself. zsh looks for completions in a place of its own below /usr, which packages use.
install(CODE "
  set(made \"${PROJECT_BINARY_DIR}/installed_texts\")
  file(REMOVE_RECURSE \"\${made}\")
  file(MAKE_DIRECTORY \"\${made}/bash\" \"\${made}/zsh\" \"\${made}/fish\")
  execute_process(COMMAND $<TARGET_FILE:toruscope_program> man --all -o \"\${made}/man1\" COMMAND_ERROR_IS_FATAL ANY)
  foreach(shell_and_file bash:toruscope zsh:_toruscope fish:toruscope.fish)
    string(REPLACE : \";\" shell_and_file \"\${shell_and_file}\")
    list(GET shell_and_file 0 shell)
    list(GET shell_and_file 1 file)
    execute_process(COMMAND $<TARGET_FILE:toruscope_program> completion \${shell}
      OUTPUT_FILE \"\${made}/\${shell}/\${file}\" COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  set(share \"\${CMAKE_INSTALL_PREFIX}/share\")
  set(zsh_folder \"\${share}/zsh/site-functions\")
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(zsh_folder \"\${share}/zsh/vendor-completions\")
  endif()
  file(INSTALL \"\${made}/man1\" DESTINATION \"\${share}/man\")
  file(INSTALL \"\${made}/bash/toruscope\" DESTINATION \"\${share}/bash-completion/completions\")
  file(INSTALL \"\${made}/zsh/_toruscope\" DESTINATION \"\${zsh_folder}\")
  file(INSTALL \"\${made}/fish/toruscope.fish\" DESTINATION \"\${share}/fish/vendor_completions.d\")
")
# The module for Python, where Debian's python3 looks: packages are found by any version, what is below /usr/local by one. With its
# extension, if that was built.
set(extension "")
if(TARGET toruscope_python)
  set(extension $<TARGET_FILE:toruscope_python>)
endif()
install(CODE "
  set(python python3)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr/local\")
    execute_process(COMMAND /usr/bin/python3 -c \"import sys; print('python%d.%d' % sys.version_info[:2])\"
      OUTPUT_VARIABLE python OUTPUT_STRIP_TRAILING_WHITESPACE
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
  file(INSTALL \"${PROJECT_SOURCE_DIR}/python/toruscope\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/lib/\${python}/dist-packages\"
    PATTERN __pycache__ EXCLUDE)
  if(EXISTS \"${extension}\")
    file(INSTALL \"${extension}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/lib/\${python}/dist-packages/toruscope\")
  endif()
")
install(FILES ${PROJECT_SOURCE_DIR}/calibration/program/calibrate.c DESTINATION ${CMAKE_INSTALL_DATADIR}/toruscope)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/data DESTINATION ${CMAKE_INSTALL_DATADIR}/toruscope)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/scripts/lib/demonstration.sh DESTINATION ${CMAKE_INSTALL_DATADIR}/toruscope RENAME demo.sh)
install(CODE "
  set(TORUSCOPE_PAGES_FROM \"${PROJECT_SOURCE_DIR}\")
  set(TORUSCOPE_PAGES_MADE \"${PROJECT_BINARY_DIR}/installed_pages\")
  set(TORUSCOPE_PAGES_TO \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}\")
")
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/install_pages.cmake)

set(toruscope_package ${CMAKE_INSTALL_LIBDIR}/cmake/toruscope)
install(EXPORT toruscope NAMESPACE toruscope:: FILE toruscopeTargets.cmake DESTINATION ${toruscope_package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/toruscopeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/toruscopeConfig.cmake INSTALL_DESTINATION ${toruscope_package})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/toruscopeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/toruscopeConfig.cmake ${PROJECT_BINARY_DIR}/toruscopeConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/labs/runner/toruscopeLabs.cmake ${PROJECT_SOURCE_DIR}/labs/runner/main.cpp.in
  ${PROJECT_SOURCE_DIR}/labs/runner/exported.map
  DESTINATION ${toruscope_package})

# From the file's own folder, so that the installed tree may be moved.
file(RELATIVE_PATH toruscope_prefix /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
get_property(toruscope_optional_flags GLOBAL PROPERTY toruscope_optional_flags)
foreach(package IN ITEMS toruscope toruscope-core)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
