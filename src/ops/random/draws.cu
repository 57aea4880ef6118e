/* draws.cu - random samples by rejection, inversion and transformation, one at a time.
 *
 * This text is compiled as C, for distributions.c, and as CUDA.  It needs DRAW (how functions are
 * declared), PHILOX, IS_FINITE, NOT_A_NUMBER, and the types u32, u64 and i64.
 *
 * The stream of an element is a sequence of Philox blocks: block j of element i is the call's block
 * number i + 2^40 * j.  Each call has its own number, so no other call uses these blocks.
 *
 * Two rules keep the tails of the distributions accurate.  A uniform variate u is never 0 or 1.
 * Where -ln u is needed, it is drawn as an exponential variate, which is as accurate for u near 1
 * as for u near 0.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define PI 3.14159265358979323846

/* ---- The stream of one element --------------------------------------------------------------- */

struct draw {
    u64 seed, call;
    u64 block; /* index of the next block */
    u32 word[4];
    int left; /* number of unused 64-bit halves of `word` */
};

DRAW struct draw begin_draw(u64 seed, u64 call, u64 element) {
    struct draw d;
    d.seed = seed;
    d.call = call;
    d.block = element & (((u64)1 << 40) - 1);
    d.left = 0;
    return d;
}

DRAW u64 bits(struct draw *d) {
    if (d->left == 0) {
        PHILOX(d->seed, d->call, d->block, d->word);
        d->block += (u64)1 << 40;
        d->left = 2;
    }
    const u32 *half = d->word + 2 * (2 - d->left--);
    return (u64)half[1] << 32 | half[0];
}

/* Return a uniform variate in (0, 1), symmetric about 1/2. */
DRAW double uniform(struct draw *d) { return ((double)(bits(d) >> 12) + 0.5) * 0x1p-52; }

/* Return a uniform variate in (-1/2, 1/2) that is never 0 and has full precision near 0. */
DRAW double centred(struct draw *d) { return (double)(i64)bits(d) * 0x1p-64 + 0x1p-65; }

/* Return -ln u for a uniform u in (0, 1).  `near` is u or u - 1, whichever is closer to 0. */
DRAW double exponential(struct draw *d) {
    double near = centred(d);
    return near > 0 ? -log(near) : -log1p(near);
}

DRAW double normal(struct draw *d) {
    double radius = sqrt(2 * exponential(d));
    return radius * cos(2 * PI * centred(d));
}

DRAW i64 to_count(double k) { return k < 0x1p63 ? (i64)k : (i64)(~(u64)0 >> 1); }

/* ---- Gamma and its relatives ----------------------------------------------------------------- */

/* Return a standard gamma variate for shape >= 1.  Marsaglia and Tsang, "A simple method for
 * generating gamma variables" (2000).  With t = shape - 1/3 and y = x / sqrt(9 * t), the candidate
 * is t * (1 + y)^3; its logarithm is computed by log1p(y), so that the difference of two nearly
 * equal terms is accurate even for large shapes. */
DRAW double gamma_from_one(struct draw *d, double shape) {
    double third = shape - 1.0 / 3, step = 1 / (3 * sqrt(third));
    for (;;) {
        double x = normal(d), y = step * x;
        if (y <= -1) continue;
        double v = y * (3 + y * (3 + y)); /* (1 + y)^3 - 1 */
        if (exponential(d) > third * (v - 3 * log1p(y)) - 0.5 * x * x) return third * (1 + v);
    }
}

/* Return a gamma variate of scale 1.  For a shape below 1, it is a gamma variate of shape + 1,
 * times u^(1/shape). */
DRAW double standard_gamma(struct draw *d, double shape) {
    if (shape >= 1) return gamma_from_one(d, shape);
    if (shape == 0) return 0;
    double g = gamma_from_one(d, shape + 1);
    return g * exp(-exponential(d) / shape);
}

/* Return the logarithm of a gamma variate; for small shapes the variate itself would underflow. */
DRAW double log_gamma(struct draw *d, double shape) {
    if (shape >= 1) return log(gamma_from_one(d, shape));
    double g = log(gamma_from_one(d, shape + 1));
    return g - exponential(d) / shape;
}

DRAW double draw_gamma(struct draw *d, double shape, double scale) {
    if (!(shape >= 0 && IS_FINITE(shape))) return NOT_A_NUMBER;
    return scale * standard_gamma(d, shape);
}

DRAW double draw_chi_square(struct draw *d, double degrees) {
    return draw_gamma(d, degrees / 2, 2);
}

/* Return x / (x + y) for gamma variates x and y.  For tiny shapes even their logarithms overflow;
 * the result is then 0 or 1. */
DRAW double draw_beta(struct draw *d, double a, double b) {
    if (!(a > 0 && b > 0 && IS_FINITE(a) && IS_FINITE(b))) return NOT_A_NUMBER;
    double x = log_gamma(d, a), y = log_gamma(d, b);
    if (!IS_FINITE(x) && !IS_FINITE(y)) return uniform(d) * (a + b) < a;
    return 1 / (1 + exp(y - x));
}

