/* workers.c - the same bits for any number of workers.
 *
 * Samples are enlarged so that they are split.  The serial engine gives the expected bits; one, two and
 * three workers (or the number given to run.py) must give the same.  The large result is also checked
 * against the reference.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include <stdio.h>

enum { MOST = 3 };

static weir_runtime *runtimes[MOST];

static weir_runtime *runtime_of(int workers) {
    if (runtimes[workers - 1] == NULL) {
        weir_config c = kit_config(workers == MOST ? test_workers(MOST) : workers);
        c.spin_us = 0;
        runtimes[workers - 1] = kit_runtime_of(&c);
    }
    return runtimes[workers - 1];
}

static void compare_workers(const sample *s, bool formula) {
    host in[SAMPLE_INPUTS];
    make_inputs(s, 31, in);
    outcome wanted = run_sample(walk_runtime(), s->op, s, in);
    if (wanted.status != WEIR_OK) complain(s, "large: %s", wanted.error);
    for (int workers = 1; wanted.status == WEIR_OK && workers <= MOST; workers++) {
        outcome got = run_sample(runtime_of(workers), s->op, s, in);
        char what[40];
        snprintf(what, sizeof what, "with %d workers",
                 workers == MOST ? test_workers(MOST) : workers);
        same_outcome(s, what, &got, &wanted);
        outcome_free(&got);
    }
    if (wanted.status == WEIR_OK && formula) judge_forward(s, "large", in, &wanted);
    outcome_free(&wanted);
    free_inputs(s, in);
}

void check_workers(const weir_op *op) {
    int64_t elements = test_slow() > 1 ? 20000 : 100000;
    for (int i = 0; i < sample_count(op); i++) {
        sample s, big;
        sample_read(op, i, &s);
        bool large = enlarge(&s, elements, &big);
        compare_workers(&big, large && is_map(op) && i == 0);
        sample_copy(&big, &s);
        if (large && i == 0 && sample_set_dtype(&s, WEIR_FLOAT16)) {
            host in[SAMPLE_INPUTS];
            make_inputs(&s, 1, in);
            outcome o = run_sample(walk_runtime(), op, &s, in);
            bool fine = o.status == WEIR_OK;
            outcome_free(&o);
            free_inputs(&s, in);
            if (fine) compare_workers(&s, false);
        }
    }
}
