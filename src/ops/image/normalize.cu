/* normalize.cu - image_normalize on a CUDA device.
 *
 * The host writes, in front of this text, the types X of the images, M of the means, S of the
 * deviations and Y of the result.  All is computed in double, because the difference may cancel.
 *
 * SPDX-License-Identifier: Apache-2.0 */

struct normalize_args {
    guard g;
    const X *x;
    const M *mean;      /* or NULL */
    const S *deviation; /* or NULL */
    Y *y;
    u64 count, pixels, channels;
    double scale;
    u32 x_last, y_last; /* are the channels last? */
};

/* A deviation of 0 fails the call. */
KERNEL(check, normalize_args) {
    if (!begin(a.g)) return;
    for (u64 c = threadIdx.x; c < a.channels; c += blockDim.x)
        if (cast<double>(a.deviation[c]) == 0) fail_at(a.g, REPORT_ZERO_DEVIATION, c, (i64)c);
}

KERNEL(normalize, normalize_args) {
    if (!begin(a.g)) return;
    if (a.deviation != 0 && has_failed(a.g)) return;
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < a.count; i += step) {
        u64 size = a.pixels * a.channels, image = i / size, rest = i % size;
        u64 c = a.y_last ? rest % a.channels : rest / a.pixels;
        u64 pixel = a.y_last ? rest / a.channels : rest % a.pixels;
        u64 at = image * size + (a.x_last ? pixel * a.channels + c : c * a.pixels + pixel);
        double mean = a.mean != 0 ? cast<double>(a.mean[c]) : 0;
        double deviation = a.deviation != 0 ? cast<double>(a.deviation[c]) : 1;
        a.y[i] = cast<Y>(cast<double>(a.x[at]) * (a.scale / deviation) - mean / deviation);
    }
}
