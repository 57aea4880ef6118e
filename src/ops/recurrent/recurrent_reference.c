/* recurrent_reference.c - the reference kernels of recurrent layers, which compute row by row in
 * double precision.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "ops/recurrent/recurrent_walk.h"

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

/* Return element i of a view, or 0 if the view is absent. */
static double get(const weir_view *v, int64_t i) { return v != NULL ? wr_view_get(v, i) : 0; }
static void put(const weir_view *v, int64_t i, double value) {
    if (v != NULL) wr_view_put(v, i, value);
}

typedef struct walk {
    const wr_recurrent *g;
    const weir_view *const *at;
    int64_t *length;
    /* for one row: the state (h, c), and the contributions to the gates from the inputs (z) and
     * from the state (m) */
    double *h, *c, *z, *m;
    /* for all rows and time steps: the gradients of z and m, gates * units elements each */
    double *dz;
} walk;

/* Allocate all arrays in one block. */
static weir_status begin(walk *w, const weir_kernel *k, const wr_recurrent *g,
                         wr_recurrent_views views, double **block, size_t *bytes) {
    const wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    int64_t h = g->units, rows = g->gates * h;
    int64_t count = g->batch + 2 * h + 2 * rows + 2 * rows * g->steps * g->batch + 1;
    *bytes = (size_t)count * sizeof(double);
    *block = wr_alloc_zero(&memory, *bytes, WR_CACHE_LINE);
    if (*block == NULL)
        return wr_kernel_fail(k, WEIR_ENOMEM, "out of memory in the reference kernel");
    *w = (walk){.g = g, .at = views, .length = (int64_t *)(void *)*block};
    w->h = *block + g->batch;
    w->c = w->h + h;
    w->z = w->c + h;
    w->m = w->z + rows;
    w->dz = w->m + rows;
    return wr_recurrent_lengths(k, g, views[WR_LENGTHS], w->length);
}

static void end(double *block, size_t bytes) {
    const wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_free(&memory, block, bytes);
}

/* ---- Forward --------------------------------------------------------------------------------- */

static void sum_gates(walk *w, int64_t row) {
    const wr_recurrent *g = w->g;
    for (int64_t i = 0; i < g->gates * g->units; i++) {
        w->z[i] = get(w->at[WR_B_IH], i);
        w->m[i] = get(w->at[WR_B_HH], i);
        for (int64_t c = 0; c < g->inputs; c++)
            w->z[i] +=
                get(w->at[WR_X], row * g->inputs + c) * get(w->at[WR_W_IH], i * g->inputs + c);
        for (int64_t c = 0; c < g->units; c++)
            w->m[i] += w->h[c] * get(w->at[WR_W_HH], i * g->units + c);
    }
}

/* Compute the new state of unit u and its saved values. */
static void forward_unit(walk *w, int64_t u, double saved[5]) {
    int64_t h = w->g->units;
    double a[4] = {0};
    for (int k = 0; k < w->g->gates; k++) a[k] = w->z[k * h + u] + w->m[k * h + u];
    switch (w->g->cell) {
    case WR_CELL_TANH: w->h[u] = tanh(a[0]); break;
    case WR_CELL_RELU: w->h[u] = a[0] <= 0 ? 0 : a[0]; break;
    case WR_CELL_LSTM:
        saved[0] = sigmoid(a[0]), saved[1] = sigmoid(a[1]);
        saved[2] = tanh(a[2]), saved[3] = sigmoid(a[3]);
        saved[4] = w->c[u] = saved[1] * w->c[u] + saved[0] * saved[2];
        w->h[u] = saved[3] * tanh(w->c[u]);
        break;
    case WR_CELL_GRU:
        saved[0] = sigmoid(a[0]), saved[1] = sigmoid(a[1]);
        saved[3] = w->m[2 * h + u];
        saved[2] = tanh(w->z[2 * h + u] + saved[0] * saved[3]);
        w->h[u] = (1 - saved[1]) * saved[2] + saved[1] * w->h[u];
        break;
    }
}

