/* image_file.c - pictures in files become pixels: PPM and PGM here, PNG and JPEG by libraries loaded when needed.
 *
 * libpng16 and libturbojpeg have small interfaces for whole pictures in memory, which have been kept for a decade;
 * neither is needed to build.  What a picture holds is not trusted: sizes are bounded before memory is taken.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

#include <ctype.h>
#include <stdio.h>
#include <strings.h>

enum { SIDE_MAX = 1 << 15 };

bool wr_picture_is(const char *name) {
    static const char *const ends[] = {".png", ".jpg", ".jpeg", ".ppm", ".pgm"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < sizeof ends / sizeof *ends; i++)
        if (strcasecmp(dot, ends[i]) == 0) return true;
    return false;
}

static weir_status say(char *why, size_t size, weir_status status, const char *text) {
    snprintf(why, size, "%s", text);
    return status;
}

/* Room for the pixels of a picture whose sizes are known. */
static weir_status take_room(wr_picture *p, size_t most, char *why, size_t why_size) {
    if (p->width < 1 || p->height < 1 || p->width > SIDE_MAX || p->height > SIDE_MAX) {
        snprintf(why, why_size, "it says to be %d x %d; sides are 1 to %d", p->height, p->width,
                 SIDE_MAX);
        return WEIR_EINVAL;
    }
    size_t bytes = (size_t)p->width * (size_t)p->height * (size_t)p->channels;
    if (bytes > most) {
        snprintf(why, why_size,
                 "it says to be %d x %d, whose pixels are %zu bytes; the memory budget is %zu",
                 p->height, p->width, bytes, most);
        return WEIR_ENOMEM;
    }
    p->pixels = malloc(bytes);
    return p->pixels != NULL ? WEIR_OK
                             : say(why, why_size, WEIR_ENOMEM, "no memory for its pixels");
}

/* ---- PPM and PGM ------------------------------------------------------------------------------- */

/* A number in the header; -1: there is none. */
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

static weir_status decode_ppm(const unsigned char *bytes, size_t size, size_t most_bytes,
                              wr_picture *p, char *why, size_t why_size) {
    const unsigned char *at = bytes + 2, *end = bytes + size;
    p->channels = bytes[1] == '6' ? 3 : 1;
    p->width = header_number(&at, end);
    p->height = header_number(&at, end);
    int32_t most = header_number(&at, end);
    if (most < 1 || most > 255)
        return say(why, why_size, WEIR_EINVAL, "not a PPM or PGM file of bytes");
    size_t left = at < end ? (size_t)(end - at - 1) : 0;
    if (left < most_bytes) most_bytes = left;
    if (p->width > 0 && p->height > 0 &&
        left / (size_t)p->width / (size_t)p->channels < (size_t)p->height)
        return say(why, why_size, WEIR_EINVAL, "it ends before its last pixel");
    WR_TRY(take_room(p, most_bytes, why, why_size));
    size_t count = (size_t)p->width * (size_t)p->height * (size_t)p->channels;
    memcpy(p->pixels, at + 1, count); /* one blank stands between */
    for (size_t i = 0; most != 255 && i < count; i++) {
        int32_t v = p->pixels[i] < most ? p->pixels[i] : most;
        p->pixels[i] = (unsigned char)((v * 255 + most / 2) / most);
    }
    return WEIR_OK;
}

/* ---- PNG --------------------------------------------------------------------------------------- */

typedef struct png_image { /* as in png.h 1.6 */
    void *opaque;
    uint32_t version, width, height, format, flags, colormap_entries, warning_or_error;
    char message[64];
} png_image;

enum { PNG_IMAGE_VERSION = 1, PNG_FORMAT_ALPHA = 1, PNG_FORMAT_COLOR = 2 };

