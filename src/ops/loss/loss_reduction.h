/* loss_reduction.h - the reductions of losses: mean, sum, none, batchmean.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_LOSS_REDUCTION_H
#define WR_LOSS_REDUCTION_H

#include <string.h>

#include "ops/core/expression.h"

typedef enum wr_reduction {
    WR_REDUCE_NONE,
    WR_REDUCE_MEAN,
    WR_REDUCE_SUM,
    WR_REDUCE_BATCHMEAN, /* the sum divided by the size of the first dimension */
    WR_REDUCE_WRONG
} wr_reduction;

static inline wr_reduction wr_reduction_of(const char *text) {
    if (text == NULL || strcmp(text, "mean") == 0) return WR_REDUCE_MEAN;
    if (strcmp(text, "none") == 0) return WR_REDUCE_NONE;
    if (strcmp(text, "sum") == 0) return WR_REDUCE_SUM;
    return strcmp(text, "batchmean") == 0 ? WR_REDUCE_BATCHMEAN : WR_REDUCE_WRONG;
}

#endif
