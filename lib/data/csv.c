/* csv.c - datasets from CSV files: one sample per line, columns selected by name.
 *
 * The text is scanned twice: first to count the lines, then to fill the arrays.  A field that is
 * not a number is an error, whose message gives the line and column; values are never guessed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "data/dataset.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

enum { COLUMNS_MAX = 1 << 16, NUMBER_MAX = 64, UNUSED = -1, TARGET = -2 };

typedef struct field {
    const char *text;
    size_t size;
    bool missing;    /* the field is empty and not quoted */
    bool bad_quotes; /* the quotes are not closed on the line, or text follows the closing quote */
} field;

typedef struct table {
    const char *path, *at, *end;
    char delimiter;
    int32_t missing;
    char **name;   /* the name of each column */
    int32_t *role; /* for each column: its index in x, UNUSED or TARGET */
    int64_t columns, features, rows, line;
    locale_t c_locale;
    int32_t dtype, target_dtype;
    char *x, *y; /* elements of the fields "x" and "y"; y is filled only if there is a target */
} table;

void weir_csv_options_init_sized(weir_csv_options *options, size_t size) {
    const weir_csv_options defaults = {.size = size,
                                       .delimiter = ',',
                                       .header = 1,
                                       .dtype = WEIR_FLOAT32,
                                       .target_dtype = WEIR_FLOAT32};
    if (options != NULL && size >= sizeof size)
        weir_struct_copy(options, size, &defaults, sizeof defaults);
}

/* ---- Lines and fields ------------------------------------------------------------------------ */

static const char *line_end(const table *t) {
    const char *end = memchr(t->at, '\n', (size_t)(t->end - t->at));
    return end != NULL ? end : t->end;
}

static bool is_space(const table *t, char c) {
    return c != t->delimiter && (c == ' ' || c == '\t' || c == '\r');
}

/* Move to the next line that is not blank.  Return false if there is none. */
static bool next_line(table *t) {
    while (t->at < t->end) {
        const char *p = t->at;
        while (p < t->end && is_space(t, *p)) p++;
        t->line++;
        if (p < t->end && *p != '\n') return true;
        t->at = p < t->end ? p + 1 : p;
    }
    return false;
}

/* Return a pointer to the closing quote of the quoted text that begins at `p`, or NULL if there is
 * none.  Within the text, "" represents one quote. */
static const char *closing_quote(const char *p, const char *end) {
    while (p < end && (p = memchr(p, '"', (size_t)(end - p))) != NULL) {
        if (p + 1 == end || p[1] != '"') return p;
        p += 2;
    }
    return NULL;
}

/* Read the next field of a line that ends at `end`.  Return false if it was the last one. */
static bool next_field(table *t, const char *end, field *f) {
    const char *p = t->at;
    while (p < end && is_space(t, *p)) p++;
    bool quoted = p < end && *p == '"';
    const char *close = quoted ? closing_quote(p + 1, end) : NULL;
    const char *from = close != NULL ? close : p;
    const char *stop = from < end ? memchr(from, t->delimiter, (size_t)(end - from)) : NULL;
    const char *last = stop != NULL ? stop : end;
    while (last > p && is_space(t, last[-1])) last--;
    if (close != NULL)
        *f = (field){p + 1, (size_t)(close - p - 1), false, last != close + 1};
    else
        *f = (field){p, (size_t)(last - p), last == p, quoted};
    t->at = stop != NULL ? stop + 1 : end;
    return stop != NULL;
}

static weir_status check_quotes(const table *t, const field *f) {
    if (!f->bad_quotes) return WEIR_OK;
    return wr_lib_fail(WEIR_EINVAL,
                       "%s:%lld: quotes are not closed, or text follows the closing quote: %.*s",
                       t->path, (long long)t->line, (int)(f->size < 40 ? f->size : 40), f->text);
}

static void end_line(table *t, const char *end) { t->at = end < t->end ? end + 1 : end; }

