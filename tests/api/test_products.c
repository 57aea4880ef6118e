/* test_products.c - dot, inner, outer, vecdot, tensordot and einsum against sums written out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "kit.h"

enum { MOST = 4096 };

static weir_array *array_of(weir_runtime *rt, const double *values, int ndim,
                            const int64_t *shape) {
    weir_array *a = NULL;
    CHECK_OK(weir_array_new(rt, WEIR_FLOAT64, shape, ndim, values, &a));
    return a;
}

/* 1, 2, 3 ... in the given shape. */
static weir_array *counting(weir_runtime *rt, int ndim, const int64_t *shape) {
    double values[MOST];
    int64_t count = 1;
    for (int i = 0; i < ndim; i++) count *= shape[i];
    for (int64_t i = 0; i < count; i++) values[i] = (double)(i + 1);
    return array_of(rt, values, ndim, shape);
}

static void check_values(weir_array *a, int ndim, const int64_t *shape, const double *wanted) {
    double got[MOST];
    int64_t count = 1;
    CHECK_EQ(weir_array_ndim(a), ndim);
    for (int i = 0; i < ndim; i++) {
        CHECK_EQ(weir_array_shape(a)[i], shape[i]);
        count *= shape[i];
    }
    CHECK_OK(weir_array_read(a, got, (size_t)count * sizeof *got));
    for (int64_t i = 0; i < count; i++)
        if (fabs(got[i] - wanted[i]) > 1e-9 * (1 + fabs(wanted[i])))
            test_fail(__FILE__, __LINE__, "element %lld is %.17g, not %.17g", (long long)i, got[i],
                      wanted[i]);
}

#define SHAPE(...)                                                                                 \
    (int)(sizeof((int64_t[]){__VA_ARGS__}) / 8), (const int64_t[]) { __VA_ARGS__ }

TEST(dot_of_vectors_is_their_inner_product) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(3)), *y;
    CHECK_OK(weir_dot(a, a, &y));
    check_values(y, 0, NULL, (const double[]){14});
    weir_array_release(y);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(dot_of_three_dimensions_takes_the_last_but_one_of_the_second) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(1, 2)), *b = counting(rt, SHAPE(2, 2, 2)), *y;
    CHECK_OK(weir_dot(a, b, &y));
    check_values(y, SHAPE(1, 2, 2), (const double[]){7, 10, 19, 22});
    weir_array_release(y);
    CHECK_OK(weir_inner(a, b, &y));
    check_values(y, SHAPE(1, 2, 2), (const double[]){5, 11, 17, 23});
    weir_array_release(y);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(dot_with_a_number_multiplies) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(2)), *n, *y;
    CHECK_OK(weir_number_f64(rt, 3, &n));
    CHECK_OK(weir_dot(n, a, &y));
    check_values(y, SHAPE(2), (const double[]){3, 6});
    weir_array_release(y);
    weir_array_release(n);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(outer_flattens) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(1, 2)), *b = counting(rt, SHAPE(3)), *y;
    CHECK_OK(weir_outer(a, b, &y));
    check_values(y, SHAPE(2, 3), (const double[]){1, 2, 3, 2, 4, 6});
    weir_array_release(y);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(vecdot_broadcasts_beside_its_axis) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(2, 1, 2)), *b = counting(rt, SHAPE(3, 2)), *y;
    CHECK_OK(weir_vecdot(a, b, NULL, &y));
    check_values(y, SHAPE(2, 3), (const double[]){5, 11, 17, 11, 25, 39});
    weir_array_release(y);
    weir_array *c = counting(rt, SHAPE(2, 3));
    CHECK_OK(weir_vecdot(c, c, OPT(vecdot, .axis = 0), &y));
    check_values(y, SHAPE(3), (const double[]){17, 29, 45});
    weir_array_release(y);
    weir_array_release(a);
    weir_array_release(b);
    weir_array_release(c);
    weir_runtime_free(rt);
}

