/* augment.c - random flips and crops of a batch of images, with separate random numbers for each
 * image.
 *
 * Each function issues a few operators, which run on workers and draw random numbers from the
 * thread's stream.  A loader sets its own stream before it calls these functions.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

static weir_status check_images(const char *what, weir_array *x, weir_array **y) {
    if (x == NULL || y == NULL)
        return wr_lib_fail(WEIR_EINVAL, "%s: %s is NULL", what, x == NULL ? "x" : "y");
    if (weir_array_ndim(x) != 4)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s: x has %d dimension%s; expected 4, with images along the first axis",
                           what, weir_array_ndim(x), weir_array_ndim(x) == 1 ? "" : "s");
    return WEIR_OK;
}

weir_status weir_random_flip(weir_array *x, double p, int channels_first, weir_array **y) {
    static const char what[] = "weir_random_flip";
    WR_TRY(check_images(what, x, y));
    if (!(p >= 0 && p <= 1))
        return wr_lib_fail(WEIR_EINVAL, "%s: p is %g, but must be from 0 to 1", what, p);
    weir_runtime *rt = weir_array_runtime(x);
    int64_t one[4] = {weir_array_shape(x)[0], 1, 1, 1}, axis = channels_first ? 3 : 2;
    weir_array *chance = NULL, *chosen = NULL, *flipped = NULL;
    weir_status status = weir_number_f64(rt, p, &chance);
    weir_bernoulli_options each = WEIR_BERNOULLI_OPTIONS;
    each.shape = weir_i64s_of(one, 4);
    each.dtype = WEIR_BOOL;
    int32_t outer = weir_default_device_set(weir_array_device(x));
    if (status == WEIR_OK) status = weir_bernoulli(chance, &each, &chosen);
    weir_default_device_set(outer);
    weir_flip_options sideways = WEIR_FLIP_OPTIONS;
    sideways.axes = weir_i64s_of(&axis, 1);
    if (status == WEIR_OK) status = weir_flip(x, &sideways, &flipped);
    if (status == WEIR_OK) status = weir_where(chosen, flipped, x, y);
    weir_array_release(flipped);
    weir_array_release(chosen);
    weir_array_release(chance);
    return status;
}

/* Create an array of the integers 0 to n - 1, with shape (1, n, 1) for axis 1 or (1, 1, n) for axis
 * 2. */
static weir_status range_along(weir_runtime *rt, int64_t n, int axis, weir_array **out) {
    int64_t shape[3] = {1, 1, 1};
    weir_array *line = NULL;
    shape[axis] = n;
    WR_TRY(weir_arange(rt, (double)n, NULL, &line));
    weir_status status = weir_reshape(line, weir_i64s_of(shape, 3), out);
    weir_array_release(line);
    return status;
}

/* Compute the row (axis 1) or column (axis 2) indices of each image's crop: a random start and the
 * indices that follow it. */
static weir_status crop_indices(weir_runtime *rt, int64_t images, int64_t whole, int64_t part,
                                int axis, weir_array **out) {
    int64_t shape[3] = {images, 1, 1};
    weir_array *start = NULL, *line = NULL;
    weir_status status =
        weir_integers(rt, 0, whole - part + 1, weir_i64s_of(shape, 3), NULL, &start);
    if (status == WEIR_OK) status = range_along(rt, part, axis, &line);
    if (status == WEIR_OK) status = weir_add(start, line, out);
    weir_array_release(line);
    weir_array_release(start);
    return status;
}

/* Gather x[n, row, column, :] for the random rows and columns of each image n. */
static weir_status gather_crops(weir_array *x, int64_t height, int64_t width, weir_array **y) {
    weir_runtime *rt = weir_array_runtime(x);
    const int64_t *shape = weir_array_shape(x), axes[3] = {0, 1, 2};
    int64_t number[3] = {shape[0], 1, 1};
    weir_array *line = NULL, *at[3] = {NULL, NULL, NULL};
    int32_t outer = weir_default_device_set(weir_array_device(x));
    weir_status status = weir_arange(rt, (double)shape[0], NULL, &line);
    if (status == WEIR_OK) status = weir_reshape(line, weir_i64s_of(number, 3), &at[0]);
    if (status == WEIR_OK) status = crop_indices(rt, shape[0], shape[1], height, 1, &at[1]);
    if (status == WEIR_OK) status = crop_indices(rt, shape[0], shape[2], width, 2, &at[2]);
    weir_default_device_set(outer);
    weir_index_options front = WEIR_INDEX_OPTIONS;
    front.axes = weir_i64s_of(axes, 3);
    front.front = 1;
    if (status == WEIR_OK) status = weir_index(x, at, 3, &front, y);
    wr_data_release(at, 3);
    weir_array_release(line);
    return status;
}

weir_status weir_random_crop(weir_array *x, int64_t height, int64_t width, int64_t padding,
                             int channels_first, weir_array **y) {
    static const char what[] = "weir_random_crop";
    static const int64_t to_last[4] = {0, 2, 3, 1}, to_first[4] = {0, 3, 1, 2};
    WR_TRY(check_images(what, x, y));
    const int64_t *shape = weir_array_shape(x) + (channels_first ? 2 : 1);
    if (padding < 0 || padding > 1 << 20)
        return wr_lib_fail(WEIR_EINVAL, "%s: padding is %lld; expected 0 to %d", what,
                           (long long)padding, 1 << 20);
    if (height < 1 || width < 1 || height > shape[0] + 2 * padding ||
        width > shape[1] + 2 * padding)
        return wr_lib_fail(
            WEIR_EINVAL,
            "%s: a crop of %lld x %lld does not fit images of %lld x %lld padded by %lld", what,
            (long long)height, (long long)width, (long long)shape[0], (long long)shape[1],
            (long long)padding);
    int64_t widths[8] = {0, 0, padding, padding, padding, padding, 0, 0};
    weir_array *moved = NULL, *padded = NULL, *part = NULL, *from = x;
    weir_status status = WEIR_OK;
    if (channels_first) {
        weir_permute_dims_options order = WEIR_PERMUTE_DIMS_OPTIONS;
        order.axes = weir_i64s_of(to_last, 4);
        status = weir_permute_dims(x, &order, &moved);
        from = moved;
    }
    if (status == WEIR_OK && padding > 0) {
        status = weir_pad(from, weir_i64s_of(widths, 8), NULL, &padded);
        from = padded;
    }
    if (status == WEIR_OK) status = gather_crops(from, height, width, channels_first ? &part : y);
    weir_permute_dims_options order = WEIR_PERMUTE_DIMS_OPTIONS;
    order.axes = weir_i64s_of(to_first, 4);
    if (status == WEIR_OK && channels_first) status = weir_permute_dims(part, &order, y);
    weir_array_release(part);
    weir_array_release(padded);
    weir_array_release(moved);
    return status;
}