weir_status wr_recurrent_forward_reference(const weir_kernel *k, const wr_recurrent *g,
                                           wr_recurrent_views views) {
    walk w;
    double *block;
    size_t bytes;
    int64_t h = g->units;
    weir_status status = begin(&w, k, g, views, &block, &bytes);
    for (int64_t n = 0; status == WEIR_OK && n < g->batch; n++) {
        for (int64_t u = 0; u < h; u++) {
            w.h[u] = get(views[WR_H0], n * h + u);
            w.c[u] = get(views[WR_C0], n * h + u);
        }
        for (int64_t i = 0; i < g->steps; i++) {
            int64_t t = g->reverse ? g->steps - 1 - i : i, row = t * g->batch + n;
            bool happens = t < w.length[n];
            if (happens) sum_gates(&w, row);
            for (int64_t u = 0; u < h; u++) {
                double saved[5] = {0};
                if (happens) forward_unit(&w, u, saved);
                put(views[WR_Y], row * h + u, happens ? w.h[u] : 0);
                for (int s = 0; s < g->saved; s++)
                    put(views[WR_SAVED], (row * g->saved + s) * h + u, saved[s]);
            }
        }
        for (int64_t u = 0; u < h; u++) {
            put(views[WR_H_N], n * h + u, w.h[u]);
            put(views[WR_C_N], n * h + u, w.c[u]);
        }
    }
    end(block, bytes);
    return status;
}

/* ---- Backward -------------------------------------------------------------------------------- */

/* Return unit u of the state of row n before time step t: of c if `cell` is set, otherwise of h. */
static double before(const walk *w, int64_t t, int64_t n, int64_t u, bool cell) {
    const wr_recurrent *g = w->g;
    if (wr_recurrent_starts(g, t, w->length[n]))
        return get(w->at[cell ? WR_C0 : WR_H0], n * g->units + u);
    int64_t row = (g->reverse ? t + 1 : t - 1) * g->batch + n;
    return cell ? get(w->at[WR_SAVED], (row * g->saved + 4) * g->units + u)
                : get(w->at[WR_Y], row * g->units + u);
}

/* Compute dz and dm, the gradients of z and m, for unit u.  On entry w->h and w->c hold the
 * gradients of the state after the time step; on exit they hold the gradients of the state before
 * it, without the contribution through the recurrent weights. */
static void backward_unit(walk *w, int64_t t, int64_t n, int64_t u, double *dz, double *dm) {
    const wr_recurrent *g = w->g;
    int64_t h = g->units, row = t * g->batch + n;
    double s[5] = {0}, d[5] = {0}, y = get(w->at[WR_Y], row * h + u);
    for (int k = 0; k < g->saved; k++) {
        s[k] = get(w->at[WR_SAVED], (row * g->saved + k) * h + u);
        d[k] = get(w->at[WR_SAVED + WR_D], (row * g->saved + k) * h + u);
    }
    double dh = w->h[u] + get(w->at[WR_Y + WR_D], row * h + u);
    w->h[u] = 0;
    switch (g->cell) {
    case WR_CELL_TANH: dz[u] = dh * (1 - y * y); break;
    case WR_CELL_RELU: dz[u] = y <= 0 ? 0 : dh; break;
    case WR_CELL_LSTM: {
        double out = tanh(s[4]), dc = w->c[u] + d[4] + dh * s[3] * (1 - out * out);
        dz[u] = (dc * s[2] + d[0]) * s[0] * (1 - s[0]);
        dz[h + u] = (dc * before(w, t, n, u, true) + d[1]) * s[1] * (1 - s[1]);
        dz[2 * h + u] = (dc * s[0] + d[2]) * (1 - s[2] * s[2]);
        dz[3 * h + u] = (dh * out + d[3]) * s[3] * (1 - s[3]);
        w->c[u] = dc * s[1];
        break;
    }
    case WR_CELL_GRU: {
        double dn = (dh * (1 - s[1]) + d[2]) * (1 - s[2] * s[2]);
        dz[u] = (dn * s[3] + d[0]) * s[0] * (1 - s[0]);
        dz[h + u] = (dh * (before(w, t, n, u, false) - s[2]) + d[1]) * s[1] * (1 - s[1]);
        dz[2 * h + u] = dn;
        dm[2 * h + u] = dn * s[0] + d[3];
        w->h[u] = dh * s[1];
        break;
    }
    }
    int same = g->cell == WR_CELL_GRU ? 2 : g->gates;
    for (int k = 0; k < same; k++) dm[k * h + u] = dz[k * h + u];
}