TEST(vecdot_conjugates_the_first) {
    weir_runtime *rt = kit_runtime(2);
    const double z[] = {1, 2, 3, -1}; /* 1+2i, 3-i */
    double got[2];
    weir_array *a = NULL, *y;
    CHECK_OK(weir_array_new(rt, WEIR_COMPLEX128, (const int64_t[]){2}, 1, z, &a));
    CHECK_OK(weir_vecdot(a, a, NULL, &y));
    CHECK_OK(weir_array_read(y, got, sizeof got));
    CHECK(got[0] == 15 && got[1] == 0);
    weir_array_release(y);
    CHECK_OK(weir_dot(a, a, &y)); /* -3+4i + 8-6i */
    CHECK_OK(weir_array_read(y, got, sizeof got));
    CHECK(got[0] == 5 && got[1] == -2);
    weir_array_release(y);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(tensordot_pairs_axes_in_the_order_given) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(2, 3)), *b = counting(rt, SHAPE(3, 2)), *y;
    CHECK_OK(weir_tensordot(a, b, OPT(tensordot, .axes = 1), &y));
    check_values(y, SHAPE(2, 2), (const double[]){22, 28, 49, 64});
    weir_array_release(y);
    const int64_t first[] = {1, 0}, second[] = {0, -1};
    CHECK_OK(weir_tensordot(a, b,
                            OPT(tensordot, .axes = 0, .x1_axes = weir_i64s_of(first, 2),
                                .x2_axes = weir_i64s_of(second, 2)),
                            &y));
    check_values(y, 0, NULL, (const double[]){1 + 6 + 15 + 8 + 20 + 36});
    weir_array_release(y);
    CHECK_OK(weir_tensordot(a, b, OPT(tensordot, .axes = 0), &y));
    CHECK_EQ(weir_array_ndim(y), 4);
    weir_array_release(y);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(products_refuse_what_does_not_fit) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(2, 3)), *b = counting(rt, SHAPE(4)), *y = NULL, *mask;
    CHECK_STATUS(weir_dot(a, b, &y), EINVAL);
    CHECK_HAS(weir_error(), "dot: float64 (2, 3) and float64 (4,): axis 1 of x1 has 3 elements");
    CHECK_STATUS(weir_vecdot(a, b, NULL, &y), EINVAL);
    CHECK_HAS(weir_error(), "the vectors have 3 and 4 elements");
    CHECK_STATUS(weir_vecdot(a, b, OPT(vecdot, .axis = 1), &y), EAXIS);
    CHECK_HAS(weir_error(), "axis 1 is out of range for an array with 1 dimension");
    CHECK_STATUS(weir_tensordot(a, b, NULL, &y), EINVAL);
    CHECK_HAS(weir_error(), "tensordot: axes=2 is out of range for arrays with 2 and 1 dimensions");
    const int64_t twice[] = {0, 0};
    CHECK_STATUS(weir_tensordot(a, a,
                                OPT(tensordot, .axes = 0, .x1_axes = weir_i64s_of(twice, 2),
                                    .x2_axes = weir_i64s_of(twice, 2)),
                                &y),
                 EINVAL);
    CHECK_HAS(weir_error(), "axis 0 is given more than once");
    CHECK_OK(weir_array_new(rt, WEIR_BOOL, (const int64_t[]){2}, 1, NULL, &mask));
    CHECK_STATUS(weir_inner(mask, mask, &y), EDTYPE);
    CHECK_HAS(weir_error(), "inner: accepts numbers, not bool");
    CHECK(y == NULL);
    weir_array_release(mask);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

/* ---- einsum ---------------------------------------------------------------------------------- */

static weir_array *einsum(weir_array *const *in, uint32_t count, const char *equation) {
    weir_array *y = NULL;
    CHECK_OK(weir_einsum(in, count, equation, &y));
    return y;
}

/* The explicit sum over all values of all letters.  No ellipsis; the output is given. */
typedef struct reference {
    int letters;
    char letter[16];
    int64_t size[16], at[16];
} reference;

