#!/bin/bash
# needs.sh - the shared library has the right name, needs the C library only, and can be opened late.
set -eu

lib=$TEST_BUILD/libweir.so
dynamic=$(readelf -d "$lib")
version() { sed -n "s/^#define WEIR_VERSION_$1 //p" "$TEST_SOURCE/include/weir/weir.h"; }
abi=$(version MAJOR)
[ "$abi" != 0 ] || abi=0.$(version MINOR) # minor versions of 0.x may change the interface

soname=$(sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p' <<< "$dynamic")
if [ "$soname" != "libweir.so.$abi" ]; then
    echo "soname is '$soname', not libweir.so.$abi"
    exit 1
fi

needed=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' <<< "$dynamic")
extra=$(grep -vE '^(libc\.so|libm\.so|libmvec\.so|ld-linux)' <<< "$needed" || true)
if [ -n "$extra" ]; then
    echo "libweir.so needs more than the C library:" $extra
    exit 1
fi

if grep -q TEXTREL <<< "$dynamic"; then
    echo "libweir.so has text relocations"
    exit 1
fi
if readelf -lW "$lib" | grep -q 'GNU_STACK.*RWE'; then
    echo "libweir.so asks for an executable stack"
    exit 1
fi

# A library that is opened late, as by Python, shares some five hundred bytes of static thread-local
# storage with others.
tls=$(readelf -lW "$lib" | awk '$1 == "TLS" { print $6 }')
if [ $((${tls:-0})) -gt 256 ]; then
    echo "libweir.so has $((tls)) bytes of thread-local storage; 256 are the most"
    exit 1
fi
