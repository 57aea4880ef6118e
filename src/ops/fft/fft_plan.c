/* fft_plan.c - the factorisation of a Fourier transform into short transforms, and its tables.
 *
 * Tables are computed in double precision from sines and cosines of at most pi/4, and rounded once.
 * They are cached by length and precision.  The cache holds a limited number of plans and bytes;
 * the least recently used plan that is not in use is evicted first.
 *
 * The lock is a word that holds the id of the process that acquired it.  If a thread held the lock
 * when the process forked, the child finds its parent's id in the lock, takes over the lock and
 * starts with an empty cache.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/fft/fft_plan.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"

/* ---- Factoring ------------------------------------------------------------------------------- */

static bool is_smooth(int64_t n) {
    for (int64_t p = 2; p <= WR_FFT_PRIME_MAX; p++)
        while (n % p == 0) n /= p;
    return n == 1;
}

/* Factor n into `passes` radices of about equal size that fit a tile.  For all radices but the
 * last, multiples of 16 are preferred, because the product of the earlier radices is the number of
 * contiguous lanes in the next pass.  Return false if there is no such factorisation. */
static bool cut_into(int64_t n, int passes, int32_t *radix) {
    if (passes == 1) {
        radix[0] = (int32_t)n;
        return n <= WR_FFT_CORE_MAX;
    }
    double ideal = pow((double)n, 1.0 / passes);
    for (int aligned = 1; aligned >= 0; aligned--) {
        bool tried[WR_FFT_CORE_MAX + 1] = {false};
        for (;;) {
            int64_t best = 0;
            for (int64_t r = 2; r <= WR_FFT_CORE_MAX; r++) {
                if (tried[r] || n % r != 0 || (aligned && r % WR_FFT_NEAR != 0)) continue;
                if (best == 0 || fabs(log((double)r / ideal)) < fabs(log((double)best / ideal)))
                    best = r;
            }
            if (best == 0) break;
            tried[best] = true;
            radix[0] = (int32_t)best;
            if (cut_into(n / best, passes - 1, radix + 1)) return true;
        }
    }
    return false;
}

