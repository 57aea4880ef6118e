/* loss_scale.cu - updates the scale of a loss; loss_scale.c explains it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
struct loss_scale_args {
    guard g;
    float *state; /* scale, inverse, good steps, skipped steps */
    double growth, backoff;
    i64 interval;
    u32 *seen; /* 1 if all norms of earlier launches are finite; NULL if there is one launch */
    u32 count, begins, ends, unused;
    scalar norm[NORMS];
};

KERNEL(loss_scale, loss_scale_args) {
    if (!begin(a.g) || !is_first_thread()) return;
    const double smallest = 0x1p-126;
    float *state = a.state;
    bool good = a.begins || *a.seen != 0;
    for (u32 i = 0; i < a.count; i++) {
        double norm = value_of(a.norm[i]);
        good &= norm - norm == 0;
    }
    if (!a.ends) {
        *a.seen = good;
        return;
    }
    double scale = (double)state[0];
    bool sane = scale - scale == 0 && scale > 0;
    good &= sane;
    if (!(state[2] >= 0)) state[2] = 0;
    if (!(state[3] >= 0 && state[3] - state[3] == 0)) state[3] = 0;
    if (!good) {
        scale = sane ? scale * a.backoff : 65536.0;
        state[2] = 0;
        state[3] += 1;
    } else if ((state[2] += 1) >= (float)a.interval) {
        scale *= a.growth;
        state[2] = 0;
    }
    double most = 1 / smallest;
    scale = scale > most ? most : scale < smallest ? smallest : scale;
    state[0] = (float)scale;
    state[1] = (float)(1 / (double)state[0]);
}