static int letter_at(reference *r, char c) {
    int i = 0;
    while (i < r->letters && r->letter[i] != c) i++;
    if (i == r->letters) r->letter[r->letters] = c, r->size[r->letters++] = 1;
    return i;
}

static int64_t place(reference *r, const char *text, const int64_t *shape) {
    int64_t at = 0;
    for (int d = 0; text[d] != ',' && text[d] != '-' && text[d] != '\0'; d++) {
        int64_t n = shape != NULL ? shape[d] : r->size[letter_at(r, text[d])];
        at = at * n + (n == 1 ? 0 : r->at[letter_at(r, text[d])]);
    }
    return at;
}

static const char *part_of(const char *equation, int which) {
    while (which-- > 0) equation = strchr(equation, ',') + 1;
    return equation;
}

static void check_einsum(weir_runtime *rt, const char *equation, int count,
                         const int64_t (*shape)[4]) {
    reference r = {.letters = 0};
    double value[4][MOST], wanted[MOST] = {0};
    weir_array *in[4];
    const char *result = strstr(equation, "->") + 2;
    for (int i = 0; i < count; i++) {
        const char *text = part_of(equation, i);
        int ndim = 0;
        int64_t elements = 1;
        for (; text[ndim] != ',' && text[ndim] != '-'; ndim++) {
            int l = letter_at(&r, text[ndim]);
            if (shape[i][ndim] != 1) r.size[l] = shape[i][ndim];
            elements *= shape[i][ndim];
        }
        for (int64_t j = 0; j < elements; j++) value[i][j] = sin((double)(j + 1 + 100 * i));
        in[i] = array_of(rt, value[i], ndim, shape[i]);
    }
    int64_t all = 1, out_shape[8];
    int out_ndim = (int)strlen(result);
    for (int i = 0; i < r.letters; i++) all *= r.size[i];
    for (int i = 0; i < out_ndim; i++) out_shape[i] = r.size[letter_at(&r, result[i])];
    for (int64_t n = 0; n < all; n++) {
        int64_t rest = n;
        for (int i = 0; i < r.letters; i++) r.at[i] = rest % r.size[i], rest /= r.size[i];
        double product = 1;
        for (int i = 0; i < count; i++)
            product *= value[i][place(&r, part_of(equation, i), shape[i])];
        wanted[place(&r, result, NULL)] += product;
    }
    weir_array *y = einsum(in, (uint32_t)count, equation);
    check_values(y, out_ndim, out_shape, wanted);
    weir_array_release(y);
    for (int i = 0; i < count; i++) weir_array_release(in[i]);
}

