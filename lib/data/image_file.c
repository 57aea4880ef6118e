/* image_file.c - decodes image files into pixels: PPM and PGM directly, PNG and JPEG with
 * libraries.
 *
 * libpng16 and libturbojpeg are loaded at run time when a file needs them, not linked.  If the
 * header of one of them is missing at build time, files of its format cannot be read.  Files are
 * not trusted: sizes are checked against a limit before memory is allocated.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

#ifdef WEIR_HAVE_PNG_H
#include <png.h>
#endif
#ifdef WEIR_HAVE_TURBOJPEG_H
#include <turbojpeg.h>
#endif

enum { SIDE_MAX = 1 << 15 };

bool wr_image_has_suffix(const char *name) {
    static const char *const ends[] = {".png", ".jpg", ".jpeg", ".ppm", ".pgm"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < sizeof ends / sizeof *ends; i++)
        if (strcasecmp(dot, ends[i]) == 0) return true;
    return false;
}

/* Write the reason for a failure to `why` and return the status. */
static weir_status fail(char *why, size_t size, weir_status status, const char *text) {
    snprintf(why, size, "%s", text);
    return status;
}

/* Check the size of an image against the limits and allocate its pixels. */
static weir_status allocate_pixels(wr_image *p, size_t limit, char *why, size_t why_size) {
    if (p->width < 1 || p->height < 1 || p->width > SIDE_MAX || p->height > SIDE_MAX) {
        snprintf(why, why_size,
                 "the header declares %d x %d pixels; sides from 1 to %d are accepted", p->height,
                 p->width, SIDE_MAX);
        return WEIR_EINVAL;
    }
    size_t bytes = (size_t)p->width * (size_t)p->height * (size_t)p->channels;
    if (bytes > limit) {
        snprintf(why, why_size,
                 "the header declares %d x %d pixels, which take %zu bytes; the memory budget is "
                 "%zu bytes",
                 p->height, p->width, bytes, limit);
        return WEIR_ENOMEM;
    }
    p->pixels = malloc(bytes);
    return p->pixels != NULL ? WEIR_OK
                             : fail(why, why_size, WEIR_ENOMEM, "not enough memory for the pixels");
}

/* ---- PPM and PGM ----------------------------------------------------------------------------- */

/* Read the next number in a PPM or PGM header, skipping white space and comments.  Return -1 if
 * there is none. */
static int32_t header_number(const unsigned char **at, const unsigned char *end) {
    const unsigned char *p = *at;
    int32_t n = -1;
    while (p < end && (isspace(*p) || *p == '#')) {
        if (*p == '#')
            while (p < end && *p != '\n') p++;
        if (p < end) p++;
    }
    for (; p < end && isdigit(*p) && n < 100000; p++) n = (n < 0 ? 0 : n) * 10 + (*p - '0');
    *at = p;
    return n;
}

static weir_status decode_ppm(const unsigned char *bytes, size_t size, size_t limit, wr_image *p,
                              char *why, size_t why_size) {
    const unsigned char *at = bytes + 2, *end = bytes + size;
    p->channels = bytes[1] == '6' ? 3 : 1;
    p->width = header_number(&at, end);
    p->height = header_number(&at, end);
    int32_t max = header_number(&at, end);
    if (max < 1 || max > 255)
        return fail(why, why_size, WEIR_EINVAL,
                    "not a valid PPM or PGM header; maximum values from 1 to 255 are supported");
    size_t left = at < end ? (size_t)(end - at - 1) : 0;
    if (left < limit) limit = left;
    if (p->width > 0 && p->height > 0 &&
        left / (size_t)p->width / (size_t)p->channels < (size_t)p->height)
        return fail(why, why_size, WEIR_EINVAL, "the file ends before its last pixel");
    WR_TRY(allocate_pixels(p, limit, why, why_size));
    size_t count = (size_t)p->width * (size_t)p->height * (size_t)p->channels;
    memcpy(p->pixels, at + 1, count); /* one white-space character separates header and pixels */
    for (size_t i = 0; max != 255 && i < count; i++) {
        int32_t v = p->pixels[i] < max ? p->pixels[i] : max;
        p->pixels[i] = (unsigned char)((v * 255 + max / 2) / max);
    }
    return WEIR_OK;
}

/* ---- PNG ------------------------------------------------------------------------------------- */

#ifndef WEIR_HAVE_PNG_H

