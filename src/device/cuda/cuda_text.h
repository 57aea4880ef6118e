/* cuda_text.h - the texts of the kernels: the .cu files of src, embedded when the library is built.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_TEXT_H
#define WR_CUDA_TEXT_H

/* NAME.cu is wr_text_NAME. */
extern const char wr_text_accumulate[];
extern const char wr_text_common[];
extern const char wr_text_elementwise[];
extern const char wr_text_global_norm[];
extern const char wr_text_norm[];
extern const char wr_text_quantile[];
extern const char wr_text_reduce[];
extern const char wr_text_scan[];
extern const char wr_text_softmax[];
extern const char wr_text_totals[];

#endif
