/* test_cpu.c - the CPU quota and the memory limit of control groups, on trees of files made for the
 * purpose.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/cpu.h"

#include "fake_tree.h"
#include "weir/weir.h"

/* A system with version 2 only, as the host or a container with a cgroup namespace sees it. */
static fake_tree version2(const char *group) {
    fake_tree t = fake_tree_new();
    char line[512];
    snprintf(line, sizeof line, "0::%s", group);
    fake_file(&t, "/proc/self/cgroup", line);
    fake_file(&t, "/proc/self/mountinfo",
              "22 28 0:20 / /sys rw,nosuid - sysfs sysfs rw\n"
              "29 22 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate");
    return t;
}

/* A system with version 1, and version 2 without controllers beside it. */
static fake_tree version1(const char *group, const char *mounted) {
    fake_tree t = fake_tree_new();
    char line[1024];
    snprintf(line, sizeof line,
             "5:memory:%s\n4:cpu,cpuacct:%s\n3:cpuset:/\n1:name=systemd:%s\n0::%s", group, group,
             group, group);
    fake_file(&t, "/proc/self/cgroup", line);
    snprintf(line, sizeof line,
             "30 29 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
             "31 29 0:28 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n"
             "32 29 0:29 %s /sys/fs/cgroup/cpu,cpuacct rw shared:9 master:1 - cgroup cgroup "
             "rw,cpu,cpuacct\n"
             "33 29 0:30 %s /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
             mounted, mounted);
    fake_file(&t, "/proc/self/mountinfo", line);
    return t;
}

TEST(a_quota_of_version_2_is_rounded_up) {
    static const struct {
        const char *max;
        int cpus;
    } list[] = {{"150000 100000", 2},   {"100000 100000", 1},
                {"100001 100000", 2},   {"1000 100000", 1},
                {"6400000 100000", 64}, {"50000 20000", 3},
                {"max 100000", 0},      {"0 100000", 0},
                {"100000 0", 0},        {"", 0},
                {"100000", 0},          {"-1 100000", 0}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        fake_tree t = version2("/");
        fake_file(&t, "/sys/fs/cgroup/cpu.max", list[i].max);
        CHECK_EQ(wr_cpu_quota_at(t.root), list[i].cpus);
    }
}

