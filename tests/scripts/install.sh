#!/bin/bash
# install.sh - an installed Weir is found and used from outside: by find_package, by pkg-config
# (shared and static), from C and from C++; and the tree can be moved and used as a subdirectory.
set -eu
command -v pkg-config > /dev/null || { echo "pkg-config is not installed"; exit 77; }
command -v g++ > /dev/null || { echo "g++ is not installed"; exit 77; }

here=$TMPDIR
command -v ninja > /dev/null && export CMAKE_GENERATOR=Ninja
cmake --install "$TEST_BUILD" --prefix "$here/first" > install.log
mv first prefix # nothing in it may know where it was installed

cat > use.c << 'END'
#include <stdio.h>
#include <weir/weir.h>

static weir_status run(weir_context *ctx, void *arg)
{
    (void)ctx;
    **(int **)arg = 42;
    return WEIR_OK;
}

int main(void)
{
    static weir_kind kind;
    weir_runtime *rt = NULL;
    weir_var *v = NULL;
    weir_task task = {0};
    int value = 0, *where = &value, bad;

    kind.size = sizeof kind;
    kind.name = "answer";
    kind.run = run;
    if (weir_runtime_new(NULL, &rt) || weir_var_new(rt, NULL, &v)) return 1;
    task.size = sizeof task;
    task.kind = &kind;
    task.arg = &where;
    task.arg_size = sizeof where;
    task.writes = &v;
    task.write_count = 1;
    if (weir_task_push(rt, &task)) return 1;
    bad = weir_var_wait(v) != WEIR_OK || value != 42;
    weir_var_release(v);
    weir_runtime_free(rt);
    printf("%s %d\n", weir_version_text(), value);
    return bad;
}
END
sed 's/= {0}/= {}/' use.c > use.cc

echo "== find_package"
mkdir consumer
cp use.c consumer
cat > consumer/CMakeLists.txt << 'END'
cmake_minimum_required(VERSION 3.16)
project(consumer C)
find_package(weir 0.1 REQUIRED)
add_executable(shared use.c)
target_link_libraries(shared weir::weir)
add_executable(static use.c)
target_link_libraries(static weir::weir_static)
END
cmake -S consumer -B consumer/build -DCMAKE_PREFIX_PATH="$here/prefix" > cmake.log ||
    { cat cmake.log; exit 1; }
cmake --build consumer/build > build.log || { cat build.log; exit 1; }
consumer/build/shared
consumer/build/static

echo "== find_package, C++"
mkdir plusplus_consumer
cat > plusplus_consumer/use.cpp << 'END'
#include <weir/weir.hpp>

int main() { return (weir::ones({2}) + 1).sum().item() == 4 ? 0 : 1; }
END
cat > plusplus_consumer/CMakeLists.txt << 'END'
cmake_minimum_required(VERSION 3.16)
project(consumer CXX)
find_package(weir 0.1 REQUIRED)
add_executable(use use.cpp)
target_link_libraries(use PRIVATE weir::cpp)
END
cmake -S plusplus_consumer -B plusplus_consumer/build -DCMAKE_PREFIX_PATH="$here/prefix" > cmake.log || { cat cmake.log; exit 1; }
cmake --build plusplus_consumer/build > build.log || { cat build.log; exit 1; }
plusplus_consumer/build/use

echo "== add_subdirectory"
mkdir parent
cp use.c parent
cat > parent/CMakeLists.txt << END
cmake_minimum_required(VERSION 3.16)
project(parent C)
add_subdirectory("$TEST_SOURCE" weir)
add_executable(use use.c)
target_link_libraries(use weir::weir)
END
# The parent says which library weir::weir is; the other is not built.
cmake -S parent -B parent/build -DBUILD_SHARED_LIBS=ON > cmake.log || { cat cmake.log; exit 1; }
cmake --build parent/build > build.log || { cat build.log; exit 1; }
parent/build/use
[ -z "$(find parent/build -name libweir.a)" ] || { echo "a static library was built"; cat build.log; exit 1; }
rm parent/build/weir/libweir.so*
cmake -S parent -B parent/build -DBUILD_SHARED_LIBS=OFF > cmake.log || { cat cmake.log; exit 1; }
cmake --build parent/build > build.log || { cat build.log; exit 1; }
parent/build/use
[ -z "$(find parent/build -name 'libweir.so*')" ] || { echo "a shared library was built"; cat build.log; exit 1; }

echo "== static alone"
cmake -S parent -B parent/build -DBUILD_SHARED_LIBS=OFF -DWEIR_INSTALL=ON > cmake.log || { cat cmake.log; exit 1; }
cmake --build parent/build > build.log || { cat build.log; exit 1; }
cmake --install parent/build --prefix "$here/archive" > install.log
[ -z "$(find archive -name 'libweir.so*')" ] || { echo "a shared library was installed"; exit 1; }
cmake -S consumer -B consumer/static -DCMAKE_PREFIX_PATH="$here/archive" > cmake.log || { cat cmake.log; exit 1; }
cmake --build consumer/static > build.log || { cat build.log; exit 1; }
consumer/static/shared
consumer/static/static
PKG_CONFIG_PATH=$(dirname "$(find archive -name weir.pc)") pkg-config --libs weir | grep -q -- '-lweir -pthread -lm'

echo "== pkg-config"
pc=$(find "$here/prefix" -name weir.pc)
lib=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH=$(dirname "$pc")
pkg-config --exists 'weir >= 0.1.0'
strict="-Wall -Wextra -Werror -pedantic"
gcc -std=c11 $strict use.c $(pkg-config --cflags --libs weir) -o shared
LD_LIBRARY_PATH=$lib ./shared
# As for a distribution's static build: only the archive is there.
mkdir only
cp "$lib/libweir.a" only
gcc -std=c11 $strict use.c $(pkg-config --cflags weir) -Lonly \
    $(pkg-config --static --libs-only-l --libs-only-other weir) -o static
./static
if readelf -d static | grep libweir; then
    echo "the static program needs the shared library"
    exit 1
fi
g++ -std=c++17 $strict use.cc $(pkg-config --cflags --libs weir) -o plusplus
LD_LIBRARY_PATH=$lib ./plusplus