TEST(einsum_agrees_with_the_sum_written_out) {
    static const struct {
        const char *equation;
        int count;
        int64_t shape[4][4];
    } cases[] = {
        {"ij,jk->ik", 2, {{3, 4}, {4, 5}}},
        {"ij,jk->ki", 2, {{3, 4}, {4, 5}}},
        {"ij,kj->ik", 2, {{3, 4}, {5, 4}}},
        {"bij,bjk->bik", 2, {{2, 3, 4}, {2, 4, 5}}},
        {"bihd,bjhd->bhij", 2, {{2, 3, 2, 4}, {2, 5, 2, 4}}},
        {"bhij,bjhd->bihd", 2, {{2, 2, 3, 5}, {2, 5, 2, 4}}},
        {"ijk,jil->kl", 2, {{2, 3, 4}, {3, 2, 5}}},
        {"i,i->", 2, {{5}, {5}}},
        {"bi,bi->b", 2, {{3, 5}, {3, 5}}},
        {"i,j->ij", 2, {{3}, {4}}},
        {"i,j->ji", 2, {{3}, {4}}},
        {"ij,ij->ji", 2, {{3, 4}, {3, 4}}},
        {"ij->ji", 1, {{3, 4}}},
        {"ij->", 1, {{3, 4}}},
        {"ij->i", 1, {{3, 4}}},
        {"ii->", 1, {{4, 4}}},
        {"ii->i", 1, {{4, 4}}},
        {"iij->ji", 1, {{3, 3, 2}}},
        {"iii->i", 1, {{3, 3, 3}}},
        {"ii,ij->j", 2, {{3, 3}, {3, 4}}},
        {"ij,jk,kl->il", 3, {{2, 9}, {9, 2}, {2, 9}}},
        {"ij,kl,jk->il", 3, {{2, 3}, {4, 5}, {3, 4}}},
        {"ij,ik,il,jkl->i", 4, {{3, 2}, {3, 3}, {3, 4}, {2, 3, 4}}},
        {"i,j,k->kji", 3, {{2}, {3}, {4}}},
        {"ij,ij->ij", 2, {{3, 4}, {3, 1}}},
        {"ij,jk->ik", 2, {{3, 1}, {4, 5}}},
        {",ij->ij", 2, {{1}, {3, 4}}},
        {"ij,kl->", 2, {{2, 3}, {4, 2}}},
        {"ij,j,jk->k", 3, {{2, 3}, {3}, {3, 4}}},
    };
    weir_runtime *rt = kit_runtime(2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_einsum(rt, cases[i].equation, cases[i].count, cases[i].shape);
    weir_runtime_free(rt);
}

TEST(einsum_without_arrow_sorts_what_stands_once) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(2, 3)), *y;
    y = einsum(&a, 1, "ba");
    check_values(y, SHAPE(3, 2), (const double[]){1, 4, 2, 5, 3, 6});
    weir_array_release(y);
    y = einsum(&a, 1, " a b ");
    check_values(y, SHAPE(2, 3), (const double[]){1, 2, 3, 4, 5, 6});
    weir_array_release(y);
    y = einsum((weir_array *[]){a, a}, 2, "ij,kj");
    check_values(y, SHAPE(2, 2), (const double[]){14, 32, 32, 77});
    weir_array_release(y);
    weir_array *square = counting(rt, SHAPE(2, 2));
    y = einsum(&square, 1, "ii");
    check_values(y, 0, NULL, (const double[]){5});
    weir_array_release(y);
    weir_array_release(square);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(einsum_dots_broadcast_from_the_last) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(2, 1, 2, 2)), *b = counting(rt, SHAPE(3, 2)), *y;
    y = einsum((weir_array *[]){a, b}, 2, "...ij,...j->...i");
    check_values(y, SHAPE(2, 3, 2),
                 (const double[]){5, 11, 11, 25, 17, 39, 17, 23, 39, 53, 61, 83});
    weir_array_release(y);
    y = einsum((weir_array *[]){a}, 1, "...ij->j...");
    CHECK_EQ(weir_array_ndim(y), 3);
    weir_array_release(y);
    y = einsum((weir_array *[]){a}, 1, "i...->...");
    check_values(y, SHAPE(1, 2, 2), (const double[]){6, 8, 10, 12});
    weir_array_release(y);
    y = einsum((weir_array *[]){b}, 1, "...->");
    check_values(y, 0, NULL, (const double[]){21});
    weir_array_release(y);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(einsum_of_nothing_is_zero) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(2, 0)), *y;
    y = einsum((weir_array *[]){a, a}, 2, "ij,kj->ik");
    check_values(y, SHAPE(2, 2), (const double[]){0, 0, 0, 0});
    weir_array_release(y);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(einsum_takes_numbers_and_mixed_dtypes) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *n, *a, *y, *b = counting(rt, SHAPE(2));
    const int32_t ints[] = {1, 2};
    int64_t sum;
    CHECK_OK(weir_number_f64(rt, 0.5, &n));
    CHECK_OK(weir_array_new(rt, WEIR_INT32, (const int64_t[]){2}, 1, ints, &a));
    y = einsum((weir_array *[]){n, a, b}, 3, ",i,i->i");
    CHECK_EQ(weir_array_dtype(y), WEIR_FLOAT64);
    check_values(y, SHAPE(2), (const double[]){0.5, 2});
    weir_array_release(y);
    y = einsum((weir_array *[]){a, a}, 2, "i,i->");
    CHECK_EQ(weir_array_dtype(y), WEIR_INT32);
    CHECK_OK(weir_array_item_i64(y, &sum));
    CHECK_EQ(sum, 5);
    weir_array_release(y);
    y = einsum(&a, 1, "i->");
    CHECK_EQ(weir_array_dtype(y), WEIR_INT32);
    weir_array_release(y);
    weir_array_release(n);
    weir_array_release(a);
    weir_array_release(b);
    weir_runtime_free(rt);
}

