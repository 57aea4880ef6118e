/* reduce_cuda.h - how rows of elements are divided among the threads of a CUDA device, for
 * reductions and normalisations; see reduce.cu.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_REDUCE_CUDA_H
#define WR_REDUCE_CUDA_H

#include <stdbool.h>
#include <stdint.h>

enum { WR_CUDA_THREADS = 256 }; /* of a block; THREADS in totals.cu */

/* Return into how many pieces each of `rows` rows of `count` elements is divided.  `by_columns`:
 * adjacent threads have adjacent rows. */
int64_t wr_cuda_pieces(int64_t rows, int64_t count, bool by_columns);

/* Return how many threads share a row or a piece of it: a power of two. */
uint32_t wr_cuda_lanes(int64_t rows, int64_t count, bool by_columns);

/* Return the smallest power of two that is at least n, but no more than WR_CUDA_THREADS. */
uint32_t wr_cuda_power(int64_t n);

#endif
