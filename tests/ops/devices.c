/* devices.c - the same bits on a device as on the CPU.
 *
 * The null device has the kernels of the CPU, but memory that the host cannot address: an operator that
 * reads or writes an operand anywhere but in its kernel crashes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

static weir_runtime *runtime;

static outcome run_on(int32_t device, const sample *s, const host *in) {
    if (runtime == NULL) {
        weir_config c = kit_config(2);
        runtime = kit_runtime_of(&c);
    }
    int32_t outer = weir_default_device_set(device);
    outcome o = run_sample(runtime, s->op, s, in);
    weir_default_device_set(outer);
    return o;
}

static void compare(const sample *s) {
    host in[SAMPLE_INPUTS];
    make_inputs(s, 31, in);
    outcome wanted = run_on(WEIR_CPU(0), s, in), got = run_on(WEIR_NULL(0), s, in);
    if (wanted.status != WEIR_OK && got.status != wanted.status)
        complain(s, "on the CPU: %s; on the device: %s", wanted.error, got.error);
    if (wanted.status == WEIR_OK) same_outcome(s, "on a device", &got, &wanted);
    if (got.status == WEIR_OK && got.count > 0 && got.device != WEIR_NULL(0) &&
        wanted.device == WEIR_CPU(0))
        complain(s, "the result is on device %d", got.device);
    outcome_free(&got);
    outcome_free(&wanted);
    free_inputs(s, in);
}

void check_devices(const weir_op *op) {
    static const weir_dtype dtypes[] = {WEIR_FLOAT16, WEIR_FLOAT64, WEIR_INT32, WEIR_BOOL,
                                        WEIR_COMPLEX64};
    for (int i = 0; i < sample_count(op); i++) {
        sample s, big;
        sample_read(op, i, &s);
        compare(&s);
        if (enlarge(&s, 3000, &big)) compare(&big);
        for (size_t k = 0; i == 0 && k < sizeof dtypes / sizeof *dtypes; k++) {
            sample_read(op, i, &s);
            if (sample_set_dtype(&s, dtypes[k])) compare(&s);
        }
    }
}
