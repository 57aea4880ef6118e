#!/bin/sh
# check.sh - build the Java and Scala front ends against a build tree of the library, and run their tests.
#
#   frontends/jvm/check.sh BUILD
#
# BUILD has libweir.so, and what tests/frontends/prepare.sh makes.  Everything is built in BUILD/frontends/jvm,
# the reference in javadoc and scaladoc there.  JAVA_HOME selects the JDK, 17 or newer.
# The last line is `N passed, N failed`.
# SPDX-License-Identifier: Apache-2.0
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")"
out=$build/frontends/jvm
home=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
case $(uname -m) in
x86_64) arch=amd64 ;;
*) arch=$(uname -m) ;;
esac

# The JNI library becomes part of the jar.  It finds libweir beside itself, or in the build tree.
native=$out/resources/native/linux-$arch
mkdir -p "$native"
${CC:-cc} -std=c11 -O2 -Wall -Wextra -shared -fPIC -fvisibility=hidden -I../../include -I"$home/include" -I"$home/include/linux" \
    native/*.c -o "$native/libweirjni.so" -L"$build" -lweir -Wl,-rpath,'$ORIGIN' -Wl,-rpath,"$build"

options=
"$home/bin/java" --enable-native-access=ALL-UNNAMED -version >/dev/null 2>&1 && options=--enable-native-access=ALL-UNNAMED
maven() { JAVA_HOME=$home mvn -B -q "$@" -Dweir.out="$out" -Dweir.recorded="$build/frontends" -Dweir.jvm.options="$options"; }

find "$out" -path '*/surefire-reports/*' -delete
built=0
maven verify -Pdocs -Dmaven.test.failure.ignore=true || built=1

# The reference.  Whatever the tools print is a warning or an error.
referenced=0
reference() { # reference PAGE COMMAND...: the command makes PAGE and prints nothing
    page=$out/$1
    shift
    rm -rf "$(dirname "$page")" && mkdir -p "$(dirname "$page")"
    if "$@" > "$out/reference.log" 2>&1 && [ ! -s "$out/reference.log" ] && [ -e "$page" ]; then
        referenced=$((referenced + 1))
    else
        head -n 40 "$out/reference.log"
        echo "FAILED: the reference $page was not made, or with warnings"
        built=$((built + 1))
    fi
}
reference javadoc/index.html "$home/bin/javadoc" -quiet -Xdoclint:all,-missing -d "$out/javadoc" java/src/main/java/io/weir/*.java
path=$(cat "$out/weir-scala/scaladoc.classpath") || path=
reference scaladoc/weir.html "$home/bin/java" -cp "$path" dotty.tools.scaladoc.Main -project "Weir for Scala" -usejavacp \
    -classpath "$path" -d "$out/scaladoc" "$out/weir-scala/classes"

# The networks that Java and Scala saved are loaded in C and in Python.
exchanged=0
for name in java scala; do
    if ../../tests/frontends/exchange.sh "$build" "$out/weir-examples/$name.safetensors"; then
        exchanged=$((exchanged + 1))
    else
        built=$((built + 1))
    fi
done

# Count from JUnit's reports.
python3 - "$out" "$built" $((exchanged + referenced)) <<'END'
import pathlib, sys
import xml.etree.ElementTree as xml
passed, failed = int(sys.argv[3]), int(sys.argv[2])
for report in sorted(pathlib.Path(sys.argv[1]).glob("*/surefire-reports/*.xml")):
    for case in xml.parse(report).getroot().iter("testcase"):
        problem = next((e for e in case if e.tag in ("failure", "error")), None)
        if problem is None:
            passed += 1
        else:
            failed += 1
            print(f"{case.get('classname')}.{case.get('name')}: {(problem.get('message') or problem.get('type') or '')[:500]}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
END