static weir_status decode_png(const unsigned char *bytes, size_t size, size_t most_bytes,
                              wr_picture *p, char *why, size_t why_size) {
    static const char library[] = "libpng16.so.16";
    int (*begin)(png_image *, const void *, size_t);
    int (*finish)(png_image *, const void *background, void *buffer, int32_t row_stride, void *map);
    void (*end)(png_image *);
    *(void **)&begin = wr_library_symbol(library, "png_image_begin_read_from_memory");
    *(void **)&finish = wr_library_symbol(library, "png_image_finish_read");
    *(void **)&end = wr_library_symbol(library, "png_image_free");
    if (begin == NULL || finish == NULL || end == NULL)
        return say(why, why_size, WEIR_ESYS,
                   "it is PNG, and libpng16.so.16 cannot be loaded; install libpng16-16");
    png_image image = {.version = PNG_IMAGE_VERSION};
    weir_status status = WEIR_EINVAL;
    if (begin(&image, bytes, size)) {
        image.format = (image.format & PNG_FORMAT_COLOR) | PNG_FORMAT_ALPHA;
        p->channels = image.format & PNG_FORMAT_COLOR ? 4 : 2;
        p->width = (int32_t)(image.width < INT32_MAX ? image.width : INT32_MAX);
        p->height = (int32_t)(image.height < INT32_MAX ? image.height : INT32_MAX);
        status = take_room(p, most_bytes, why, why_size);
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

/* ---- JPEG -------------------------------------------------------------------------------------- */

enum { TJPF_RGB = 0, TJPF_GRAY = 6, TJCS_GRAY = 2 };

typedef struct turbojpeg {
    void *(*init)(void);
    int (*header)(void *, const unsigned char *, unsigned long, int *width, int *height,
                  int *subsampling, int *colours);
    int (*decode)(void *, const unsigned char *, unsigned long, unsigned char *, int width,
                  int pitch, int height, int format, int flags);
    char *(*error)(void *);
    int (*destroy)(void *);
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

static weir_status decode_jpeg(const unsigned char *bytes, size_t size, size_t most_bytes,
                               wr_picture *p, char *why, size_t why_size) {
    turbojpeg t;
    if (!load_turbojpeg(&t))
        return say(why, why_size, WEIR_ESYS,
                   "it is JPEG, and libturbojpeg.so.0 cannot be loaded; install libturbojpeg0");
    void *decoder = t.init();
    if (decoder == NULL) return say(why, why_size, WEIR_ENOMEM, "no memory for a decoder");
    int width = 0, height = 0, subsampling = 0, colours = 0;
    weir_status status = WEIR_EINVAL;
    bool read = t.header(decoder, bytes, size, &width, &height, &subsampling, &colours) == 0;
    if (read) {
        p->width = width, p->height = height, p->channels = colours == TJCS_GRAY ? 1 : 3;
        status = take_room(p, most_bytes, why, why_size);
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

/* ---- All of them ------------------------------------------------------------------------------- */

weir_status wr_picture_decode(const unsigned char *bytes, size_t size, size_t most, wr_picture *out,
                              char *why, size_t why_size) {
    weir_status status;
    *out = (wr_picture){0};
    if (size > 8 && memcmp(bytes, "\x89PNG", 4) == 0)
        status = decode_png(bytes, size, most, out, why, why_size);
    else if (size > 8 && bytes[0] == 0xff && bytes[1] == 0xd8)
        status = decode_jpeg(bytes, size, most, out, why, why_size);
    else if (size > 8 && bytes[0] == 'P' && (bytes[1] == '5' || bytes[1] == '6'))
        status = decode_ppm(bytes, size, most, out, why, why_size);
    else
        status = say(why, why_size, WEIR_EINVAL, "neither PNG, JPEG, PPM (P6) nor PGM (P5)");
    if (status != WEIR_OK) {
        free(out->pixels);
        out->pixels = NULL;
    }
    return status;
}

/* ---- Sizes and channels ------------------------------------------------------------------------ */

/* One pixel with 1 or 3 channels; alpha is dropped, grey is what the eye makes of colours (BT.601). */
static void convert(const unsigned char *from, int32_t has, int32_t wants, float *to) {
    bool colours = has >= 3;
    for (int32_t c = 0; wants == 3 && c < 3; c++) to[c] = colours ? from[c] : from[0];
    if (wants == 1)
        to[0] = colours
                    ? (float)((from[0] * 19595 + from[1] * 38470 + from[2] * 7471 + 32768) >> 16)
                    : from[0];
}

/* What the entries of a shorter or longer axis are made of: for each the first one that it covers, how many, and
 * their weights, a triangle. */
typedef struct band {
    int32_t *first, *count, most;
    float *weight; /* `most` for each */
} band;

static void weigh(band *b, int32_t from, int32_t to, int32_t at) {
    double scale = (double)from / to, reach = scale > 1 ? scale : 1;
    double centre = (at + 0.5) * scale, sum = 0;
    int32_t first = (int32_t)(centre - reach + 0.5), end = (int32_t)(centre + reach + 0.5);
    float *weight = b->weight + (size_t)at * (size_t)b->most;
    if (first < 0) first = 0;
    if (end > from) end = from;
    b->first[at] = first, b->count[at] = end - first;
    for (int32_t i = first; i < end; i++) {
        double far = (i + 0.5 - centre) / reach, w = far < 0 ? 1 + far : 1 - far;
        weight[i - first] = w > 0 ? (float)w : 0;
        sum += weight[i - first];
    }
    for (int32_t i = 0; i < end - first; i++) weight[i] = (float)(weight[i] / sum);
}

static bool band_make(band *b, int32_t from, int32_t to) {
    size_t n = (size_t)to;
    b->most = 2 * (from / to + 1) + 3;
    b->first = malloc(n * (2 * sizeof(int32_t) + (size_t)b->most * sizeof(float)));
    if (b->first == NULL) return false;
    b->count = b->first + n;
    b->weight = (float *)(void *)(b->count + n);
    for (int32_t i = 0; i < to; i++) {
        if (from == to)
            b->first[i] = i, b->count[i] = 1, b->weight[(size_t)i * (size_t)b->most] = 1;
        else
            weigh(b, from, to, i);
    }
    return true;
}

/* A row of the picture, in its new width. */
static void widen(const wr_picture *p, int32_t row, const band *b, int32_t width, int32_t channels,
                  float *line, float *to) {
    const unsigned char *from = p->pixels + (size_t)row * (size_t)p->width * (size_t)p->channels;
    for (int32_t x = 0; x < p->width; x++)
        convert(from + x * p->channels, p->channels, channels, line + x * channels);
    memset(to, 0, (size_t)width * (size_t)channels * sizeof *to);
    for (int32_t x = 0; x < width; x++, to += channels) {
        const float *weight = b->weight + (size_t)x * (size_t)b->most;
        const float *pixel = line + b->first[x] * channels;
        for (int32_t i = 0; i < b->count[x]; i++, pixel += channels)
            for (int32_t c = 0; c < channels; c++) to[c] += weight[i] * pixel[c];
    }
}

/* A row of the result, of the rows that it covers. */
static void join_rows(const band *b, int32_t y, const float *rows, size_t row, float *sum,
                      unsigned char *to) {
    const float *weight = b->weight + (size_t)y * (size_t)b->most;
    memset(sum, 0, row * sizeof *sum);
    for (int32_t i = 0; i < b->count[y]; i++) {
        const float *from = rows + (size_t)(b->first[y] + i) * row;
        for (size_t x = 0; x < row; x++) sum[x] += weight[i] * from[x];
    }
    for (size_t x = 0; x < row; x++) to[x] = (unsigned char)(sum[x] + 0.5f);
}

/* The pixels as they are, but for their channels. */
static void copy_pixels(const wr_picture *p, int32_t channels, unsigned char *to) {
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

bool wr_picture_fit(const wr_picture *p, int32_t height, int32_t width, int32_t channels,
                    unsigned char *to) {
    size_t row = (size_t)width * (size_t)channels, all = (size_t)p->height * row;
    band across = {0}, down = {0};
    if (p->height == height && p->width == width) {
        copy_pixels(p, channels, to);
        return true;
    }
    float *rows = malloc((all + row + (size_t)p->width * (size_t)channels) * sizeof *rows);
    bool ok =
        rows != NULL && band_make(&across, p->width, width) && band_make(&down, p->height, height);
    for (int32_t y = 0; ok && y < p->height; y++)
        widen(p, y, &across, width, channels, rows + all + row, rows + (size_t)y * row);
    for (int32_t y = 0; ok && y < height; y++)
        join_rows(&down, y, rows, row, rows + all, to + (size_t)y * row);
    free(rows);
    free(across.first);
    free(down.first);
    return ok;
}

/* ---- One picture ------------------------------------------------------------------------------- */

weir_status weir_picture_read(weir_runtime *rt, const char *path, int32_t channels,
                              weir_array **out) {
    if (rt == NULL || path == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_picture_read: %s is NULL",
                           rt == NULL     ? "rt"
                           : path == NULL ? "path"
                                          : "out");
    if (channels != 0 && channels != 1 && channels != 3)
        return wr_lib_fail(WEIR_EINVAL, "%s: %d channels; wants 1 or 3, or 0 for those it has",
                           path, channels);
    unsigned char *bytes;
    size_t size;
    wr_picture p;
    char why[160];
    size_t most = wr_file_most(rt);
    WR_TRY(wr_file_read(path, most, NULL, &bytes, &size));
    weir_status status = wr_picture_decode(bytes, size, most, &p, why, sizeof why);
    free(bytes);
    if (status != WEIR_OK) return wr_lib_fail(status, "%s: %s", path, why);
    if (channels == 0) channels = p.channels < 3 ? 1 : 3;
    int64_t shape[3] = {p.height, p.width, channels};
    unsigned char *pixels = malloc((size_t)p.height * (size_t)p.width * (size_t)channels);
    if (pixels == NULL)
        status = wr_lib_fail(WEIR_ENOMEM, "%s: no memory for its pixels", path);
    else
        copy_pixels(&p, channels, pixels);
    free(p.pixels);
    if (status == WEIR_OK)
        status =
            weir_array_from_memory(rt, WEIR_UINT8, shape, NULL, 3, pixels, 0, free, pixels, out);
    if (status != WEIR_OK) free(pixels);
    return status;
}
