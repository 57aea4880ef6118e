#!/bin/bash
# cgroup.sh - inside a control group the runtime keeps to its CPU quota and its memory limit.
set -eu

dir=$(mktemp -d)
name=weir-test-$$
groups=()
cleanup() {
    for g in "${groups[@]}"; do rmdir "$g" 2> /dev/null || true; done
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
gcc -I"$TEST_SOURCE/include" "$dir/what.c" -o "$dir/what" "$TEST_BUILD/libweir.a" -pthread -lm

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