TEST(einsum_refuses_equations_that_make_no_sense) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(2, 3)), *y = NULL;
    weir_array *two[] = {a, a};
    static const struct {
        uint32_t count;
        const char *equation, *says;
    } cases[] = {
        {2, "ij", "has subscripts for 1 operand, but 2 were given"},
        {1, "ijk->i", "'ijk' in 'ijk->i' has 3 indices, but operand 0 is float64 (2, 3)"},
        {1, "i->i", "has 1 index"},
        {1, "ij->k", "'k' in the result of 'ij->k' does not occur in any operand"},
        {1, "ij->ii", "'i' occurs twice in the result"},
        {1, "ii->i", "index 'i' of 'ii->i' has size 3 in operand 0, but size 2 earlier"},
        {2, "ij,jk->ik", "index 'j' of 'ij,jk->ik' has size 2 in operand 1, but size 3 earlier"},
        {1, "i1->i", "'1' in 'i1->i' is not a letter"},
        {1, "i..j->i", "dots other than one ellipsis '...'"},
        {1, "ij->i->j", "'-' in 'ij->i->j' is not a letter"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK_STATUS(weir_einsum(two, cases[i].count, cases[i].equation, &y), EINVAL);
        CHECK_HAS(weir_error(), cases[i].says);
    }
    CHECK_STATUS(weir_einsum(two, 1, NULL, &y), EINVAL);
    CHECK_HAS(weir_error(), "einsum: equation is required");
    CHECK(y == NULL);
    weir_array_release(a);
    weir_runtime_free(rt);
}

TEST(einsum_gives_another_handle_of_the_same_storage_where_nothing_is_done) {
    weir_runtime *rt = kit_runtime(2);
    weir_array *a = counting(rt, SHAPE(2, 3)), *y = einsum(&a, 1, "ij->ij");
    CHECK(y != a);
    CHECK(weir_array_var(y) == weir_array_var(a));
    weir_array_release(a);
    check_values(y, SHAPE(2, 3), (const double[]){1, 2, 3, 4, 5, 6});
    weir_array_release(y);
    weir_runtime_free(rt);
}

