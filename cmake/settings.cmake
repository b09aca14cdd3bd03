# SPDX-License-Identifier: Apache-2.0
# Warnings and sanitizers, applied to each target of this project and to no consumer.

set(toruscope_warnings
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast -Wnon-virtual-dtor
  -Woverloaded-virtual -Wcast-align -Wdouble-promotion -Wformat=2 -Wimplicit-fallthrough -Wextra-semi -Wundef)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND toruscope_warnings -Wduplicated-cond -Wduplicated-branches -Wlogical-op)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND toruscope_warnings -Wno-restrict)  # GCC 12 sees overlaps in "text" + std::string (GCC bug 105651)
  endif()
elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND toruscope_warnings -Wthread-safety)
endif()

function(toruscope_settings target)
  target_compile_options(${target} PRIVATE ${toruscope_warnings})
  if(TORUSCOPE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TORUSCOPE_SANITIZE)
    # Lines for stack traces, no variables. Of undefined behaviour arithmetic and bounds: what pointers do is the address
    # sanitizer's find anyway, and asking twice takes half as long again.
    target_compile_options(${target} PUBLIC
      -fsanitize=${TORUSCOPE_SANITIZE} -fno-sanitize=null,vptr,object-size,alignment,pointer-overflow
      -fno-sanitize=nonnull-attribute,returns-nonnull-attribute,return,unreachable,bool,enum,builtin
      -fno-sanitize-recover=all
      -fno-omit-frame-pointer -g1)
    target_link_options(${target} PUBLIC -fsanitize=${TORUSCOPE_SANITIZE})
  endif()
  if(TORUSCOPE_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)  # tells libFuzzer what an input reaches
  endif()
endfunction()