/* ---- Columns --------------------------------------------------------------------------------- */

/* Read the column names from the first line or, without a header, number its columns. */
static weir_status read_names(table *t, bool header) {
    const char *begin = t->at;
    if (!next_line(t)) return wr_lib_fail(WEIR_EINVAL, "%s: the file is empty", t->path);
    const char *end = line_end(t), *alone = memchr(t->at, '\r', (size_t)(end - t->at));
    if (alone != NULL && alone + 1 < end)
        return wr_lib_fail(WEIR_EINVAL,
                           "%s:%lld: the line ends in a carriage return without a line feed",
                           t->path, (long long)t->line);
    for (bool more = true; more; t->columns++) {
        field f;
        char number[24];
        more = next_field(t, end, &f);
        WR_TRY(check_quotes(t, &f));
        if (t->columns == COLUMNS_MAX)
            return wr_lib_fail(WEIR_EINVAL, "%s: the file has more than %d columns", t->path,
                               COLUMNS_MAX);
        /* the list is full when its length is 0 or a power of two */
        if ((t->columns & (t->columns - 1)) == 0) {
            size_t capacity = t->columns > 0 ? 2 * (size_t)t->columns : 1;
            char **names = realloc(t->name, capacity * sizeof *names);
            if (names == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", t->path);
            t->name = names;
        }
        snprintf(number, sizeof number, "%lld", (long long)t->columns);
        t->name[t->columns] = header ? strndup(f.text, f.size) : strdup(number);
        if (t->name[t->columns] == NULL)
            return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", t->path);
    }
    if (header) {
        end_line(t, end);
    } else {
        t->at = begin;
        t->line = 0;
    }
    return WEIR_OK;
}

static weir_status find_column(const table *t, const char *name, size_t size, int64_t *out) {
    for (int64_t i = 0; i < t->columns; i++)
        if (strlen(t->name[i]) == size && memcmp(t->name[i], name, size) == 0) {
            *out = i;
            return WEIR_OK;
        }
    char all[160];
    size_t used = 0;
    all[0] = '\0';
    for (int64_t i = 0; i < t->columns && used + strlen(t->name[i]) + 8 < sizeof all; i++)
        used +=
            (size_t)snprintf(all + used, sizeof all - used, "%s%s", i > 0 ? ", " : "", t->name[i]);
    return wr_lib_fail(WEIR_EINVAL, "%s: there is no column '%.*s'; the columns are %s", t->path,
                       (int)(size < 64 ? size : 64), name, all);
}

static weir_status choose_columns(table *t, const weir_csv_options *o) {
    int64_t column;
    t->role = malloc((size_t)t->columns * sizeof *t->role);
    if (t->role == NULL) return wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", t->path);
    for (int64_t i = 0; i < t->columns; i++) t->role[i] = UNUSED;
    if (o->target != NULL) {
        WR_TRY(find_column(t, o->target, strlen(o->target), &column));
        t->role[column] = TARGET;
    }
    if (o->columns == NULL) {
        for (int64_t i = 0; i < t->columns; i++)
            if (t->role[i] != TARGET) t->role[i] = (int32_t)t->features++;
        return WEIR_OK;
    }
    for (const char *p = o->columns;; p++) {
        size_t size = strcspn(p, ",");
        WR_TRY(find_column(t, p, size, &column));
        if (t->role[column] != UNUSED)
            return wr_lib_fail(
                WEIR_EINVAL,
                "%s: column '%s' is selected twice; name each column once, in columns or as the "
                "target",
                t->path, t->name[column]);
        t->role[column] = (int32_t)t->features++;
        p += size;
        if (*p == '\0') return WEIR_OK;
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

static weir_status fail_not_a_number(const table *t, const field *f, int64_t column) {
    return wr_lib_fail(WEIR_EINVAL, "%s:%lld: column %s has '%.*s', which is not a number", t->path,
                       (long long)t->line, t->name[column], (int)(f->size < 40 ? f->size : 40),
                       f->text);
}

static weir_status read_number(const table *t, const field *f, int64_t column, double *out) {
    char text[NUMBER_MAX], *end;
    *out = NAN;
    if (f->missing) {
        if (t->missing) return WEIR_OK;
        return wr_lib_fail(
            WEIR_EINVAL, "%s:%lld: column %s is empty; set missing=1 to read missing values as NaN",
            t->path, (long long)t->line, t->name[column]);
    }
    if (f->size == 0 || f->size >= sizeof text) return fail_not_a_number(t, f, column);
    memcpy(text, f->text, f->size);
    text[f->size] = '\0';
    *out = strtod_l(text, &end, t->c_locale); /* the decimal separator is always "." */
    /* This also rejects a field that contains a NUL byte, where strtod stops. */
    return end == text + f->size ? WEIR_OK : fail_not_a_number(t, f, column);
}

static void store(char *to, int32_t dtype, int64_t index, double value) {
    if (dtype == WEIR_FLOAT32)
        ((float *)(void *)to)[index] = (float)value;
    else
        ((double *)(void *)to)[index] = value;
}

static weir_status store_target(table *t, const field *f, int64_t column, int64_t row) {
    double value;
    char text[NUMBER_MAX] = "", *end = text;
    WR_TRY(read_number(t, f, column, &value));
    if (t->target_dtype != WEIR_INT64) {
        store(t->y, t->target_dtype, row, value);
        return WEIR_OK;
    }
    if (!f->missing) memcpy(text, f->text, f->size); /* read_number has checked the size */
    errno = 0;
    long long integer = strtoll(text, &end, 10);
    /* accept 3.0 and 1e3, whose values are integers */
    if (*end != '\0' || end == text || errno != 0) {
        if (!(fabs(value) < 9007199254740992.0) || value != floor(value))
            return wr_lib_fail(WEIR_EINVAL, "%s:%lld: column %s has %g, which is not an int64",
                               t->path, (long long)t->line, t->name[column], value);
        integer = (long long)value;
    }
    ((int64_t *)(void *)t->y)[row] = integer;
    return WEIR_OK;
}

static weir_status read_row(table *t, int64_t row) {
    const char *end = line_end(t);
    int64_t column = 0;
    for (bool more = true; more; column++) {
        field f;
        double value;
        more = next_field(t, end, &f);
        WR_TRY(check_quotes(t, &f));
        if (column >= t->columns || (!more && column + 1 < t->columns))
            return wr_lib_fail(WEIR_EINVAL, "%s:%lld: the line has %s than %lld column%s", t->path,
                               (long long)t->line, more || column >= t->columns ? "more" : "fewer",
                               (long long)t->columns, t->columns == 1 ? "" : "s");
        if (t->role[column] == TARGET) {
            WR_TRY(store_target(t, &f, column, row));
        } else if (t->role[column] != UNUSED) {
            WR_TRY(read_number(t, &f, column, &value));
            store(t->x, t->dtype, row * t->features + t->role[column], value);
        }
    }
    end_line(t, end);
    return WEIR_OK;
}

static weir_status read_rows(table *t) {
    const char *first = t->at;
    int64_t line = t->line;
    while (next_line(t)) {
        end_line(t, line_end(t));
        t->rows++;
    }
    t->at = first, t->line = line;
    size_t element = weir_dtype_bytes((weir_dtype)t->dtype);
    t->x = malloc((size_t)t->rows * (size_t)t->features * element + 1);
    t->y = malloc((size_t)t->rows * 8 + 1);
    if (t->x == NULL || t->y == NULL)
        return wr_lib_fail(WEIR_ENOMEM, "%s: not enough memory for %lld line%s", t->path,
                           (long long)t->rows, t->rows == 1 ? "" : "s");
    for (int64_t row = 0; next_line(t); row++) WR_TRY(read_row(t, row));
    return WEIR_OK;
}

/* ---- The dataset ----------------------------------------------------------------------------- */

static weir_status make(weir_runtime *rt, table *t, bool target, weir_dataset **out) {
    static const char *const names[2] = {"x", "y"};
    int64_t shape[2] = {t->rows, t->features};
    weir_array *array[2] = {NULL, NULL};
    uint32_t count = 0;
    weir_status status = weir_array_from_memory(rt, (weir_dtype)t->dtype, shape, NULL, 2, t->x, 0,
                                                free, t->x, &array[count]);
    if (status == WEIR_OK) {
        count++;
        t->x = NULL;
        if (target)
            status = weir_array_from_memory(rt, (weir_dtype)t->target_dtype, shape, NULL, 1, t->y,
                                            0, free, t->y, &array[count]);
        if (target && status == WEIR_OK) {
            count++;
            t->y = NULL;
        }
    }
    if (status == WEIR_OK) status = weir_dataset_arrays(array, names, count, out);
    wr_data_release(array, count);
    return status;
}

static weir_status check_options(const char *path, const weir_csv_options *o) {
    bool x = o->dtype == WEIR_FLOAT32 || o->dtype == WEIR_FLOAT64;
    bool y = o->target_dtype == WEIR_FLOAT32 || o->target_dtype == WEIR_FLOAT64 ||
             o->target_dtype == WEIR_INT64;
    if (o->unused2 != 0)
        return wr_lib_fail(WEIR_EINVAL, "weir_dataset_csv: options->unused2 is %d; set it to 0",
                           o->unused2);
    if (!x || !y)
        return wr_lib_fail(WEIR_EINVAL, "weir_dataset_csv: %s: %s=%s; expected float32%s float64%s",
                           path, x ? "target_dtype" : "dtype",
                           weir_dtype_name((weir_dtype)(x ? o->target_dtype : o->dtype)),
                           x ? "," : " or", x ? " or int64" : "");
    return WEIR_OK;
}

static void table_free(table *t) {
    for (int64_t i = 0; i < t->columns; i++) free(t->name[i]);
    free(t->name);
    free(t->role);
    free(t->x);
    free(t->y);
    if (t->c_locale != (locale_t)0) freelocale(t->c_locale);
}

weir_status weir_dataset_csv(weir_runtime *rt, const char *path, const weir_csv_options *options,
                             weir_dataset **out) {
    weir_csv_options o;
    unsigned char *bytes;
    size_t size;
    if (rt == NULL || path == NULL || out == NULL)
        return wr_lib_fail(WEIR_EINVAL, "weir_dataset_csv: %s is NULL",
                           rt == NULL     ? "rt"
                           : path == NULL ? "path"
                                          : "out");
    weir_csv_options_init(&o);
    if (options != NULL)
        WR_TRY(weir_struct_take(&o, sizeof o, options, WEIR_SIZE_UP_TO(weir_csv_options, unused2),
                                "weir_dataset_csv", "weir_csv_options"));
    WR_TRY(check_options(path, &o));
    WR_TRY(wr_file_read(path, wr_file_size_limit(rt), NULL, &bytes, &size));
    const char *text = (const char *)bytes;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3; /* UTF-8 byte order mark */
    table t = {.path = path,
               .at = text,
               .end = (const char *)bytes + size,
               .delimiter = o.delimiter != '\0' ? o.delimiter : ',',
               .missing = o.missing,
               .c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0),
               .dtype = o.dtype,
               .target_dtype = o.target_dtype};
    weir_status status = t.c_locale != (locale_t)0
                             ? read_names(&t, o.header != 0)
                             : wr_lib_fail(WEIR_ENOMEM, "%s: out of memory", path);
    if (status == WEIR_OK) status = choose_columns(&t, &o);
    if (status == WEIR_OK) status = read_rows(&t);
    if (status == WEIR_OK) status = make(rt, &t, o.target != NULL, out);
    table_free(&t);
    free(bytes);
    return status;
}
