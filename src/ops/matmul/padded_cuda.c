/* padded_cuda.c - products with sizes that are not multiples of 16 bytes; padded.h says how.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/matmul/padded.h"

#include "device/cuda/cuda_divider.h"
#include "device/cuda/cuda_text.h"

enum {
    WORD = 16,                            /* bytes; padded.h */
    LINE = 128,                           /* lines in scratch memory begin at multiples of this */
    ROOM = WR_SIZE(72 << 20, 32768),      /* bytes of scratch memory, twice that if A is there */
    ROOM_MAX = WR_SIZE(256 << 20, 65536), /* if a piece would not fill the card otherwise */
    FULL = WR_SIZE(48 << 14, 1),          /* elements of a result that fill a large card */
    ROWS_MAX = WR_SIZE(16384, 128),
    THREADS = 256,
    AT_ONCE = 2, /* words that a thread copies; as in padded.cu */
};

/* What copies cost, in multiplications that the tensor cores do in addition in that time if sizes are
 * multiples: about 60 a nanosecond.  A byte takes 0.25 ps, a piece 5 us, and the gain must be twice the
 * cost. */
static const double BYTE_COST = WR_SIZE(30, 0), PIECE_COST = WR_SIZE(6e8, 0);

/* ---- The decision ---------------------------------------------------------------------------- */

/* A matrix: lines of contiguous elements. */
typedef struct matrix {
    uint64_t address;
    int64_t leading, batch; /* elements from a line to the next, and from a matrix to the next */
    bool by_rows;           /* lines are rows */
} matrix;

typedef struct operands {
    matrix a, b, c;
    int64_t unit;             /* elements of a word */
    bool m_odd, n_odd, k_odd; /* not a multiple of `unit`, and has to be */
} operands;

/* False if neither rows nor columns are contiguous. */
static bool find_lines(matrix *x, uint64_t address, int64_t rows, int64_t cols, int64_t row,
                       int64_t col, int64_t batch) {
    x->by_rows = col == 1 && row >= cols;
    x->leading = x->by_rows ? row : col;
    x->address = address;
    x->batch = batch;
    return x->by_rows || (row == 1 && col >= rows);
}

static bool find_operands(operands *o, const wr_cuda_product *p) {
    bool stacked = p->batch > 1;
    if (!find_lines(&o->a, p->a, p->m, p->k, p->a_row, p->a_col, stacked ? p->a_batch : 0) ||
        !find_lines(&o->b, p->b, p->k, p->n, p->b_row, p->b_col, stacked ? p->b_batch : 0) ||
        !find_lines(&o->c, p->c, p->m, p->n, p->c_row, 1, stacked ? p->c_batch : 0))
        return false;
    o->unit = WORD / (int64_t)p->item_size;
    o->m_odd = p->m % o->unit != 0 && !o->a.by_rows;
    o->n_odd = p->n % o->unit != 0;
    o->k_odd = p->k % o->unit != 0 && (o->a.by_rows || !o->b.by_rows);
    return true;
}

static bool is_aligned(const matrix *x, uint64_t size) {
    return ((x->address | (uint64_t)x->leading * size | (uint64_t)x->batch * size) % WORD) == 0;
}

static int64_t pad(int64_t length, uint64_t size) {
    return (int64_t)(wr_round_up((size_t)length * size, LINE) / size);
}

/* Bytes of a matrix in scratch memory. */
static uint64_t bytes_of(const matrix *x, int64_t rows, int64_t cols, uint64_t size) {
    int64_t lines = x->by_rows ? rows : cols, length = x->by_rows ? cols : rows;
    return (uint64_t)lines * (uint64_t)pad(length, size) * size;
}

/* Fill in the sizes of a piece of rows x cols; return its bytes. */
static uint64_t set_piece(wr_padding *to, const operands *o, const wr_cuda_product *p, int64_t rows,
                          int64_t cols) {
    uint64_t size = p->item_size;
    to->rows = rows, to->cols = cols;
    to->a_leading = pad(o->a.by_rows ? to->k : rows, size);
    to->b_leading = pad(o->b.by_rows ? cols : to->k, size);
    to->c_leading = pad(cols, size);
    to->a_bytes = to->a ? bytes_of(&o->a, rows, to->k, size) : 0;
    to->b_bytes = to->b ? bytes_of(&o->b, to->k, cols, size) : 0;
    to->c_bytes = to->c ? bytes_of(&o->c, rows, cols, size) : 0;
    to->bias_bytes = p->bias != 0 ? (uint64_t)pad(cols, size) * size : 0;
    return to->a_bytes + to->b_bytes + to->c_bytes + to->bias_bytes;
}