static weir_status decode_png(const unsigned char *bytes, size_t size, size_t limit, wr_image *p,
                              char *why, size_t why_size) {
    (void)bytes, (void)size, (void)limit, (void)p;
    return fail(why, why_size, WEIR_ESYS,
                "PNG files need libpng; this build was made without png.h (install libpng-dev and "
                "build again)");
}

#else

static weir_status decode_png(const unsigned char *bytes, size_t size, size_t limit, wr_image *p,
                              char *why, size_t why_size) {
    static const char library[] = "libpng16.so.16";
    __typeof__(&png_image_begin_read_from_memory) begin;
    __typeof__(&png_image_finish_read) finish;
    __typeof__(&png_image_free) end;
    *(void **)&begin = wr_library_symbol(library, "png_image_begin_read_from_memory");
    *(void **)&finish = wr_library_symbol(library, "png_image_finish_read");
    *(void **)&end = wr_library_symbol(library, "png_image_free");
    if (begin == NULL || finish == NULL || end == NULL)
        return fail(why, why_size, WEIR_ESYS,
                    "PNG files need libpng16.so.16, which was not found; install libpng16-16");
    png_image image = {.version = PNG_IMAGE_VERSION};
    weir_status status = WEIR_EINVAL;
    if (begin(&image, bytes, size)) {
        image.format = (image.format & PNG_FORMAT_FLAG_COLOR) | PNG_FORMAT_FLAG_ALPHA;
        p->channels = image.format & PNG_FORMAT_FLAG_COLOR ? 4 : 2;
        p->width = (int32_t)(image.width < INT32_MAX ? image.width : INT32_MAX);
        p->height = (int32_t)(image.height < INT32_MAX ? image.height : INT32_MAX);
        status = allocate_pixels(p, limit, why, why_size);
        if (status != WEIR_OK) {
            end(&image);
            return status;
        }
        if (finish(&image, NULL, p->pixels, 0, NULL)) return WEIR_OK;
    }
    image.message[sizeof image.message - 1] = '\0';
    snprintf(why, why_size, "libpng: %s", image.message);
    end(&image);
    return WEIR_EINVAL;
}

#endif

/* ---- JPEG ------------------------------------------------------------------------------------ */

#ifndef WEIR_HAVE_TURBOJPEG_H

static weir_status decode_jpeg(const unsigned char *bytes, size_t size, size_t limit, wr_image *p,
                               char *why, size_t why_size) {
    (void)bytes, (void)size, (void)limit, (void)p;
    return fail(why, why_size, WEIR_ESYS,
                "JPEG files need libturbojpeg; this build was made without turbojpeg.h (install "
                "libturbojpeg0-dev "
                "and build again)");
}

#else

typedef struct turbojpeg {
    __typeof__(&tjInitDecompress) init;
    __typeof__(&tjDecompressHeader3) header;
    __typeof__(&tjDecompress2) decode;
    __typeof__(&tjGetErrorStr2) error;
    __typeof__(&tjDestroy) destroy;
} turbojpeg;

static bool load_turbojpeg(turbojpeg *t) {
    static const char library[] = "libturbojpeg.so.0";
    *(void **)&t->init = wr_library_symbol(library, "tjInitDecompress");
    *(void **)&t->header = wr_library_symbol(library, "tjDecompressHeader3");
    *(void **)&t->decode = wr_library_symbol(library, "tjDecompress2");
    *(void **)&t->error = wr_library_symbol(library, "tjGetErrorStr2");
    *(void **)&t->destroy = wr_library_symbol(library, "tjDestroy");
    return t->init != NULL && t->header != NULL && t->decode != NULL && t->error != NULL &&
           t->destroy != NULL;
}

static weir_status decode_jpeg(const unsigned char *bytes, size_t size, size_t limit, wr_image *p,
                               char *why, size_t why_size) {
    turbojpeg t;
    if (!load_turbojpeg(&t))
        return fail(why, why_size, WEIR_ESYS,
                    "JPEG files need libturbojpeg.so.0, which was not found; install libturbojpeg0 "
                    "(Ubuntu: libturbojpeg)");
    void *decoder = t.init();
    if (decoder == NULL)
        return fail(why, why_size, WEIR_ENOMEM, "not enough memory for a JPEG decoder");
    int width = 0, height = 0, subsampling = 0, colours = 0;
    weir_status status = WEIR_EINVAL;
    bool read = t.header(decoder, bytes, size, &width, &height, &subsampling, &colours) == 0;
    if (read) {
        p->width = width, p->height = height, p->channels = colours == TJCS_GRAY ? 1 : 3;
        status = allocate_pixels(p, limit, why, why_size);
        read = status != WEIR_OK || t.decode(decoder, bytes, size, p->pixels, width, 0, height,
                                             p->channels == 1 ? TJPF_GRAY : TJPF_RGB, 0) == 0;
    }
    if (!read) {
        snprintf(why, why_size, "libturbojpeg: %s", t.error(decoder));
        status = WEIR_EINVAL;
    }
    t.destroy(decoder);
    return status;
}