TEST(the_smallest_quota_of_nested_groups_holds) {
    fake_tree t = version2("/kubepods.slice/pod7/box");
    fake_file(&t, "/sys/fs/cgroup/kubepods.slice/cpu.max", "3200000 100000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 32);
    fake_file(&t, "/sys/fs/cgroup/kubepods.slice/pod7/box/cpu.max", "max 100000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 32);
    fake_file(&t, "/sys/fs/cgroup/kubepods.slice/pod7/cpu.max", "250000 100000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 3);
    fake_file(&t, "/sys/fs/cgroup/kubepods.slice/pod7/box/cpu.max", "400000 100000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 3);
    fake_file(&t, "/sys/fs/cgroup/kubepods.slice/pod8/cpu.max", "100000 100000"); /* a neighbour */
    CHECK_EQ(wr_cpu_quota_at(t.root), 3);
}

TEST(a_quota_of_version_1_is_rounded_up) {
    fake_tree t = version1("/docker/abc", "/");
    fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000");
    fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "-1");
    CHECK_EQ(wr_cpu_quota_at(t.root), 0);
    fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "150000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 2);
    fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_period_us", "50000");
    fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/docker/cpu.cfs_quota_us", "50000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 1);
}

/* A container of version 1 without a cgroup namespace: its own group is mounted, while
 * /proc/self/cgroup names the groups of the host. */
TEST(groups_are_found_below_the_mounted_one) {
    fake_tree t = version1("/docker/abc/inner", "/docker/abc");
    fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
    fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "800000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 8);
    fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_period_us", "100000");
    fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_quota_us", "250000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 3);
}

TEST(a_group_that_no_mount_shows_leaves_the_topmost_one) {
    static const char *const group[] = {"/docker/abcd", "/elsewhere", "/../x", "/"};
    for (size_t i = 0; i < sizeof group / sizeof *group; i++) {
        fake_tree t = version1(group[i], "/docker/abc");
        fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000");
        fake_file(&t, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "400000");
        CHECK_EQ(wr_cpu_quota_at(t.root), 4);
    }
    fake_tree t = version2("/../outside");
    fake_file(&t, "/sys/fs/cgroup/cpu.max", "100000 100000");
    fake_file(&t, "/sys/fs/outside/cpu.max", "1 1"); /* not a group of this mount */
    CHECK_EQ(wr_cpu_quota_at(t.root), 1);
}

TEST(of_two_mounts_the_one_that_shows_the_group_is_read) {
    fake_tree t = fake_tree_new();
    fake_file(&t, "/proc/self/cgroup", "0::/pod/box");
    fake_file(&t, "/proc/self/mountinfo",
              "40 29 0:26 /other /mnt/a\\040b rw - cgroup2 cgroup2 rw\n"
              "41 29 0:26 /pod /mnt/c\\040d rw - cgroup2 cgroup2 rw");
    fake_file(&t, "/mnt/a b/cpu.max", "100000 100000");
    fake_file(&t, "/mnt/c d/box/cpu.max", "500000 100000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 5);
}

TEST(without_a_list_of_mounts_the_usual_places_are_read) {
    fake_tree t = fake_tree_new();
    CHECK_EQ(wr_cpu_quota_at(t.root), 0); /* neither /proc nor /sys */
    CHECK_EQ(wr_ram_limit_at(t.root), 0);
    fake_file(&t, "/proc/self/cgroup", "2:cpu:/g\n3:memory:/g");
    CHECK_EQ(wr_cpu_quota_at(t.root), 0);
    fake_file(&t, "/sys/fs/cgroup/cpu/g/cpu.cfs_quota_us", "300000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 0); /* the period is missing */
    fake_file(&t, "/sys/fs/cgroup/cpu/g/cpu.cfs_period_us", "100000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 3);
    fake_file(&t, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "4096");
    CHECK_EQ(wr_ram_limit_at(t.root), 4096);
}

TEST(long_paths_of_groups_are_read_whole) {
    char group[401], file[512];
    memset(group, 'g', 400);
    group[400] = '\0';
    for (int i = 0; i < 400; i += 100) group[i] = '/';
    fake_tree t = version2(group);
    snprintf(file, sizeof file, "/sys/fs/cgroup%s/cpu.max", group);
    fake_file(&t, file, "700000 100000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 7);
}

TEST(lines_that_are_not_groups_are_ignored) {
    fake_tree t = version2("/");
    fake_file(&t, "/sys/fs/cgroup/cpu.max", "200000 100000");
    fake_file(&t, "/proc/self/mountinfo",
              "\nshort\n1 2 3 4 5 6\n1 2 3 / /x rw - cgroup2\n7 8 9 / / rw -");
    fake_file(&t, "/proc/self/cgroup", "\nnone\n7:\n8:cpuset\n0::/");
    CHECK_EQ(wr_cpu_quota_at(t.root), 0); /* the mount at /x, which has no files */
    fake_file(&t, "/x/cpu.max", "300000 100000");
    CHECK_EQ(wr_cpu_quota_at(t.root), 3);
}

TEST(memory_limits_are_read_in_both_versions) {
    fake_tree t = version2("/a/b");
    CHECK_EQ(wr_ram_limit_at(t.root), 0);
    fake_file(&t, "/sys/fs/cgroup/a/b/memory.max", "max");
    CHECK_EQ(wr_ram_limit_at(t.root), 0);
    fake_file(&t, "/sys/fs/cgroup/a/memory.max", "8589934592");
    CHECK_EQ(wr_ram_limit_at(t.root), 8589934592);
    fake_tree one = version1("/docker/abc", "/docker/abc");
    fake_file(&one, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    CHECK_EQ(wr_ram_limit_at(one.root), 9223372036854771712);
    fake_file(&one, "/sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912");
    CHECK_EQ(wr_ram_limit_at(one.root), 536870912);
}

TEST(this_process_may_use_at_least_one_cpu) {
    int quota = wr_cpu_quota(), count = wr_cpu_count();
    CHECK_LE(1, wr_cpu_allowed());
    CHECK_LE(wr_cpu_allowed(), count);
    if (quota > 0) CHECK_LE(wr_cpu_allowed(), quota);
}