/* The size of a piece, if there are equal pieces of at most `most`; 0: there are none. */
static int64_t divide_evenly(int64_t whole, int64_t most, int64_t unit, bool odd) {
    if (most >= whole && !odd) return whole;
    most -= most % unit;
    if (most == 0 || whole < unit) return 0;
    int64_t pieces = wr_max((whole + most - 1) / most, 2);
    return (int64_t)wr_round_up((size_t)((whole + pieces - 1) / pieces), (size_t)unit);
}

/* The largest number of rows, or of columns, with which a piece has at most `room` bytes.  The other one
 * is that of *to. */
static int64_t fit(const wr_padding *to, const operands *o, const wr_cuda_product *p, bool by_rows,
                   uint64_t room) {
    int64_t low = 0, high = by_rows ? p->m : p->n;
    while (low < high) {
        int64_t middle = high - (high - low) / 2;
        wr_padding trial = *to;
        if (set_piece(&trial, o, p, by_rows ? middle : to->rows, by_rows ? to->cols : middle) <=
            room)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Divide rows or columns: as many as fit into `room`, but enough to fill the card if ROOM_MAX allows it.
 * False if no piece fits. */
static bool divide(wr_padding *to, const operands *o, const wr_cuda_product *p, bool by_rows,
                   uint64_t room) {
    int64_t whole = by_rows ? p->m : p->n, other = by_rows ? to->cols : to->rows;
    int64_t most = fit(to, o, p, by_rows, room), full = FULL / other + 1;
    if (most < full) most = wr_min(full, fit(to, o, p, by_rows, ROOM_MAX));
    int64_t size = divide_evenly(whole, most, o->unit, by_rows ? o->m_odd : o->n_odd);
    *(by_rows ? &to->rows : &to->cols) = size;
    return size > 0;
}

/* If A is in scratch memory, it is copied for each piece of columns, so rows are divided. */
static bool divide_result(wr_padding *to, const operands *o, const wr_cuda_product *p) {
    to->rows = p->m, to->cols = p->n;
    if (!to->a) {
        to->rows = divide_evenly(p->m, ROWS_MAX, o->unit, false);
        if (!divide(to, o, p, false, ROOM)) return false;
    } else {
        wr_padding right = {.b = to->b, .k = to->k};
        int64_t most = fit(&right, o, p, false, ROOM_MAX / 4 * 3);
        to->cols = divide_evenly(p->n, most, o->unit, o->n_odd);
        if (to->cols == 0 || !divide(to, o, p, true, 2 * ROOM)) return false;
    }
    return set_piece(to, o, p, to->rows, to->cols) <= ROOM_MAX;
}

static double pieces_of(int64_t whole, int64_t piece) {
    int64_t pieces = (whole + piece - 1) / piece;
    return (double)pieces;
}

static bool is_worth_it(const wr_padding *to, const wr_cuda_product *p) {
    double m = (double)p->m, n = (double)p->n, k = (double)p->k, batch = (double)p->batch;
    double parts = pieces_of(p->m, to->rows) * pieces_of(p->n, to->cols);
    double elements = to->c ? m * n : 0;
    if (to->a) elements += m * k * pieces_of(p->n, to->cols);
    if (to->b) elements += k * n;
    double moved = 2 * elements * batch * (double)p->item_size;
    double pieces = parts * pieces_of(p->batch, to->batch);
    return m * n * k * batch > BYTE_COST * moved + PIECE_COST * pieces;
}

uint64_t wr_padding_of(wr_padding *to, const wr_cuda_product *p, bool tf32) {
    operands o;
    bool narrow = p->dtype == WEIR_FLOAT16 || p->dtype == WEIR_BFLOAT16;
    *to = (wr_padding){.batch = 1};
    if (!narrow && !(p->dtype == WEIR_FLOAT32 && tf32)) return 0;
    if (p->a_batch < 0 || p->b_batch < 0) return 0;
    if (p->accumulate || p->m < 1 || p->n < 1 || p->k < 1 || p->batch < 1) return 0;
    if (!find_operands(&o, p)) return 0;
    to->k = o.k_odd ? (int64_t)wr_round_up((size_t)p->k, (size_t)o.unit) : p->k;
    to->a = !is_aligned(&o.a, p->item_size) || o.k_odd || o.m_odd;
    to->b = !is_aligned(&o.b, p->item_size) || o.k_odd || (o.n_odd && o.b.by_rows);
    to->c = !is_aligned(&o.c, p->item_size) || o.n_odd;
    if (!to->a && !to->b && !to->c) return 0;
    if (!divide_result(to, &o, p)) return 0;
    uint64_t bytes = set_piece(to, &o, p, to->rows, to->cols);
    to->batch = wr_max(1, wr_min(p->batch, (int64_t)(ROOM / bytes)));
    return is_worth_it(to, p) ? bytes * (uint64_t)to->batch : 0;
}

/* ---- Copies ---------------------------------------------------------------------------------- */

/* The arguments of the kernel `copy_lines`; padded.cu has the same struct. */
typedef struct lines_args {
    wr_cuda_guard guard;
    uint64_t from, to, from_end;
    uint64_t from_line, to_line, from_batch, to_batch;
    uint64_t bytes, to_bytes;
    uint32_t words, count;
    wr_cuda_divider by_words, by_lines;
    uint32_t lines, to_lines;
} lines_args;

static void write_text(wr_cuda_text *to, const void *ctx) {
    const uint64_t *size = ctx;
    wr_cuda_write(to, "typedef u%d UNIT;\n%s", (int)*size * 8, wr_text_padded);
}

/* The extent of a matrix. */
typedef struct extent {
    int64_t rows, cols;
} extent;

/* Copy `batch` matrices; what `to` has more than `from` becomes 0. */
static weir_status copy_matrix(wr_cuda_call *c, const matrix *to, extent to_size,
                               const matrix *from, extent size, int64_t batch, uint64_t item) {
    wr_cuda_source source = {
        .family = "padded", .variant = item, .write = write_text, .ctx = &item};
    bool by_rows = from->by_rows;
    uint64_t bytes = (uint64_t)(by_rows ? to_size.cols : to_size.rows) * item;
    uint64_t words =
        is_aligned(to, item) ? (bytes + WORD - 1) / WORD : (bytes + WORD - 2) / WORD + 1;
    lines_args a = {.guard = c->test,
                    .from = from->address,
                    .to = to->address,
                    .from_line = (uint64_t)from->leading * item,
                    .to_line = (uint64_t)to->leading * item,
                    .from_batch = (uint64_t)from->batch * item,
                    .to_batch = (uint64_t)to->batch * item,
                    .bytes = (uint64_t)(by_rows ? size.cols : size.rows) * item,
                    .to_bytes = bytes,
                    .words = (uint32_t)words,
                    .lines = (uint32_t)(by_rows ? size.rows : size.cols),
                    .to_lines = (uint32_t)(by_rows ? to_size.rows : to_size.cols)};
    if (from->batch == 0) batch = 1;
    a.from_end = a.from + (uint64_t)(batch - 1) * a.from_batch +
                 (uint64_t)(a.lines - 1) * a.from_line + a.bytes;
    a.count = (uint32_t)((uint64_t)batch * a.to_lines * words); /* below 2^31, because of ROOM */
    a.by_words = wr_cuda_divider_of(words);
    a.by_lines = wr_cuda_divider_of(a.to_lines);
    uint64_t blocks = ((uint64_t)a.count + THREADS * AT_ONCE - 1) / (THREADS * AT_ONCE);
    return wr_cuda_launch(c, &source, "copy_lines", blocks, THREADS, &a);
}

/* ---- Products -------------------------------------------------------------------------------- */

/* Where a piece begins: its row, its column and its first product; and how many products it has. */
typedef struct piece {
    int64_t row, col, first, batch;
} piece;

typedef struct job {
    wr_cuda_call *c;
    const wr_cuda_product *p;
    const wr_padding *pad;
    operands o;
    uint64_t a, b, result, bias; /* addresses in scratch memory */
} job;

/* The part of a matrix that begins at an element. */
static matrix part_of(const matrix *x, int64_t row, int64_t col, int64_t first, uint64_t size) {
    matrix part = *x;
    int64_t at = (x->by_rows ? row * x->leading + col : col * x->leading + row) + first * x->batch;
    part.address += (uint64_t)at * size;
    return part;
}

/* A matrix like `from` in scratch memory; one for all products if `from` is. */
static matrix padded(const matrix *from, uint64_t address, int64_t leading, uint64_t bytes,
                     uint64_t size) {
    return (matrix){.address = address,
                    .leading = leading,
                    .batch = from->batch != 0 ? (int64_t)(bytes / size) : 0,
                    .by_rows = from->by_rows};
}

/* The address of the part of the bias. */
static weir_status find_bias(const job *j, int64_t col, uint64_t *to) {
    uint64_t size = j->p->item_size;
    matrix from = {.address = j->p->bias + (uint64_t)col * size, .leading = 0, .by_rows = true};
    matrix near = {.address = j->bias, .leading = 0, .by_rows = true};
    extent one = {1, j->pad->cols};
    *to = from.address;
    if (from.address % WORD == 0) return WEIR_OK;
    *to = near.address;
    return copy_matrix(j->c, &near, one, &from, one, 1, size);
}

/* Parts of the matrices, or what is in scratch memory, become a product. */
static weir_status run_piece(const job *j, const piece *at, bool *done) {
    const wr_cuda_product *p = j->p;
    const wr_padding *pad = j->pad;
    uint64_t size = p->item_size;
    matrix a = part_of(&j->o.a, at->row, 0, at->first, size), a2 = a;
    matrix b = part_of(&j->o.b, 0, at->col, at->first, size), b2 = b;
    matrix result = part_of(&j->o.c, at->row, at->col, at->first, size), c2 = result;
    extent c_size = {pad->rows, pad->cols};
    wr_cuda_product q = *p;
    if (pad->a) {
        a2 = padded(&a, j->a, pad->a_leading, pad->a_bytes, size);
        WR_TRY(copy_matrix(j->c, &a2, (extent){pad->rows, pad->k}, &a, (extent){pad->rows, p->k},
                           at->batch, size));
    }
    if (pad->b) b2 = padded(&b, j->b, pad->b_leading, pad->b_bytes, size);
    if (pad->b && at->row == 0)
        WR_TRY(copy_matrix(j->c, &b2, (extent){pad->k, pad->cols}, &b, (extent){p->k, pad->cols},
                           at->batch, size));
    if (pad->c) c2 = padded(&result, j->result, pad->c_leading, pad->c_bytes, size);
    if (p->bias != 0) WR_TRY(find_bias(j, at->col, &q.bias));
    q.m = pad->rows, q.n = pad->cols, q.k = pad->k, q.batch = at->batch;
    q.a = a2.address, q.b = b2.address, q.c = c2.address;
    q.a_row = a2.by_rows ? a2.leading : 1, q.a_col = a2.by_rows ? 1 : a2.leading;
    q.b_row = b2.by_rows ? b2.leading : 1, q.b_col = b2.by_rows ? 1 : b2.leading;
    q.c_row = c2.leading;
    q.a_batch = a2.batch, q.b_batch = b2.batch, q.c_batch = c2.batch;
    WR_TRY(wr_cuda_multiply(j->c, &q, done));
    if (!*done || !pad->c) return WEIR_OK;
    return copy_matrix(j->c, &result, c_size, &c2, c_size, at->batch, size);
}

/* The beginning of the piece after the one at *at; the last one ends where the whole does. */
static bool advance(int64_t *at, int64_t size, int64_t whole) {
    if (*at + size >= whole) return false;
    *at = wr_min(*at + size, whole - size);
    return true;
}

weir_status wr_multiply_padded(wr_cuda_call *c, const wr_cuda_product *p, const wr_padding *pad,
                               uint64_t scratch, bool *done) {
    job j = {.c = c, .p = p, .pad = pad, .a = scratch};
    uint64_t batch = (uint64_t)pad->batch;
    piece at = {.first = 0};
    j.b = j.a + pad->a_bytes * batch;
    j.result = j.b + pad->b_bytes * batch;
    j.bias = j.result + pad->c_bytes * batch;
    *done = find_operands(&j.o, p);
    for (; at.first < p->batch && *done; at.first += pad->batch) {
        at.batch = wr_min(pad->batch, p->batch - at.first);
        at.col = 0;
        do {
            at.row = 0;
            do {
                WR_TRY(run_piece(&j, &at, done));
            } while (*done && advance(&at.row, pad->rows, p->m));
        } while (*done && advance(&at.col, pad->cols, p->n));
    }
    return WEIR_OK;
}
