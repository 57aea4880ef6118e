#!/bin/sh
# frontend_r.sh - the tests of the R package, if its tools are installed.
# SPDX-License-Identifier: Apache-2.0
exec "$TEST_SOURCE/tests/frontends/run.sh" r R
