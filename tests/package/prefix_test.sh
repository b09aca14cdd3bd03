#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The package of a tree whose prefix is another than /usr lies below /usr: of a small project that is packed as Toruscope is.
#
#   prefix_test.sh SOURCES FOLDER
set -euo pipefail
sources=$1 folder=$2
rm -rf "$folder" && mkdir -p "$folder/cmake"
cp "$sources"/cmake/package* "$folder/cmake"
cp "$sources/CHANGELOG.md" "$folder"
echo 'int main() { return 0; }' >"$folder/main.c"
echo '.TH X 1' >"$folder/x.1"
cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(toruscope VERSION 0.1.0 LANGUAGES C)
add_executable(toruscope main.c)
add_library(x STATIC main.c)
install(TARGETS toruscope x ARCHIVE DESTINATION lib)
install(FILES x.1 DESTINATION share/man/man1)
include(cmake/package.cmake)
END
cmake -S "$folder" -B "$folder/build" -DCMAKE_INSTALL_PREFIX=/opt/elsewhere >/dev/null
cmake --build "$folder/build" >/dev/null
cd "$folder/build"
cpack -G DEB >cpack.log || { cat cpack.log; exit 1; }
dpkg-deb -c ./*.deb >contents  # a pipe to grep -q may end dpkg-deb before its time
grep -q ' ./usr/bin/toruscope$' contents
