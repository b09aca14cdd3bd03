# SPDX-License-Identifier: Apache-2.0
# `cpack -G DEB`: one package with all that is installed, below /usr whatever the prefix of the tree is. scripts/package.sh builds it with
# the preset `package` and tries it out. The same commit and SOURCE_DATE_EPOCH give the same bytes.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME toruscope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR Toruscope)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "emulator of distributed-memory machines in exact virtual time")
set(CPACK_PACKAGE_DESCRIPTION
"Toruscope runs message-passing programs on an emulated parallel computer (a
torus, mesh, tree or hypercube) inside one workstation. It has more than 80
collective algorithms, compares their times with formulas and lower bounds,
plays runs in a browser, and grades the labs of a course.

The package has the program, the library with its headers, a module for
Python, the labs, and the data of a demonstration,
/usr/share/toruscope/demo.sh.")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_SET_DESTDIR ON)  # the prefix is part of what is installed: zsh has a folder for packages
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_tree.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "Toruscope maintainers <maintainers@toruscope.invalid>")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# The program's libraries are found by dpkg-shlibdeps. A program of one's own, and `grade`, need a compiler, and the libraries that the
# static archives of Toruscope are linked with.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++, libboost-context-dev, libfmt-dev, libpugixml-dev, libssl-dev, libtbb-dev, zlib1g-dev")
get_property(packages GLOBAL PROPERTY toruscope_optional_packages)
string(APPEND CPACK_DEBIAN_PACKAGE_DEPENDS "${packages}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "cmake, librsvg2-bin, make, pkg-config, python3")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-numpy, python3-pandas")

# What only a package has: see package_tree.cmake.
set(CPACK_TORUSCOPE_SOURCES ${PROJECT_SOURCE_DIR})
set(CPACK_TORUSCOPE_STRIP ${CMAKE_STRIP})
include(CPack)
