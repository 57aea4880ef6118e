#!/bin/bash
# cgroup.sh - inside a control group the runtime keeps to its CPU quota and its memory limit: a loop that never
# waits lives within it, and what does not fit is an error on the arrays concerned, not the end of the process.  The
# limits of a group hold in the groups below it, too.
set -eu

dir=$(mktemp -d)
name=weir-test-$$
groups=()
cleanup() {
    for g in "${groups[@]}"; do rmdir "$g/inner" "$g" 2> /dev/null || true; done
    rm -rf "$dir"
}
trap cleanup EXIT

cat > "$dir/what.c" << 'END'
#include <stdio.h>
#include <weir/weir.h>

int main(void) {
    weir_runtime *rt;
    weir_stats s = {.size = sizeof s};
    if (weir_runtime_new(NULL, &rt) || weir_stats_get(rt, &s)) return puts(weir_error()), 1;
    printf("%u %llu\n", s.workers, (unsigned long long)s.memory_budget);
    weir_runtime_free(rt);
    return 0;
}
END
cat > "$dir/load.c" << 'END'
#include <stdio.h>
#include <weir/weir.h>

enum { MB = 1 << 20, KEPT = 16 };

/* 64 MB each, many more than fit, and never a wait: all but one or two are let go at once. */
static int loop(weir_runtime *rt) {
    const int64_t n = 16 * MB;
    weir_array *x, *y;
    weir_ones_options single = WEIR_ONES_OPTIONS;
    single.dtype = WEIR_FLOAT32;
    if (weir_ones(rt, weir_i64s_of(&n, 1), &single, &x)) return 1;
    for (int i = 0; i < 40; i++) {
        if (weir_sqrt(x, &y)) return 1;
        weir_array_release(x);
        x = y;
    }
    int bad = weir_array_wait(x) != WEIR_OK;
    weir_array_release(x);
    return bad;
}

/* A gigabyte that is kept cannot be had. */
static int keep(weir_runtime *rt) {
    const int64_t n = 16 * MB;
    weir_array *x[KEPT];
    int refused = 0;
    weir_ones_options single = WEIR_ONES_OPTIONS;
    single.dtype = WEIR_FLOAT32;
    for (int i = 0; i < KEPT; i++)
        if (weir_ones(rt, weir_i64s_of(&n, 1), &single, &x[i])) return 1;
    for (int i = 0; i < KEPT; i++) refused += weir_array_wait(x[i]) == WEIR_ENOMEM;
    for (int i = 0; i < KEPT; i++) weir_array_release(x[i]);
    weir_failure_clear(rt);
    return refused == 0 || refused == KEPT;
}

int main(void) {
    weir_runtime *rt;
    if (weir_runtime_new(NULL, &rt) || loop(rt) || keep(rt) || loop(rt)) return puts(weir_error()), 1;
    weir_runtime_free(rt);
    return 0;
}
END
for program in what load; do
    gcc -I"$TEST_SOURCE/include" "$dir/$program.c" -o "$dir/$program" "$TEST_BUILD/libweir.a" -pthread -lm
done

# One CPU's worth of time, 512 MiB.
root=/sys/fs/cgroup
if [ -f $root/cgroup.controllers ]; then
    groups=($root/$name)
    mkdir "${groups[0]}" 2> /dev/null || { echo "no control group can be made here"; exit 77; }
    echo "100000 100000" > "${groups[0]}/cpu.max" 2> /dev/null &&
        echo 536870912 > "${groups[0]}/memory.max" 2> /dev/null ||
        { echo "the controllers are not ours to use"; exit 77; }
else
    groups=($root/cpu/$name $root/memory/$name)
    mkdir "${groups[@]}" 2> /dev/null || { echo "no control group can be made here"; exit 77; }
    echo 100000 > "$root/cpu/$name/cpu.cfs_quota_us" 2> /dev/null &&
        echo 536870912 > "$root/memory/$name/memory.limit_in_bytes" 2> /dev/null ||
        { echo "the controllers are not ours to use"; exit 77; }
fi

found=$(
    for g in "${groups[@]}"; do echo $BASHPID > "$g/cgroup.procs"; done
    exec "$dir/what"
)
wanted="1 $((536870912 / 5 * 4))"
if [ "$found" != "$wanted" ]; then
    echo "workers and budget are '$found', not '$wanted'"
    exit 1
fi

# The same in a group without limits inside that one.
for g in "${groups[@]}"; do mkdir "$g/inner"; done
found=$(
    for g in "${groups[@]}"; do echo $BASHPID > "$g/inner/cgroup.procs"; done
    exec "$dir/what"
)
if [ "$found" != "$wanted" ]; then
    echo "in a nested group, workers and budget are '$found', not '$wanted'"
    exit 1
fi

if ! (
    for g in "${groups[@]}"; do echo $BASHPID > "$g/cgroup.procs"; done
    exec "$dir/load"
); then
    echo "arrays did not keep to the memory limit"
    exit 1
fi