#endif

/* ---- Any format ------------------------------------------------------------------------------ */

weir_status wr_image_decode(const unsigned char *bytes, size_t size, size_t limit, wr_image *out,
                            char *why, size_t why_size) {
    weir_status status;
    *out = (wr_image){0};
    if (size > 8 && memcmp(bytes, "\x89PNG", 4) == 0)
        status = decode_png(bytes, size, limit, out, why, why_size);
    else if (size > 8 && bytes[0] == 0xff && bytes[1] == 0xd8)
        status = decode_jpeg(bytes, size, limit, out, why, why_size);
    else if (size > 8 && bytes[0] == 'P' && (bytes[1] == '5' || bytes[1] == '6'))
        status = decode_ppm(bytes, size, limit, out, why, why_size);
    else
        status = fail(why, why_size, WEIR_EINVAL,
                      "not an image file that Weir reads: PNG, JPEG, PPM (P6) or PGM (P5)");
    if (status != WEIR_OK) {
        free(out->pixels);
        out->pixels = NULL;
    }
    return status;
}

/* ---- Sizes and channels ---------------------------------------------------------------------- */

/* Convert one pixel to 1 or 3 channels.  Alpha is dropped; grey is the BT.601 luma. */
static void convert(const unsigned char *from, int32_t has, int32_t wants, float *to) {
    bool colours = has >= 3;
    for (int32_t c = 0; wants == 3 && c < 3; c++) to[c] = colours ? from[c] : from[0];
    if (wants == 1)
        to[0] = colours
                    ? (float)((from[0] * 19595 + from[1] * 38470 + from[2] * 7471 + 32768) >> 16)
                    : from[0];
}

/* The triangular filter that resizes one axis.  For each output pixel, `first` is the first input
 * pixel that it covers, `count` the number of input pixels, and `weight` their weights. */
typedef struct filter {
    int32_t *first, *count;
    int32_t stride; /* maximum number of input pixels that one output pixel covers */
    float *weight;  /* `stride` elements for each output pixel */
} filter;

static void filter_set(filter *b, int32_t from, int32_t to, int32_t at) {
    double scale = (double)from / to, reach = scale > 1 ? scale : 1;
    double centre = (at + 0.5) * scale, sum = 0;
    int32_t first = (int32_t)(centre - reach + 0.5), end = (int32_t)(centre + reach + 0.5);
    float *weight = b->weight + (size_t)at * (size_t)b->stride;
    if (first < 0) first = 0;
    if (end > from) end = from;
    b->first[at] = first, b->count[at] = end - first;
    for (int32_t i = first; i < end; i++) {
        double distance = (i + 0.5 - centre) / reach,
               w = distance < 0 ? 1 + distance : 1 - distance;
        weight[i - first] = w > 0 ? (float)w : 0;
        sum += weight[i - first];
    }
    for (int32_t i = 0; i < end - first; i++) weight[i] = (float)(weight[i] / sum);
}

static bool filter_new(filter *b, int32_t from, int32_t to) {
    size_t n = (size_t)to;
    b->stride = 2 * (from / to + 1) + 3;
    b->first = malloc(n * (2 * sizeof(int32_t) + (size_t)b->stride * sizeof(float)));
    if (b->first == NULL) return false;
    b->count = b->first + n;
    b->weight = (float *)(void *)(b->count + n);
    for (int32_t i = 0; i < to; i++) {
        if (from == to)
            b->first[i] = i, b->count[i] = 1, b->weight[(size_t)i * (size_t)b->stride] = 1;
        else
            filter_set(b, from, to, i);
    }
    return true;
}

/* Convert one row of the image to `channels` channels and resize it to the new width. */
static void resize_row(const wr_image *p, int32_t row, const filter *b, int32_t width,
                       int32_t channels, float *line, float *to) {
    const unsigned char *from = p->pixels + (size_t)row * (size_t)p->width * (size_t)p->channels;
    for (int32_t x = 0; x < p->width; x++)
        convert(from + x * p->channels, p->channels, channels, line + x * channels);
    memset(to, 0, (size_t)width * (size_t)channels * sizeof *to);
    for (int32_t x = 0; x < width; x++, to += channels) {
        const float *weight = b->weight + (size_t)x * (size_t)b->stride;
        const float *pixel = line + b->first[x] * channels;
        for (int32_t i = 0; i < b->count[x]; i++, pixel += channels)
            for (int32_t c = 0; c < channels; c++) to[c] += weight[i] * pixel[c];
    }
}

