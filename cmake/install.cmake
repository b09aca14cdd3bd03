# SPDX-License-Identifier: Apache-2.0
# What is installed: the headers, the static libraries, the program, a CMake package and pkg-config files.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp")
install(TARGETS toruscope toruscope_core toruscope_collectives toruscope_apps toruscope_picture toruscope_reproduce toruscope_view toruscope_cli
  EXPORT toruscope ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS toruscope_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(toruscope_package ${CMAKE_INSTALL_LIBDIR}/cmake/toruscope)
install(EXPORT toruscope NAMESPACE toruscope:: FILE toruscopeTargets.cmake DESTINATION ${toruscope_package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/toruscopeConfig.cmake.in
  ${PROJECT_BINARY_DIR}/toruscopeConfig.cmake INSTALL_DESTINATION ${toruscope_package})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/toruscopeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/toruscopeConfig.cmake ${PROJECT_BINARY_DIR}/toruscopeConfigVersion.cmake
  DESTINATION ${toruscope_package})

# From the file's own folder, so that the installed tree may be moved.
file(RELATIVE_PATH toruscope_prefix /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
foreach(package IN ITEMS toruscope toruscope-core)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${package}.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
