/* test_topology.c - the topology of CPUs, on trees of files made for the purpose.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/topology.h"

#include <sched.h>

#include "base/cpu.h"
#include "fake_tree.h"

static void cpu_file(const fake_tree *t, int cpu, const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", cpu, name);
    fake_file(t, path, text);
}

/* A CPU with the CPUs of its core, and of its last cache. */
static void add_cpu(const fake_tree *t, int cpu, const char *core, const char *cache) {
    char self[16];
    snprintf(self, sizeof self, "%d", cpu);
    cpu_file(t, cpu, "topology/thread_siblings_list", core);
    cpu_file(t, cpu, "cache/index0/level", "1");
    cpu_file(t, cpu, "cache/index0/shared_cpu_list", self);
    cpu_file(t, cpu, "cache/index1/level", "3"); /* the order of the folders does not matter */
    cpu_file(t, cpu, "cache/index1/shared_cpu_list", cache);
    cpu_file(t, cpu, "cache/index2/level", "2");
    cpu_file(t, cpu, "cache/index2/shared_cpu_list", core);
}

static wr_topology read_first(const fake_tree *t, int count) {
    int cpus[64];
    for (int i = 0; i < count; i++) cpus[i] = i;
    wr_topology top;
    CHECK(wr_topology_read(t->root, cpus, count, &top));
    return top;
}

/* Check the order of workers, and free the topology. */
static void check_order(wr_topology *top, const int *cpus, int count) {
    CHECK_EQ(top->count, count);
    wr_topology_sort(top);
    for (int i = 0; i < count; i++) CHECK_EQ(top->place[i].cpu, cpus[i]);
    wr_topology_free(top);
}

/* One node, two cores with two CPUs each, numbered as on most PCs. */
TEST(a_single_node_fills_cores_before_their_second_threads) {
    fake_tree t = fake_tree_new();
    fake_file(&t, "/sys/devices/system/cpu/online", "0-3");
    fake_file(&t, "/sys/devices/system/node/online", "0");
    fake_file(&t, "/sys/devices/system/node/node0/cpulist", "0-3");
    for (int cpu = 0; cpu < 4; cpu++) add_cpu(&t, cpu, cpu < 2 ? "0-1" : "2-3", "0-3");
    wr_topology top = read_first(&t, 4);
    CHECK_EQ(top.cores, 2);
    CHECK_EQ(top.caches, 1);
    CHECK_EQ(top.nodes, 1);
    CHECK(!top.hybrid);
    CHECK_EQ(top.place[3].core, 2);
    CHECK_EQ(top.place[3].thread, 1);
    check_order(&top, (int[]){0, 2, 1, 3}, 4);
}

