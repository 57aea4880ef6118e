# aarch64.cmake - a toolchain file: build for 64-bit ARM with Debian's cross compiler, and run the tests
# under qemu's user emulation.
#
#   cmake -S . -B build/aarch64 -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake
#
# The static qemu comes first because Debian 12's other one loses its way when a process with threads
# forks.  WEIR_TEST_SLOW tells the tests that they run on a slow machine.
#
# SPDX-License-Identifier: Apache-2.0

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)

find_program(WEIR_QEMU NAMES qemu-aarch64-static qemu-aarch64)
if(WEIR_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${WEIR_QEMU} -L /usr/aarch64-linux-gnu -E WEIR_TEST_SLOW=4)
endif()
