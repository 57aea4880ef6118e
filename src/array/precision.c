/* precision.c - the precision of float32 products, a setting of the process.
 *
 * Each call of an operator takes it into its record when it is issued (ops/core/call_submit.c), so
 * work that is queued does not notice a change.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "array/array.h"

_Atomic(uint32_t) wr_float32_precision;

weir_precision weir_float32_precision(void) {
    return (weir_precision)atomic_load_explicit(&wr_float32_precision, memory_order_relaxed);
}

weir_status weir_float32_precision_set(weir_precision precision, weir_precision *last) {
    if (precision != WEIR_PRECISION_FULL && precision != WEIR_PRECISION_TF32)
        return wr_fail(WEIR_EINVAL,
                       "weir_float32_precision_set: the precision is %d; accepted are "
                       "WEIR_PRECISION_FULL (0) and WEIR_PRECISION_TF32 (1)",
                       (int)precision);
    uint32_t before =
        atomic_exchange_explicit(&wr_float32_precision, (uint32_t)precision, memory_order_relaxed);
    if (last != NULL) *last = (weir_precision)before;
    return WEIR_OK;
}