void wr_fft_cut_of(int64_t n, wr_fft_cut *cut) {
    *cut = (wr_fft_cut){.n = n};
    int64_t length = n;
    if (!is_smooth(n)) { /* pad to the smallest length odd[i] * 2^j that holds the convolution */
        static const int64_t odd[] = {1, 3, 5, 9};
        for (int i = 0; i < 4; i++) {
            int64_t m = odd[i];
            while (m < 2 * n - 1) m *= 2;
            if (cut->padded == 0 || m < cut->padded) cut->padded = m;
        }
        length = cut->padded;
    }
    cut->passes = 1;
    while (!cut_into(length, cut->passes, cut->radix)) cut->passes++;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Compute e^(-2 pi i j/n), 0 <= j < n. */
static void root(int64_t j, int64_t n, double *re, double *im) {
    int64_t eighth = 8 * j / n, rest = 8 * j - eighth * n;
    if (eighth & 1) rest = n - rest;
    double angle = 0.78539816339744830962 * ((double)rest / (double)n);
    double c = cos(angle), s = sin(angle), x, y;
    /* the root is closer to the imaginary axis than to the real axis */
    bool steep = ((eighth + 1) & 2) != 0;
    x = steep ? s : c;
    y = steep ? c : s;
    if (eighth >= 2 && eighth < 6) x = -x;
    if (eighth >= 4) y = -y;
    *re = x;
    *im = -y;
}

/* All tables are in one block of memory.  They are laid out twice: first with block == NULL, to
 * compute the size of the block, and then in the allocated block. */
typedef struct maker {
    char *block;
    size_t bytes;
    bool wide;
} maker;

static void *take(maker *m, int64_t pairs) {
    size_t at = m->bytes, each = m->wide ? 16 : 8;
    m->bytes += wr_round_up((uint64_t)pairs * each, WR_CACHE_LINE);
    return m->block != NULL ? m->block + at : NULL;
}

static void put_real(const maker *m, void *table, int64_t at, double value) {
    if (m->wide)
        ((double *)table)[at] = value;
    else
        ((float *)table)[at] = (float)value;
}

static void put_root(const maker *m, void *table, int64_t at, int64_t j, int64_t n) {
    double re, im;
    root(j % n, n, &re, &im);
    put_real(m, table, 2 * at, re);
    put_real(m, table, 2 * at + 1, im);
}

/* Make the table of w^(p * k) for p = 0, step, 2 * step, ... < m and first <= k < r. */
static const void *make_factors(maker *mk, int64_t n, int64_t m, int64_t step, int64_t first,
                                int64_t r) {
    void *table = take(mk, (m + step - 1) / step * (r - first));
    int64_t at = 0;
    for (int64_t p = 0; table != NULL && p < m; p += step)
        for (int64_t k = first; k < r; k++) put_root(mk, table, at++, p * k, n);
    return table;
}

static const void *make_near(maker *m, int64_t n, int64_t r) {
    void *table = take(m, r * WR_FFT_NEAR);
    for (int64_t k = 0; table != NULL && k < r; k++)
        for (int64_t p = 0; p < WR_FFT_NEAR; p++) {
            double re, im;
            root(p * k % n, n, &re, &im);
            put_real(m, table, 2 * WR_FFT_NEAR * k + p, re);
            put_real(m, table, 2 * WR_FFT_NEAR * k + WR_FFT_NEAR + p, im);
        }
    return table;
}

static void make_core(maker *m, wr_fft_core *c, int32_t r) {
    static const uint8_t radices[] = {8, 4, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};
    *c = (wr_fft_core){.r = r};
    int32_t left = r;
    for (size_t i = 0; left > 1; i++) {
        int32_t radix = radices[i];
        while (left % radix == 0 && !(radix == 8 && left % 32 == 16)) {
            c->radix[c->steps] = radix;
            c->factors[c->steps] = make_factors(m, left, left / radix, 1, 1, radix);
            if (radix % 2 != 0) c->roots[c->steps] = make_factors(m, radix, 2, 1, 0, radix);
            c->steps++;
            left /= radix;
        }
    }
    /* make_factors stored the factors for p = 0 and p = 1; the roots are those for p = 1. */
    size_t each = m->wide ? 16 : 8;
    for (int i = 0; i < c->steps; i++)
        if (c->roots[i] != NULL)
            c->roots[i] = (const char *)c->roots[i] + (size_t)c->radix[i] * each;
}

static void make_passes(maker *m, wr_fft_plan *p) {
    int64_t left = p->cut.padded != 0 ? p->cut.padded : p->cut.n, before = 1;
    for (int i = 0; i < p->cut.passes; i++) {
        wr_fft_pass *pass = &p->pass[i];
        int32_t r = p->cut.radix[i];
        make_core(m, &pass->core, r);
        pass->m = left / r;
        pass->before = before;
        pass->far = pass->near = NULL;
        if (pass->m > 1) {
            pass->far = make_factors(m, left, pass->m, i == 0 ? WR_FFT_NEAR : 1, 0, r);
            if (i == 0) pass->near = make_near(m, left, r);
        }
        before *= r;
        left /= r;
    }
}

static void make_halves(maker *m, wr_fft_plan *p) {
    int64_t n = p->cut.n;
    void *table = take(m, n / 2 + 1);
    for (int64_t k = 0; table != NULL && k <= n / 2; k++) put_root(m, table, k, k, 2 * n);
    p->halves = table;
}

/* Return j * j modulo 2 * n; the product may exceed 64 bits. */
static int64_t square(int64_t j, int64_t n) {
    return (int64_t)((unsigned __int128)j * j % (2 * n));
}

static void make_chirp(maker *m, wr_fft_plan *p) {
    int64_t n = p->cut.n;
    void *chirp = take(m, n);
    for (int64_t j = 0; chirp != NULL && j < n; j++) put_root(m, chirp, j, square(j, n), 2 * n);
    p->chirp = chirp;
    p->filter = take(m, p->cut.padded);
}

static void make_tables(maker *m, wr_fft_plan *p) {
    make_passes(m, p);
    if (p->has_halves) make_halves(m, p);
    if (p->cut.padded != 0) make_chirp(m, p);
}

static void destroy(wr_fft_plan *p) {
    if (p == NULL) return;
    const wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_free(&memory, p->block, p->bytes);
    wr_free(&memory, p, sizeof *p);
}

/* Make a plan without its filter. */
static wr_fft_plan *make_plan(const wr_fft_cut *cut, bool wide, bool halves) {
    const wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_fft_plan *p = wr_alloc_zero(&memory, sizeof *p, _Alignof(wr_fft_plan));
    if (p == NULL) return NULL;
    *p = (wr_fft_plan){.cut = *cut, .wide = wide, .has_halves = halves, .users = 1};
    maker m = {.wide = wide};
    make_tables(&m, p);
    p->bytes = m.bytes;
    p->block = wr_alloc(&memory, p->bytes, WR_CACHE_LINE);
    if (p->block == NULL) {
        wr_free(&memory, p, sizeof *p);
        return NULL;
    }
    m = (maker){.block = p->block, .wide = wide};
    make_tables(&m, p);
    return p;
}

/* Compute the filter: the transform of the conjugate of the chirp, extended symmetrically to
 * negative indices.  It is computed in double precision at the portable SIMD level, so that it is
 * the same on every machine.  `line` is the plan for length `padded`; `work` has space for three
 * lines. */
static void make_filter(wr_fft_plan *p, const wr_fft_plan *line, double *work) {
    int64_t n = p->cut.n, padded = p->cut.padded;
    const maker m = {.wide = p->wide};
    memset(work, 0, (size_t)padded * 16);
    for (int64_t j = 0; j < n; j++) {
        double re, im;
        root(square(j, n), 2 * n, &re, &im);
        for (int side = 0; side < 2; side++) {
            int64_t at = side == 0 ? j : (padded - j) % padded;
            work[2 * at] = re / (double)padded;
            work[2 * at + 1] = -im / (double)padded;
        }
    }
    wr_fft_line(wr_simd_get(WEIR_CPU_PORTABLE), line, work, work + 2 * padded);
    for (int64_t i = 0; i < 2 * padded; i++) put_real(&m, p->filter, i, work[i]);
}

static wr_fft_plan *make(int64_t n, bool wide, bool halves) {
    const wr_memory memory = wr_memory_of(NULL, NULL, NULL);
    wr_fft_cut cut, inner;
    wr_fft_cut_of(n, &cut);
    wr_fft_plan *p = make_plan(&cut, wide, halves);
    if (p == NULL || cut.padded == 0) return p;
    wr_fft_cut_of(cut.padded, &inner);
    size_t bytes = (size_t)cut.padded * 48;
    wr_fft_plan *line = make_plan(&inner, true, false);
    double *work = wr_alloc(&memory, bytes, WR_CACHE_LINE);
    if (line != NULL && work != NULL) {
        make_filter(p, line, work);
    } else {
        destroy(p);
        p = NULL;
    }
    wr_free(&memory, work, bytes);
    destroy(line);
    return p;
}

/* ---- The cache ------------------------------------------------------------------------------- */

enum { CACHED = WR_SIZE(64, 2) };
#define CACHED_BYTES ((size_t)64 << 20)

/* The lock: the id of the process whose thread holds the lock, or 0.  Accessed by any thread, with
 * acquire order to lock and release order to unlock. */
static atomic_int owner;

/* The variables of the cache, protected by the lock. */
static wr_fft_plan *cached[CACHED];
static uint64_t clock_now;

static void lock(void) {
    int me = (int)getpid();
    for (;;) {
        int found = 0;
        if (atomic_compare_exchange_weak_explicit(&owner, &found, me, memory_order_acquire,
                                                  memory_order_relaxed))
            return;
        if (found != 0 && found != me &&
            atomic_compare_exchange_strong_explicit(&owner, &found, me, memory_order_acquire,
                                                    memory_order_relaxed)) {
            /* A thread of the parent may have been changing the cache when the process forked, so
             * start with an empty cache. */
            memset(cached, 0, sizeof cached);
            return;
        }
        sched_yield();
    }
}

static void unlock(void) { atomic_store_explicit(&owner, 0, memory_order_release); }

static wr_fft_plan *find(int64_t n, bool wide, bool halves) {
    for (int i = 0; i < CACHED; i++)
        if (cached[i] != NULL && cached[i]->cut.n == n && cached[i]->wide == wide &&
            (cached[i]->has_halves || !halves))
            return cached[i];
    return NULL;
}

/* Remove the least recently used plan that is not in use from the cache and return it; NULL if
 * there is none. */
static wr_fft_plan *evict(void) {
    int oldest = -1;
    for (int i = 0; i < CACHED; i++)
        if (cached[i] != NULL && cached[i]->users == 0 &&
            (oldest < 0 || cached[i]->used < cached[oldest]->used))
            oldest = i;
    if (oldest < 0) return NULL;
    wr_fft_plan *p = cached[oldest];
    cached[oldest] = NULL;
    return p;
}

static bool has_space(size_t bytes, int *entry) {
    size_t all = bytes;
    *entry = -1;
    for (int i = 0; i < CACHED; i++) {
        if (cached[i] == NULL)
            *entry = i;
        else
            all += cached[i]->bytes;
    }
    return *entry >= 0 && all <= CACHED_BYTES;
}

/* Add a new plan to the cache if there is space or plans can be evicted. */
static void add(wr_fft_plan *p) {
    int entry;
    while (!has_space(p->bytes, &entry)) {
        wr_fft_plan *old = evict();
        if (old == NULL) return;
        destroy(old);
    }
    cached[entry] = p;
}

wr_fft_plan *wr_fft_plan_take(int64_t n, bool wide, bool halves) {
    lock();
    wr_fft_plan *p = find(n, wide, halves);
    if (p != NULL) p->users++, p->used = ++clock_now;
    unlock();
    if (p != NULL) return p;
    wr_fft_plan *made = make(n, wide, halves);
    if (made == NULL) return NULL;
    lock();
    p = find(n, wide, halves); /* another thread may have added the plan in the meantime */
    if (p != NULL) {
        p->users++;
    } else {
        add(made);
        p = made;
    }
    p->used = ++clock_now;
    unlock();
    if (p != made) destroy(made);
    return p;
}

void wr_fft_plan_give(wr_fft_plan *p) {
    if (p == NULL) return;
    bool stays = false;
    lock();
    p->users--;
    for (int i = 0; i < CACHED; i++) stays |= cached[i] == p;
    bool gone = !stays && p->users == 0;
    unlock();
    if (gone) destroy(p);
}