DRAW double draw_student_t(struct draw *d, double degrees) {
    if (!(degrees > 0 && IS_FINITE(degrees))) return NOT_A_NUMBER;
    double x = normal(d), g = log_gamma(d, degrees / 2);
    return x * exp(0.5 * (log(degrees / 2) - g));
}

/* ---- By transformation ----------------------------------------------------------------------- */

DRAW double draw_gumbel(struct draw *d, double mode, double scale) {
    return mode - scale * log(exponential(d));
}

DRAW double draw_laplace(struct draw *d, double mean, double scale) {
    double x = exponential(d);
    return mean + scale * (bits(d) >> 63 ? x : -x);
}

DRAW double draw_logistic(struct draw *d, double mean, double scale) {
    return mean + scale * log(expm1(exponential(d)));
}

/* The cotangent is used, because then the tails come from angles near 0, which are accurate. */
DRAW double draw_cauchy(struct draw *d, double median, double scale) {
    return median + scale / tan(PI * centred(d));
}

DRAW double draw_lognormal(struct draw *d, double mean, double deviation) {
    return exp(mean + deviation * normal(d));
}

DRAW double draw_weibull(struct draw *d, double shape, double scale) {
    if (!(shape > 0 && IS_FINITE(shape))) return NOT_A_NUMBER;
    return scale * pow(exponential(d), 1 / shape);
}

/* Best and Fisher, "Efficient simulation of the von Mises distribution" (1979): rejection from a
 * wrapped Cauchy distribution.  For a concentration above 10^6 the distribution is normal to within
 * 10^-6. */
DRAW double draw_von_mises(struct draw *d, double mean, double concentration) {
    if (!(concentration >= 0 && IS_FINITE(concentration) && IS_FINITE(mean))) return NOT_A_NUMBER;
    double angle;
    if (concentration < 1e-8) {
        angle = 2 * PI * centred(d);
    } else if (concentration > 1e6) {
        angle = normal(d) / sqrt(concentration);
    } else {
        double s = 0.5 / concentration, r = s + sqrt(1 + s * s), z, ratio;
        do {
            z = cos(PI * uniform(d));
            ratio = z / (r + z);
        } while (exponential(d) < -log1p(-ratio) - ratio);
        double cosine = (1 + r * z) / (r + z);
        angle = acos(fmin(1, fmax(-1, cosine)));
        if (bits(d) >> 63) angle = -angle;
    }
    return remainder(mean + angle, 2 * PI);
}

/* ---- Truncated normal ------------------------------------------------------------------------ */

/* Return a standard normal variate in [low, high], 0 <= low.  Robert, "Simulation of truncated
 * normal variables" (1995): rejection with an exponential proposal of optimal rate starting at low
 * or, if the interval is short, with a uniform proposal. */
DRAW double normal_tail(struct draw *d, double low, double high) {
    double rate = (low + sqrt(low * low + 4)) / 2;
    if ((high - low) * rate > 1) {
        for (;;) {
            double x = low + exponential(d) / rate, off = x - rate;
            if (exponential(d) >= 0.5 * off * off && x <= high) return x;
        }
    }
    for (;;) {
        double x = low + (high - low) * uniform(d);
        if (exponential(d) >= 0.5 * (x - low) * (x + low)) return x;
    }
}

/* Return a standard normal variate in [low, high], low < 0 < high. */
DRAW double normal_middle(struct draw *d, double low, double high) {
    bool is_wide = high - low > 2.5;
    for (;;) {
        double x = is_wide ? normal(d) : low + (high - low) * uniform(d);
        if (is_wide ? x >= low && x <= high : exponential(d) >= 0.5 * x * x) return x;
    }
}

DRAW double draw_truncated_normal(struct draw *d, double mean, double deviation, double low,
                                    double high) {
    if (!(deviation > 0 && low < high && IS_FINITE(mean) && IS_FINITE(deviation))) return NOT_A_NUMBER;
    double a = (low - mean) / deviation, b = (high - mean) / deviation, x;
    /* the squares of a and b could overflow */
    if (a > 1e150 || b < -1e150) return a > 0 ? low : high;
    if (a >= 0)
        x = normal_tail(d, a, b);
    else if (b <= 0)
        x = -normal_tail(d, -b, -a);
    else
        x = normal_middle(d, a, b);
    return fmin(high, fmax(low, mean + deviation * x));
}

/* ---- Counts ---------------------------------------------------------------------------------- */

/* Return the error of Stirling's formula for ln n!, for an integer n >= 1. */
DRAW double stirling_error(double n) {
    if (n < 16) {
        double factorial = 1;
        for (int i = 2; i <= n; i++) factorial *= i;
        return log(factorial) - (n + 0.5) * log(n) + n - 0.5 * log(2 * PI);
    }
    double s = 1 / (n * n);
    return (1.0 / 12 - s * (1.0 / 360 - s * (1.0 / 1260 - s * (1.0 / 1680 - s / 1188)))) / n;
}

