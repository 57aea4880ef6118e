#!/bin/sh
# frontend_jvm.sh - the tests of the front end for Java and Scala, if its tools are installed.
# SPDX-License-Identifier: Apache-2.0
exec "$TEST_SOURCE/tests/frontends/run.sh" jvm javac mvn
