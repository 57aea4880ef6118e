/* test_share_costs.c - whether to share a job is decided by what such jobs have taken.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/share_costs.h"

#include "harness.h"

static weir_status one(void *arg, int64_t begin, int64_t end) {
    (void)arg, (void)begin, (void)end;
    return WEIR_OK;
}

static weir_status other(void *arg, int64_t begin, int64_t end) {
    (void)arg, (void)begin, (void)end;
    return WEIR_EFAILED;
}

/* Return how many of `count` jobs are shared if they take this long. */
static int shared_of(wr_share_cost *cost, int count, int64_t alone_ns, int64_t shared_ns) {
    int shared = 0;
    for (int i = 0; i < count; i++) {
        bool shares = wr_share_pays(cost);
        shared += shares;
        wr_share_measured(cost, shares, shares ? shared_ns : alone_ns);
    }
    return shared;
}

TEST(the_quicker_way_is_used_and_the_other_one_tried_now_and_then) {
    static wr_share_costs costs;
    wr_share_cost *cost = wr_share_cost_of(&costs, one, 4);
    CHECK_EQ(wr_share_alone_ns(cost), 0);
    int shared = shared_of(cost, 6400, 10000, 6000);
    CHECK(shared > 6200 && shared < 6400);
    CHECK_EQ(wr_share_alone_ns(cost), 10000);
    cost = wr_share_cost_of(&costs, other, 4);
    shared = shared_of(cost, 6400, 10000, 14000);
    CHECK(shared > 0 && shared < 200);
}

TEST(a_change_is_noticed) {
    static wr_share_costs costs;
    wr_share_cost *cost = wr_share_cost_of(&costs, one, 4);
    CHECK(shared_of(cost, 640, 10000, 30000) < 40);
    CHECK(shared_of(cost, 6400, 10000, 5000) > 5000);  /* the other threads poll now */
    CHECK(shared_of(cost, 6400, 10000, 30000) < 2000); /* now they sleep */
}

TEST(one_interruption_does_not_change_the_decision) {
    static wr_share_costs costs;
    wr_share_cost *cost = wr_share_cost_of(&costs, one, 4);
    shared_of(cost, 640, 10000, 5000);
    wr_share_measured(cost, true, 4000000);
    CHECK(shared_of(cost, 64, 10000, 5000) >= 62);
}

TEST(jobs_of_other_functions_and_sizes_are_measured_by_themselves) {
    static wr_share_costs costs;
    wr_share_measured(wr_share_cost_of(&costs, one, 4), false, 7000);
    CHECK_EQ(wr_share_alone_ns(wr_share_cost_of(&costs, other, 4)), 0);
    CHECK_EQ(wr_share_alone_ns(wr_share_cost_of(&costs, one, 64)), 0);
    wr_share_measured(wr_share_cost_of(&costs, one, 64), false, INT64_MAX);
    CHECK_EQ(wr_share_alone_ns(wr_share_cost_of(&costs, one, 64)), UINT32_MAX);
    wr_share_measured(wr_share_cost_of(&costs, one, 2), false, 0);
    CHECK_EQ(wr_share_alone_ns(wr_share_cost_of(&costs, one, 2)), 1);
}
