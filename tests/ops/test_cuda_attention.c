/* test_cuda_attention.c - attention on a CUDA device: the kernels for the usual operands, with lengths
 * around the size of a tile, and dispatch to the general ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "walk.h"

/* Queries (batches, heads, length, width), keys, and attributes. */
typedef struct shapes {
    int batches, heads, queries, width;
    int key_heads, keys, values;
    const char *mask, *seed, *attributes; /* mask and seed: or NULL */
} shapes;

static void check_both(const char *dtype, const shapes *s) {
    char text[800], tail[200], query[64], key[64], value[64];
    if (!cuda_is_there()) SKIP("there is no CUDA device, and no stand-in in TEST_BUILD");
    snprintf(query, sizeof query, "%s(%d,%d,%d,%d)@-1:1", dtype, s->batches, s->heads, s->queries,
             s->width);
    snprintf(key, sizeof key, "%s(%d,%d,%d,%d)@-1:1", dtype, s->batches, s->key_heads, s->keys,
             s->width);
    snprintf(value, sizeof value, "%s(%d,%d,%d,%d)", dtype, s->batches, s->key_heads, s->keys,
             s->values);
    snprintf(tail, sizeof tail, "%s%s%s%s %s",
             s->mask != NULL   ? ", "
             : s->seed != NULL ? ", none"
                               : "",
             s->mask != NULL ? s->mask : "", s->seed != NULL ? ", " : "",
             s->seed != NULL ? s->seed : "", s->attributes);
    snprintf(text, sizeof text, "%s, %s, %s%s", query, key, value, tail);
    check_cuda_text("scaled_dot_product_attention", text);
    snprintf(text, sizeof text, "%s, %s, %s, %s(%d,%d,%d,%d), f32(%d,%d,%d)@4:6, f32(%d,%d,%d)%s",
             query, key, value, dtype, s->batches, s->heads, s->queries, s->values, s->batches,
             s->heads, s->queries, s->batches, s->heads, s->queries, tail);
    check_cuda_text("scaled_dot_product_attention_backward", text);
}

static const shapes usual[] = {
    {1, 2, 64, 32, 2, 64, 32, NULL, NULL, "is_causal=true"},
    {1, 1, 130, 32, 1, 130, 32, NULL, NULL, "is_causal=true"},
    {1, 1, 3, 64, 1, 5, 64, NULL, NULL, ""},
    {1, 1, 1, 8, 1, 70, 16, NULL, NULL, "scale=0.7"},
    {1, 2, 70, 64, 2, 33, 64, NULL, NULL, "is_causal=true"},
    {2, 4, 20, 16, 2, 90, 8, NULL, NULL, "enable_gqa=true"},
    {1, 4, 66, 32, 1, 66, 32, NULL, NULL, "enable_gqa=true is_causal=true"},
    {1, 1, 40, 80, 1, 40, 128, NULL, NULL, "is_causal=true"},
    {1, 2, 65, 32, 2, 67, 32, "b(2,65,67)", NULL, ""},
    {1, 2, 65, 32, 2, 67, 32, "(65,67)@-1:1", NULL, "is_causal=true"},
    {1, 2, 33, 32, 2, 40, 32, NULL, "i64()@0:99", "dropout_p=0.3"},
    {1, 2, 65, 32, 2, 2, 32, "b(2,65,2)", NULL, ""},
    {1, 1, 0, 32, 1, 5, 32, NULL, NULL, ""},
    {1, 1, 5, 32, 1, 0, 32, NULL, NULL, ""},
};

/* Query 5 and its gradient are masked for all keys after it, and key 40 for all queries before it. */
TEST(masked_rows_have_no_effect_even_if_they_are_nan) {
    static const char *const dtypes[] = {"f32", "bf16"};
    if (!cuda_is_there()) SKIP("there is no CUDA device, and no stand-in in TEST_BUILD");
    for (int i = 0; i < 2; i++) {
        const char *t = dtypes[i];
        char text[400];
        snprintf(text, sizeof text,
                 "%s(2,70,32)@-1:1, %s(2,70,32)@-1:1, %s(2,70,32) is_causal=true", t, t, t);
        for (uint32_t k = 0; k < 3; k++)
            check_cuda_nan("scaled_dot_product_attention", text, k, k == 0 ? 5 : 40);
        snprintf(text, sizeof text,
                 "%s(2,70,32)@-1:1, %s(2,70,32)@-1:1, %s(2,70,32), %s(2,70,32), f32(2,70)@4:6, "
                 "f32(2,70) is_causal=true",
                 t, t, t, t);
        for (uint32_t k = 0; k < 4; k++)
            check_cuda_nan("scaled_dot_product_attention_backward", text, k,
                           k == 0 || k == 3 ? 5 : 40);
    }
    walk_done();
}

TEST(attention_in_bfloat16) {
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) check_both("bf16", &usual[i]);
    walk_done();
}

TEST(attention_in_float16) {
    for (size_t i = 0; i < 4; i++) check_both("f16", &usual[i]);
    walk_done();
}

TEST(attention_in_float32) {
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) check_both("f32", &usual[i]);
    walk_done();
}