/* Compute one row of the result from the input rows that it covers. */
static void combine_rows(const filter *b, int32_t y, const float *rows, size_t row, float *sum,
                         unsigned char *to) {
    const float *weight = b->weight + (size_t)y * (size_t)b->stride;
    memset(sum, 0, row * sizeof *sum);
    for (int32_t i = 0; i < b->count[y]; i++) {
        const float *from = rows + (size_t)(b->first[y] + i) * row;
        for (size_t x = 0; x < row; x++) sum[x] += weight[i] * from[x];
    }
    for (size_t x = 0; x < row; x++) to[x] = (unsigned char)(sum[x] + 0.5f);
}

/* Copy the pixels and convert their channels. */
static void copy_pixels(const wr_image *p, int32_t channels, unsigned char *to) {
    size_t count = (size_t)p->width * (size_t)p->height;
    const unsigned char *from = p->pixels;
    if (p->channels == channels) {
        memcpy(to, from, count * (size_t)channels);
        return;
    }
    for (size_t i = 0; i < count; i++, from += p->channels, to += channels) {
        float pixel[3] = {0};
        if (channels == 3 && p->channels == 4) {
            memcpy(to, from, 3);
            continue;
        }
        convert(from, p->channels, channels, pixel);
        for (int32_t c = 0; c < channels; c++) to[c] = (unsigned char)pixel[c];
    }
}

bool wr_image_resize(const wr_image *p, int32_t height, int32_t width, int32_t channels,
                     unsigned char *to) {
    size_t row = (size_t)width * (size_t)channels, all = (size_t)p->height * row;
    filter across = {0}, down = {0};
    if (p->height == height && p->width == width) {
        copy_pixels(p, channels, to);
        return true;
    }
    float *rows = malloc((all + row + (size_t)p->width * (size_t)channels) * sizeof *rows);
    bool ok = rows != NULL && filter_new(&across, p->width, width) &&
              filter_new(&down, p->height, height);
    for (int32_t y = 0; ok && y < p->height; y++)
        resize_row(p, y, &across, width, channels, rows + all + row, rows + (size_t)y * row);
    for (int32_t y = 0; ok && y < height; y++)
        combine_rows(&down, y, rows, row, rows + all, to + (size_t)y * row);
    free(rows);
    free(across.first);
    free(down.first);
    return ok;
}

/* ---- One image ------------------------------------------------------------------------------- */

weir_status weir_image_read(weir_runtime *rt, const char *path, int32_t channels,
                            weir_array **out) {
    if (rt == NULL || path == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_image_read: %s is NULL",
                           rt == NULL     ? "rt"
                           : path == NULL ? "path"
                                          : "out");
    if (channels != 0 && channels != 1 && channels != 3)
        return wr_lib_fail(
            WEIR_EINVAL,
            "weir_image_read: %s: channels is %d, but must be 1, 3, or 0 (to keep the number of channels of the file)",
            path, channels);
    unsigned char *bytes;
    size_t size;
    wr_image p;
    char why[160];
    size_t limit = wr_file_size_limit(rt);
    WR_TRY(wr_file_read(path, limit, NULL, &bytes, &size));
    weir_status status = wr_image_decode(bytes, size, limit, &p, why, sizeof why);
    free(bytes);
    if (status != WEIR_OK) return wr_lib_fail(status, "%s: %s", path, why);
    if (channels == 0) channels = p.channels < 3 ? 1 : 3;
    int64_t shape[3] = {p.height, p.width, channels};
    unsigned char *pixels = malloc((size_t)p.height * (size_t)p.width * (size_t)channels);
    if (pixels == NULL)
        status =
            wr_lib_fail(WEIR_ENOMEM, "weir_image_read: %s: not enough memory for the pixels", path);
    else
        copy_pixels(&p, channels, pixels);
    free(p.pixels);
    if (status == WEIR_OK)
        status =
            weir_array_from_memory(rt, WEIR_UINT8, shape, NULL, 3, pixels, 0, free, pixels, out);
    if (status != WEIR_OK) free(pixels);
    return status;
}
