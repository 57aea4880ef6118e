/* cuda_text.h - the texts of the kernels: the .cu files of src, embedded when the library is built.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_TEXT_H
#define WR_CUDA_TEXT_H

/* NAME.cu is wr_text_NAME. */
extern const char wr_text_common[];
extern const char wr_text_compact[];
extern const char wr_text_elementwise[];
extern const char wr_text_order[];
extern const char wr_text_remap[];
extern const char wr_text_runs[];
extern const char wr_text_window[];
extern const char wr_text_window_sort[];

#endif
