# SPDX-License-Identifier: Apache-2.0
# Installs the documentation. What its pages link to is installed with them, at the same places beside them; a link to source code,
# which is not, becomes its text.
#
# Input       TORUSCOPE_PAGES_FROM, the source tree; TORUSCOPE_PAGES_MADE, a folder of the build; TORUSCOPE_PAGES_TO.

set(others README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md apps/README.md bench/EXPERIMENTS.md bench/README.md collectives/README.md data/README.md
  labs/README.md runtime/README.md)
set(as_they_are LICENSE CITATION.cff schema/toruscope-1.json schema/toruscope-events-1.json)

file(REMOVE_RECURSE "${TORUSCOPE_PAGES_MADE}")
file(COPY "${TORUSCOPE_PAGES_FROM}/docs" DESTINATION "${TORUSCOPE_PAGES_MADE}")
foreach(file IN LISTS others as_they_are)
  get_filename_component(folder "${TORUSCOPE_PAGES_MADE}/${file}" DIRECTORY)
  file(COPY "${TORUSCOPE_PAGES_FROM}/${file}" DESTINATION "${folder}")
endforeach()
file(GLOB_RECURSE pages "${TORUSCOPE_PAGES_MADE}/*.md")
foreach(page IN LISTS pages)
  file(READ "${page}" text)
  string(REGEX REPLACE "\\[([^]\n]*)\\]\\([^)\n:]*\\.(hpp|cpp)\\)" "\\1" text "${text}")
  file(WRITE "${page}" "${text}")
endforeach()
file(INSTALL "${TORUSCOPE_PAGES_MADE}/" DESTINATION "${TORUSCOPE_PAGES_TO}")
