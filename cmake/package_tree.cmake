# SPDX-License-Identifier: Apache-2.0
# Run by cpack on the installed tree before it is packed: what Debian's policy asks of a package, and nothing that differs from build to build.

cmake_minimum_required(VERSION 3.25)
set(tree ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
set(doc ${tree}/usr/share/doc/toruscope)
set(sources ${CPACK_TORUSCOPE_SOURCES})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE ${doc}/LICENSE)  # is in `copyright`
file(MAKE_DIRECTORY ${doc})
file(COPY_FILE ${sources}/cmake/package_copyright.txt ${doc}/copyright)
file(COPY_FILE ${sources}/CHANGELOG.md ${doc}/changelog)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # of SOURCE_DATE_EPOCH, if it is set
file(WRITE ${doc}/changelog.Debian
"toruscope (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}: what is new is in changelog.gz.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")

file(GLOB pages ${tree}/usr/share/man/man1/*.1)
list(SORT pages)
run(gzip -9nf ${doc}/changelog ${doc}/changelog.Debian ${pages})
file(GLOB_RECURSE archives ${tree}/usr/*.a)
list(SORT archives)
run(${CPACK_TORUSCOPE_STRIP} --strip-debug --enable-deterministic-archives ${archives})

run(find ${tree} -type d -exec chmod 755 {} +)
run(find ${tree} -type f -perm /111 -exec chmod 755 {} +)
run(find ${tree} -type f -not -perm /111 -exec chmod 644 {} +)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  run(find ${tree} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} +)
endif()