TEST(composites_stay_in_the_scope_of_the_caller) {
    weir_runtime *rt = kit_runtime(2);
    weir_scope *scope;
    CHECK_OK(weir_scope_new(&scope));
    weir_array *a = counting(rt, SHAPE(2, 2)), *y;
    for (int i = 0; i < 4; i++) y = einsum((weir_array *[]){a, a, a}, 3, "ij,jk,kl->il");
    weir_array *kept = weir_array_retain(weir_scope_keep(y));
    weir_array_release(kept);
    CHECK_OK(weir_scope_free(scope));
    check_values(y, SHAPE(2, 2), (const double[]){37, 54, 81, 118});
    weir_array_release(y);
    weir_runtime_free(rt);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* d(sum of y * w) / dx by central differences against the vjp, for an operand that is a diagonal, one that
 * broadcasts, one that is summed over alone. */
static double weighted(weir_runtime *rt, weir_array *const *in, uint32_t count,
                       const char *equation) {
    double got[MOST], sum = 0;
    weir_array *y = einsum(in, count, equation);
    int64_t n = weir_array_count(y);
    (void)rt;
    CHECK_OK(weir_array_read(y, got, (size_t)n * sizeof *got));
    for (int64_t i = 0; i < n; i++) sum += got[i] * cos((double)i);
    weir_array_release(y);
    return sum;
}

static void check_gradient(weir_runtime *rt, const char *equation, uint32_t count,
                           const int64_t (*shape)[4], const int *ndim) {
    const weir_op *op = weir_op_find("einsum");
    const struct { const char *equation; } attr = {equation};
    double value[4][64], w[MOST], got[64];
    weir_array *in[4], *grad[4], *y, *dy = NULL;
    for (uint32_t i = 0; i < count; i++) {
        for (int j = 0; j < 64; j++) value[i][j] = sin(1 + j + 10.0 * i);
        in[i] = array_of(rt, value[i], ndim[i], shape[i]);
    }
    y = einsum(in, count, equation);
    for (int64_t i = 0; i < weir_array_count(y); i++) w[i] = cos((double)i);
    dy = array_of(rt, w, weir_array_ndim(y), weir_array_shape(y));
    CHECK_OK(weir_op_vjp(rt, op, in, count, &attr, sizeof attr, &y, 1, &dy, NULL, grad));
    for (uint32_t i = 0; i < count; i++) {
        int64_t n = weir_array_count(in[i]);
        CHECK_EQ(weir_array_ndim(grad[i]), ndim[i]);
        CHECK_OK(weir_array_read(grad[i], got, (size_t)n * sizeof *got));
        for (int64_t j = 0; j < n; j++) {
            const double step = 1e-5;
            double at[2];
            for (int side = 0; side < 2; side++) {
                double moved[64];
                memcpy(moved, value[i], sizeof moved);
                moved[j] += side == 0 ? step : -step;
                weir_array *with[4], *other = array_of(rt, moved, ndim[i], shape[i]);
                memcpy(with, in, sizeof with);
                with[i] = other;
                at[side] = weighted(rt, with, count, equation);
                weir_array_release(other);
            }
            double slope = (at[0] - at[1]) / (2 * step);
            if (fabs(slope - got[j]) > 1e-7 * (1 + fabs(slope)))
                test_fail(__FILE__, __LINE__, "%s: gradient %u [%lld] is %.12g, not %.12g",
                          equation, i, (long long)j, got[j], slope);
        }
        weir_array_release(grad[i]);
    }
    weir_array_release(y);
    weir_array_release(dy);
    for (uint32_t i = 0; i < count; i++) weir_array_release(in[i]);
}

TEST(einsum_gradients_agree_with_differences) {
    static const struct {
        const char *equation;
        uint32_t count;
        int64_t shape[4][4];
        int ndim[4];
    } cases[] = {
        {"ij,jk->ik", 2, {{2, 3}, {3, 4}}, {2, 2}},
        {"ii->i", 1, {{3, 3}}, {2}},
        {"ii->", 1, {{3, 3}}, {2}},
        {"iij,j->i", 2, {{2, 2, 3}, {3}}, {3, 1}},
        {"iii->", 1, {{2, 2, 2}}, {3}},
        {"ij->i", 1, {{2, 3}}, {2}},
        {"ij,k->i", 2, {{2, 3}, {4}}, {2, 1}},
        {"...i,i->...", 2, {{2, 3, 4}, {4}}, {3, 1}},
        {"...ij,...jk->...ik", 2, {{2, 1, 2, 3}, {2, 3, 2}}, {4, 3}},
        {"ij,ij->j", 2, {{2, 3}, {2, 1}}, {2, 2}},
        {"ij,jk,kl->il", 3, {{2, 3}, {3, 2}, {2, 3}}, {2, 2, 2}},
        {",i->i", 2, {{1}, {3}}, {0, 1}},
    };
    weir_runtime *rt = kit_runtime(2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_gradient(rt, cases[i].equation, cases[i].count, cases[i].shape, cases[i].ndim);
    weir_runtime_free(rt);
}