static void backward_row(walk *w, int64_t n) {
    const wr_recurrent *g = w->g;
    int64_t h = g->units, rows = g->gates * h;
    for (int64_t u = 0; u < h; u++) {
        w->h[u] = get(w->at[WR_H_N + WR_D], n * h + u);
        w->c[u] = get(w->at[WR_C_N + WR_D], n * h + u);
    }
    for (int64_t i = g->steps - 1; i >= 0; i--) {
        int64_t t = g->reverse ? g->steps - 1 - i : i;
        double *dz = w->dz + (t * g->batch + n) * 2 * rows, *dm = dz + rows;
        /* After the end of the row dm is zero, but it is still multiplied by the weights, as in the
         * kernel, so that NaN in the weights has the same effect. */
        for (int64_t u = 0; u < h && t < w->length[n]; u++) backward_unit(w, t, n, u, dz, dm);
        for (int64_t u = 0; u < h; u++)
            for (int64_t r = 0; r < rows; r++) w->h[u] += dm[r] * get(w->at[WR_W_HH], r * h + u);
    }
    for (int64_t u = 0; u < h; u++) {
        put(w->at[WR_H0 + WR_D], n * h + u, w->h[u]);
        put(w->at[WR_C0 + WR_D], n * h + u, w->c[u]);
    }
}

/* Compute the gradients of row r of both weights and of element r of both biases. */
static void weight_gradients(const walk *w, int64_t r) {
    const wr_recurrent *g = w->g;
    int64_t rows = g->gates * g->units, all = g->steps * g->batch, c = g->inputs, h = g->units;
    double ih = 0, hh = 0;
    for (int64_t i = 0; i < all; i++) {
        ih += w->dz[i * 2 * rows + r];
        hh += w->dz[i * 2 * rows + rows + r];
    }
    put(w->at[WR_B_IH + WR_D], r, ih);
    put(w->at[WR_B_HH + WR_D], r, hh);
    for (int64_t j = 0; j < c; j++) {
        double sum = 0;
        for (int64_t i = 0; i < all; i++)
            sum += w->dz[i * 2 * rows + r] * get(w->at[WR_X], i * c + j);
        put(w->at[WR_W_IH + WR_D], r * c + j, sum);
    }
    for (int64_t u = 0; u < h; u++) {
        double sum = 0;
        for (int64_t i = 0; i < all; i++) {
            int64_t t = i / g->batch, n = i % g->batch;
            if (t < w->length[n]) sum += w->dz[i * 2 * rows + rows + r] * before(w, t, n, u, false);
        }
        put(w->at[WR_W_HH + WR_D], r * h + u, sum);
    }
}

weir_status wr_recurrent_backward_reference(const weir_kernel *k, const wr_recurrent *g,
                                            wr_recurrent_views views) {
    walk w;
    double *block;
    size_t bytes;
    int64_t rows = g->gates * g->units;
    weir_status status = begin(&w, k, g, views, &block, &bytes);
    if (status == WEIR_OK) {
        for (int64_t n = 0; n < g->batch; n++) backward_row(&w, n);
        for (int64_t r = 0; r < rows; r++) weight_gradients(&w, r);
        for (int64_t i = 0; i < g->steps * g->batch * g->inputs; i++) {
            double sum = 0;
            for (int64_t r = 0; r < rows; r++)
                sum += w.dz[i / g->inputs * 2 * rows + r] *
                       get(views[WR_W_IH], r * g->inputs + i % g->inputs);
            put(views[WR_X + WR_D], i, sum);
        }
    }
    end(block, bytes);
    return status;
}