/* Two nodes whose CPUs alternate; node 0 has two caches. */
TEST(two_nodes_are_filled_one_after_the_other) {
    fake_tree t = fake_tree_new();
    fake_file(&t, "/sys/devices/system/cpu/online", "0-7");
    fake_file(&t, "/sys/devices/system/node/online", "0,2-3");
    fake_file(&t, "/sys/devices/system/node/node0/cpulist", "0,2,4,6");
    fake_file(&t, "/sys/devices/system/node/node2/cpulist", "1,3,5,7");
    fake_file(&t, "/sys/devices/system/node/node3/cpulist", ""); /* memory alone */
    static const char *const core[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    for (int cpu = 0; cpu < 8; cpu++)
        add_cpu(&t, cpu, core[cpu], cpu % 2 == 1 ? "1,3,5,7" : cpu % 4 == 0 ? "0,4" : "2,6");
    wr_topology top = read_first(&t, 8);
    CHECK_EQ(top.nodes, 2);
    CHECK_EQ(top.caches, 3);
    CHECK_EQ(top.cores, 8);
    CHECK_EQ(top.place[5].node, 2);
    check_order(&top, (int[]){0, 4, 2, 6, 1, 3, 5, 7}, 8);
}

/* ARM lists capacities; the fast cores have the highest numbers. */
TEST(fast_cores_come_first) {
    fake_tree t = fake_tree_new();
    fake_file(&t, "/sys/devices/system/cpu/online", "0-5");
    static const char *const capacity[] = {"446", "446", "446", "871", "871", "1024"};
    static const char *const core[] = {"0", "1", "2", "3", "4", "5"};
    for (int cpu = 0; cpu < 6; cpu++) {
        add_cpu(&t, cpu, core[cpu], "0-5");
        cpu_file(&t, cpu, "cpu_capacity", capacity[cpu]);
    }
    wr_topology top = read_first(&t, 6);
    CHECK(top.hybrid);
    CHECK_EQ(top.place[4].capacity, 871);
    check_order(&top, (int[]){5, 3, 4, 0, 1, 2}, 6);
}

/* Intel: two fast cores with two CPUs each, four efficiency cores, one of them of the lowest kind. */
TEST(efficiency_cores_come_before_second_threads) {
    fake_tree t = fake_tree_new();
    fake_file(&t, "/sys/devices/system/cpu/online", "0-7");
    fake_file(&t, "/sys/devices/cpu_core/cpus", "0-3");
    fake_file(&t, "/sys/devices/cpu_atom/cpus", "4-7");
    fake_file(&t, "/sys/devices/cpu_lowpower/cpus", "7");
    static const char *const core[] = {"0-1", "0-1", "2-3", "2-3", "4", "5", "6", "7"};
    for (int cpu = 0; cpu < 8; cpu++) add_cpu(&t, cpu, core[cpu], "0-7");
    wr_topology top = read_first(&t, 8);
    CHECK(top.hybrid);
    CHECK_EQ(top.cores, 6);
    CHECK(top.place[0].capacity > top.place[4].capacity);
    CHECK(top.place[6].capacity > top.place[7].capacity);
    check_order(&top, (int[]){0, 2, 4, 5, 6, 7, 1, 3}, 8);
}

TEST(offline_cpus_are_left_out) {
    fake_tree t = fake_tree_new();
    fake_file(&t, "/sys/devices/system/cpu/online", "0,2-3");
    static const char *const core[] = {"0", "1", "2", "3"};
    for (int cpu = 0; cpu < 4; cpu++) add_cpu(&t, cpu, core[cpu], "0-3");
    wr_topology top = read_first(&t, 5);
    check_order(&top, (int[]){0, 2, 3}, 3);
    fake_file(&t, "/sys/devices/system/cpu/online", "60-61"); /* it contradicts the affinity mask */
    top = read_first(&t, 2);
    check_order(&top, (int[]){0, 1}, 2);
}

TEST(only_the_given_cpus_are_placed) {
    fake_tree t = fake_tree_new();
    fake_file(&t, "/sys/devices/system/cpu/online", "0-3");
    for (int cpu = 0; cpu < 4; cpu++) add_cpu(&t, cpu, cpu < 2 ? "0-1" : "2-3", "0-3");
    wr_topology top;
    CHECK(wr_topology_read(t.root, (int[]){1, 3}, 2, &top));
    CHECK_EQ(top.cores, 2);
    CHECK_EQ(top.place[0].core, 0);
    CHECK_EQ(top.place[0].thread, 0); /* the first CPU of this core is not ours */
    check_order(&top, (int[]){1, 3}, 2);
}

TEST(without_sys_all_cpus_are_alike) {
    fake_tree t = fake_tree_new();
    wr_topology top = read_first(&t, 3);
    CHECK_EQ(top.cores, 3);
    CHECK_EQ(top.caches, 1);
    CHECK_EQ(top.nodes, 1);
    CHECK(!top.hybrid);
    CHECK_EQ(top.place[2].capacity, 1024);
    check_order(&top, (int[]){0, 1, 2}, 3);
}

TEST(without_caches_the_cpus_of_a_package_are_taken_to_share_one) {
    fake_tree t = fake_tree_new();
    for (int cpu = 0; cpu < 4; cpu++)
        cpu_file(&t, cpu, "topology/core_siblings_list", cpu % 2 == 0 ? "0,2" : "1,3");
    wr_topology top = read_first(&t, 4);
    CHECK_EQ(top.caches, 2);
    check_order(&top, (int[]){0, 2, 1, 3}, 4);
}

TEST(text_that_is_no_list_is_ignored) {
    static const char *const text[] = {
        "", "\n", "x", "-1", "3-1", "0-", ",", "1,,2", "9999999999999999999999"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        fake_tree t = fake_tree_new();
        fake_file(&t, "/sys/devices/system/node/online", text[i]);
        fake_file(&t, "/sys/devices/cpu_atom/cpus", text[i]);
        add_cpu(&t, 0, text[i], text[i]);
        cpu_file(&t, 0, "cpu_capacity", "none");
        wr_topology top = read_first(&t, 1);
        CHECK_EQ(top.count, 1);
        CHECK_EQ(top.cores, 1);
        CHECK_EQ(top.place[0].capacity, 1024);
        wr_topology_free(&top);
    }
}

TEST(this_machine_has_a_topology) {
    int cpus[4096], count = wr_cpu_list(cpus, 4096);
    CHECK_EQ(count, wr_cpu_count());
    for (int i = 1; i < count; i++) CHECK(cpus[i - 1] < cpus[i]);
    wr_topology top;
    CHECK(wr_topology_read("", cpus, count, &top));
    CHECK_EQ(top.count, count);
    CHECK(top.nodes >= 1 && top.caches >= top.nodes / 2 && top.cores <= count);
    wr_topology_sort(&top);
    CHECK_EQ(top.place[0].thread, 0);
    wr_topology_free(&top);
}
