#!/bin/sh
# frontend_node.sh - the tests of the front end for JavaScript, if its tools are installed.
# SPDX-License-Identifier: Apache-2.0
exec "$TEST_SOURCE/tests/frontends/run.sh" node node npm