/* Return k * ln(k / mean) + mean - k for k > 0, without cancellation if k is close to the mean:
 * with v = (k - mean) / (k + mean), the value is (k - mean) * v + 2 * k * (v^3/3 + v^5/5 + ...). */
DRAW double deviance(double k, double mean) {
    double off = k - mean, v = off / (k + mean);
    if (fabs(v) > 0.1) return k * log(k / mean) - off;
    double sum = off * v, power = 2 * k * v;
    for (int i = 3; i < 40; i += 2) {
        power *= v * v;
        double next = sum + power / i;
        if (next == sum) break;
        sum = next;
    }
    return sum;
}

/* log_poisson and log_binomial return the logarithm of the probability of k, after Loader, "Fast
 * and accurate computation of binomial probabilities" (2000): large terms are combined
 * analytically, so that they do not cancel numerically. */
DRAW double log_poisson(double k, double mean) {
    if (k == 0) return -mean;
    return -stirling_error(k) - deviance(k, mean) - 0.5 * log(2 * PI * k);
}

DRAW double log_binomial(double k, double n, double p) {
    if (k == 0) return n * log1p(-p);
    if (k == n) return n * log(p);
    return stirling_error(n) - stirling_error(k) - stirling_error(n - k) - deviance(k, n * p) -
           deviance(n - k, n * (1 - p)) + 0.5 * log(n / (2 * PI * k * (n - k)));
}

/* For small means: inversion by sequential search from 0.  The search ends at 120 because rounding
 * errors could keep it going if u is close to 1; a larger count has a probability below 10^-60. */
DRAW double poisson_by_steps(struct draw *d, double mean) {
    double u = uniform(d), p = exp(-mean), k = 0;
    while (u > p && k < 120) {
        u -= p;
        k++;
        p *= mean / k;
    }
    return k;
}

/* Hörmann, "The transformed rejection method for generating Poisson random variables" (1993),
 * algorithm PTRS. */
DRAW double poisson_by_rejection(struct draw *d, double mean) {
    double b = 0.931 + 2.53 * sqrt(mean), a = -0.059 + 0.02483 * b;
    double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), squeeze = 0.9277 - 3.6224 / (b - 2);
    for (;;) {
        double u = uniform(d) - 0.5, v = uniform(d), edge = 0.5 - fabs(u);
        double k = floor((2 * a / edge + b) * u + mean + 0.43);
        if (edge >= 0.07 && v <= squeeze) return k;
        if (k < 0 || (edge < 0.013 && v > edge)) continue;
        if (log(v * inverse_alpha / (a / (edge * edge) + b)) <= log_poisson(k, mean)) return k;
    }
}

DRAW i64 draw_poisson(struct draw *d, double mean) {
    if (!(mean >= 0 && mean <= 0x1p62)) return -1;
    return to_count(mean < 10 ? poisson_by_steps(d, mean) : poisson_by_rejection(d, mean));
}

DRAW double binomial_by_steps(struct draw *d, double n, double p) {
    double u = uniform(d), q = exp(n * log1p(-p)), odds = p / (1 - p), k = 0;
    while (u > q && k < n && k < 120) {
        u -= q;
        k++;
        q *= odds * (n - k + 1) / k;
    }
    return k;
}

/* Hörmann, "The generation of binomial random variates" (1993), algorithm BTRS; n * p >= 10. */
DRAW double binomial_by_rejection(struct draw *d, double n, double p) {
    double deviation = sqrt(n * p * (1 - p)), b = 1.15 + 2.53 * deviation;
    double a = -0.0873 + 0.0248 * b + 0.01 * p, alpha = (2.83 + 5.1 / b) * deviation;
    double squeeze = 0.92 - 4.2 / b, mode = NOT_A_NUMBER;
    for (;;) {
        double u = uniform(d) - 0.5, v = uniform(d), edge = 0.5 - fabs(u);
        double k = floor((2 * a / edge + b) * u + n * p + 0.5);
        if (edge >= 0.07 && v <= squeeze) return k;
        if (k < 0 || k > n) continue;
        if (mode != mode) mode = log_binomial(floor((n + 1) * p), n, p);
        if (log(v * alpha / (a / (edge * edge) + b)) <= log_binomial(k, n, p) - mode) return k;
    }
}

DRAW i64 draw_binomial(struct draw *d, double n, double p) {
    if (!(n >= 0 && n <= 0x1p53 && n == floor(n) && p >= 0 && p <= 1)) return -1;
    double rarer = p <= 0.5 ? p : 1 - p;
    double k = n * rarer < 10 ? binomial_by_steps(d, n, rarer) : binomial_by_rejection(d, n, rarer);
    return to_count(p <= 0.5 ? k : n - k);
}

DRAW i64 draw_geometric(struct draw *d, double p) {
    if (!(p > 0 && p <= 1)) return -1;
    return to_count(1 + floor(exponential(d) / -log1p(-p)));
}
