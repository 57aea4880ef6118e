/* cuda_text.h - the texts of the kernels: the .cu files of src, embedded when the library is built.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CUDA_TEXT_H
#define WR_CUDA_TEXT_H

/* NAME.cu is wr_text_NAME. */
extern const char wr_text_accumulate[];
extern const char wr_text_attention[];
extern const char wr_text_attention_half[];
extern const char wr_text_attention_heads[];
extern const char wr_text_attention_mma[];
extern const char wr_text_attention_single[];
extern const char wr_text_blocked[];
extern const char wr_text_categorical[];
extern const char wr_text_common[];
extern const char wr_text_compact[];
extern const char wr_text_complex[];
extern const char wr_text_conv[];
extern const char wr_text_conv_bias[];
extern const char wr_text_conv_direct[];
extern const char wr_text_create[];
extern const char wr_text_cross_entropy[];
extern const char wr_text_ctc_loss[];
extern const char wr_text_distribution_kernels[];
extern const char wr_text_draws[];
extern const char wr_text_eigen[];
extern const char wr_text_elementwise[];
extern const char wr_text_elementwise_loss[];
extern const char wr_text_fft[];
extern const char wr_text_fused[];
extern const char wr_text_function_words[];
extern const char wr_text_global_norm[];
extern const char wr_text_lines[];
extern const char wr_text_linalg[];
extern const char wr_text_loss_scale[];
extern const char wr_text_map[];
extern const char wr_text_matmul[];
extern const char wr_text_matrices[];
extern const char wr_text_norm[];
extern const char wr_text_normalize[];
extern const char wr_text_optimizer[];
extern const char wr_text_order[];
extern const char wr_text_padded[];
extern const char wr_text_permutation[];
extern const char wr_text_philox[];
extern const char wr_text_pool[];
extern const char wr_text_quantile[];
extern const char wr_text_random[];
extern const char wr_text_reals[];
extern const char wr_text_recurrent[];
extern const char wr_text_reduce[];
extern const char wr_text_remap[];
extern const char wr_text_resample[];
extern const char wr_text_runs[];
extern const char wr_text_scan[];
extern const char wr_text_softmax[];
extern const char wr_text_solver[];
extern const char wr_text_totals[];
extern const char wr_text_unfold[];
extern const char wr_text_variates[];
extern const char wr_text_walk[];
extern const char wr_text_window[];
extern const char wr_text_window_sort[];
extern const char wr_text_words[];

#endif
