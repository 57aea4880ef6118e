#!/bin/sh
# frontend_cpp.sh - the tests of the C++ front end, if its tools are installed.
# SPDX-License-Identifier: Apache-2.0
exec "$TEST_SOURCE/tests/frontends/run.sh" cpp c++ cmake
