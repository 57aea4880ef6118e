/* cuda_text.h - the texts of the kernels: the .cu files of src, embedded when the library is built.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_TEXT_H
#define WR_CUDA_TEXT_H

/* NAME.cu is wr_text_NAME. */
extern const char wr_text_common[];
extern const char wr_text_complex[];
extern const char wr_text_conv[];
extern const char wr_text_create[];
extern const char wr_text_elementwise[];
extern const char wr_text_normalize[];
extern const char wr_text_pool[];
extern const char wr_text_resample[];
extern const char wr_text_unfold[];

#endif
