/* sort_template.h - the sorts for one element type; sort_keys.c includes this file once for each
 * type.
 *
 * The including file defines S(name), which makes a name for this type; T, the type; KEY(x), the
 * sort key; DIGIT(x, d), digit d of the key, where digit 0 is the lowest; and DIGITS, the number of
 * digits.
 *
 * SPDX-License-Identifier: Apache-2.0 */

static void S(insert)(T *a, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        T x = a[i];
        int64_t j = i;
        for (; j > 0 && KEY(x) < KEY(a[j - 1]); j--) a[j] = a[j - 1];
        a[j] = x;
    }
}

/* Merge two sorted runs; on a tie the element of the left run comes first. */
static void S(merge)(T *to, const T *a, int64_t n, const T *b, int64_t m) {
    while (n > 0 && m > 0) {
        /* Written without a branch, which would be mispredicted half the time. */
        int64_t right = KEY(*b) < KEY(*a);
        const T *least = right ? b : a;
        *to++ = *least;
        b += right, m -= right;
        a += 1 - right, n -= 1 - right;
    }
    memcpy(to, a, (size_t)n * sizeof *to);
    memcpy(to + n, b, (size_t)m * sizeof *to);
}

static void S(merge_all)(T *a, T *other, int64_t n) {
    T *from = a, *to = other;
    for (int64_t i = 0; i < n; i += INSERTION_MAX)
        S(insert)(a + i, n - i < INSERTION_MAX ? n - i : INSERTION_MAX);
    for (int64_t width = INSERTION_MAX; width < n; width *= 2) {
        for (int64_t i = 0; i < n; i += 2 * width) {
            int64_t left = n - i < width ? n - i : width;
            int64_t right = n - i - left < width ? n - i - left : width;
            S(merge)(to + i, from + i, left, from + i + left, right);
        }
        T *t = from;
        from = to, to = t;
    }
    if (from != a) memcpy(a, from, (size_t)n * sizeof *a);
}

/* LSD radix sort: each pass sorts by one digit, starting from the lowest, and is stable. */
static void S(radix)(T *a, T *other, int64_t n) {
    uint32_t count[DIGITS][VALUES];
    T *from = a, *to = other;
    memset(count, 0, sizeof count);
    for (int64_t i = 0; i < n; i++)
        for (int d = 0; d < DIGITS; d++) count[d][DIGIT(a[i], d)]++;
    for (int d = 0; d < DIGITS; d++) {
        if (count[d][DIGIT(a[0], d)] == (uint32_t)n)
            continue; /* all elements have the same value of this digit */
        uint32_t sum = 0;
        for (int j = 0; j < VALUES; j++) {
            uint32_t here = count[d][j];
            count[d][j] = sum;
            sum += here;
        }
        for (int64_t i = 0; i < n; i++) to[count[d][DIGIT(from[i], d)]++] = from[i];
        T *t = from;
        from = to, to = t;
    }
    if (from != a) memcpy(a, from, (size_t)n * sizeof *a);
}

static void S(sort)(void *a, void *other, int64_t n) {
    if (n <= INSERTION_MAX)
        S(insert)(a, n);
    else if (n <= MERGE_MAX * DIGITS)
        S(merge_all)(a, other, n);
    else
        S(radix)(a, other, n);
}

/* ---- One digit of a long row, by pieces ------------------------------------------------------ */

static void S(count)(const pass *p, int64_t *count, int64_t begin, int64_t end) {
    const T *from = p->from;
    memset(count, 0, VALUES * sizeof *count);
    for (int64_t i = begin; i < end; i++) count[DIGIT(from[i], p->digit)]++;
}

static void S(place)(const pass *p, int64_t *place, int64_t begin, int64_t end) {
    const T *from = p->from;
    T *to = p->to;
    for (int64_t i = begin; i < end; i++) to[place[DIGIT(from[i], p->digit)]++] = from[i];
}

#undef S
#undef T
#undef KEY
#undef DIGIT
#undef DIGITS
