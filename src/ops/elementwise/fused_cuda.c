/* fused_cuda.c - the kernels of groups of elementwise calls on a CUDA device: their texts and arguments.
 *
 * A *form* is what the text of a group depends on: operators, dtypes, which arrays are read and written, and
 * how error words depend on each other; but no address, number, shape or stride.  All forms of the
 * process are in a table.  A form is compiled from its second use on, in the background.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ops/elementwise/fused_cuda.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda_text.h"
#include "ops/core/cuda_kernels.h"

enum {
    UNROLL = 2,        /* groups of elements of a thread */
    UNROLL_ARRAYS = 4, /* if it loads so many arrays at most; else 1 */
    MANY = 8,          /* elements of a group, at most */
    WANTED = 2,        /* a form is compiled at its second use */
    FORMS_MAX = 4096,  /* forms of a process; further ones are not fused */
    BUCKETS = 256,
    KEY_BYTES = 16 + WR_FUSED_ARRAYS + 32 * WR_FUSED_MAX,
};

static bool is_copy(const weir_op *op) {
    return op == &wr_ops[WR_OP_copy] || op == &wr_ops[WR_OP_astype];
}

bool wr_cuda_may_fuse(const weir_op *op, int dtype) {
    if (is_copy(op)) return true;
    /* Powers of integers may fail. */
    if (op == &wr_ops[WR_OP_pow]) return wr_dtype_kind_of(dtype) != WR_KIND_INT;
    return wr_cuda_kernel_of(op) == wr_cuda_elementwise;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static int compute_of(const wr_fused_member *m) { return wr_dtypes[m->dtype].compute; }

static bool is_complex(const wr_fused_member *m) {
    return !is_copy(m->op) && compute_of(m) >= WEIR_IN_C64;
}

/* A function of the elements that member i reads. */
static void write_member(wr_cuda_text *to, const wr_fused_member *m, int i) {
    const char *out = wr_cuda_dtype(m->out_dtype);
    wr_cuda_write(to, "struct member%d {\n", i);
    if (!is_copy(m->op)) wr_formula_write_types(to, compute_of(m));
    wr_cuda_write(to, "ON_DEVICE %s of(const double *number", out);
    for (int k = 0; k < m->in_count; k++)
        wr_cuda_write(to, ", %s in%d", wr_cuda_dtype(m->in[k].dtype), k);
    wr_cuda_write(to, ") {\n");
    if (is_copy(m->op)) {
        bool same = m->in[0].dtype == m->out_dtype; /* the bytes are copied, whatever they mean */
        wr_cuda_write(to, same ? "    return in0;\n}\n};\n" : "    return cast<%s>(in0);\n}\n};\n",
                      out);
        return;
    }
    if (m->numbers >= 0)
        wr_cuda_write(to,
                      "    const R A = (R)number[0], B = (R)number[1];\n    (void)A, (void)B;\n");
    for (int k = 0; k < m->in_count; k++) {
        const char *type = wr_formula_type(m->op, m->dtype, k);
        wr_cuda_write(to, "    const %s %s = cast<%s>(in%d);\n", type, wr_formula_input(m->op, k),
                      type, k);
    }
    wr_cuda_write(to, "    return cast<%s>(%s);\n}\n};\n", out, wr_formula_of(m->op, m->dtype));
}

static void write_input(wr_cuda_text *to, const wr_fused_input *in) {
    if (in->source == WR_FROM_ARRAY)
        wr_cuda_write(to, ", in.x%d[v]", in->index);
    else if (in->source == WR_FROM_MEMBER)
        wr_cuda_write(to, ", m%d", in->index);
    else
        wr_cuda_write(to, ", *(const %s *)a.value[%d]", wr_cuda_dtype(in->dtype), in->index);
}

/* The value that is written to array j: that of the last member that is executed and writes it. */
static void write_result(wr_cuda_text *to, const wr_fused_plan *p, int j) {
    int first = -1;
    wr_cuda_write(to, "    out.y%d.x[v] = ", j);
    for (int i = p->members - 1; i >= 0; i--) {
        if (p->member[i].array != j) continue;
        bool more = false;
        for (int k = 0; k < i; k++) more |= p->member[k].array == j;
        if (more)
            wr_cuda_write(to, "good[%d] ? m%d : ", i, i);
        else
            first = i;
    }
    wr_cuda_write(to, "m%d;\n", first);
}

static void write_element(wr_cuda_text *to, const wr_fused_plan *p) {
    uint32_t written = 0;
    for (int i = 0; i < p->members; i++) write_member(to, &p->member[i], i);
    wr_cuda_write(
        to, "template <class ARGS, class OUTPUTS>\n"
            "ON_DEVICE void element(const ARGS &a, const inputs &in, int v, const bool *good, "
            "OUTPUTS &out) {\n");
    for (int i = 0; i < p->members; i++) {
        const wr_fused_member *m = &p->member[i];
        wr_cuda_write(to, "    const %s m%d = member%d::of(", wr_cuda_dtype(m->out_dtype), i, i);
        wr_cuda_write(to, m->numbers >= 0 ? "a.number[%d]" : "0", m->numbers);
        for (int k = 0; k < m->in_count; k++) write_input(to, &m->in[k]);
        wr_cuda_write(to, ");\n");
        if (m->array >= 0) written |= 1u << m->array;
    }
    for (int j = 0; j < p->arrays; j++)
        if (written >> j & 1) write_result(to, p, j);
    wr_cuda_write(to, "}\n");
}

/* Which members are executed, and the words that they mark, in their order. */
static void write_guards(wr_cuda_text *to, const wr_fused_plan *p) {
    uint32_t tested = 0;
    wr_cuda_write(to, "template <class ARGS> ON_DEVICE void test(const ARGS &a, bool *good) {\n");
    for (int i = 0; i < p->members; i++) tested |= p->member[i].tests;
    for (int k = 0; k < p->words; k++)
        if (tested >> k & 1) wr_cuda_write(to, "    const bool w%d = is_good(a, %d);\n", k, k);
    for (int i = 0; i < p->members; i++) {
        wr_cuda_write(to, "    good[%d] = true", i);
        for (int k = 0; k < p->words; k++)
            if (p->member[i].tests >> k & 1) wr_cuda_write(to, " & w%d", k);
        for (int k = 0; k < i; k++)
            if (p->member[i].needs >> k & 1) wr_cuda_write(to, " & good[%d]", k);
        wr_cuda_write(to, ";\n");
    }
    wr_cuda_write(
        to, "}\ntemplate <class ARGS> ON_DEVICE void mark(const ARGS &a, const bool *good) {\n");
    for (int i = 0; i < p->members; i++)
        if (p->member[i].marks >= 0)
            wr_cuda_write(to, "    mark_word(a.word[%d], good[%d], %s);\n", p->member[i].marks, i,
                          p->member[i].failed == WR_WORD_FAILED ? "WORD_FAILED"
                                                                : "WORD_NEVER_MADE");
    wr_cuda_write(to, "}\n");
}

/* The macros that say which arrays are read and written. */
static void write_arrays(wr_cuda_text *to, const wr_fused_plan *p) {
    wr_cuda_write(to, "#define INPUTS(f)");
    for (int j = 0; j < p->arrays; j++)
        if (p->loaded >> j & 1)
            wr_cuda_write(to, " f(%d, %s)", j, wr_cuda_dtype(p->array[j].dtype));
    wr_cuda_write(to, "\n#define OUTPUTS(f)");
    for (int j = 0; j < p->arrays; j++) {
        bool any = false;
        for (int i = 0; i < p->members; i++) {
            if (p->member[i].array != j) continue;
            if (!any) wr_cuda_write(to, " f(%d, %s, ", j, wr_cuda_dtype(p->array[j].dtype));
            wr_cuda_write(to, any ? " | good[%d]" : "good[%d]", i);
            any = true;
        }
        if (any) wr_cuda_write(to, ")");
    }
    wr_cuda_write(to, "\n");
}

static void write_text(wr_cuda_text *to, const void *ctx) {
    const wr_fused_plan *p = ctx;
    bool complex = false;
    for (int i = 0; i < p->members; i++) complex |= is_complex(&p->member[i]);
    wr_cuda_write(to, "#define OPERANDS %d\n#define DIMS %d\n#define VEC %d\n#define UNROLL %d\n",
                  p->arrays, p->dims, p->vec, p->unroll);
    wr_cuda_write(to,
                  "#define MEMBERS %d\n#define NUMBERS %d\n#define VALUES %d\n#define WORDS %d\n",
                  p->members, p->numbers, p->values, p->words);
    if (p->marked_apart) wr_cuda_write(to, "#define MARKED_APART\n");
    write_arrays(to, p);
    wr_cuda_write(to, "%s%s%s%s", wr_text_function_words, wr_text_elementwise,
                  complex ? wr_text_complex : "", wr_text_walk);
    write_element(to, p);
    write_guards(to, p);
    wr_cuda_write(to, "%s", wr_text_fused);
}

/* ---- Forms ----------------------------------------------------------------------------------- */

typedef struct form {
    struct form *next;
    /* const */
    uint64_t hash;
    uint64_t number; /* the variant of its text */
    size_t size;     /* of `key` */
    /* under forms.mutex */
    uint32_t uses;
    bool refused; /* the driver does not launch it */
    /* const */
    char key[];
} form;

/* Process-wide, as kernels are.  Never freed, for the same reason. */
static struct {
    pthread_mutex_t mutex;
    form *bucket[BUCKETS]; /* under mutex, like the rest */
    uint64_t count;
} forms = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Write what the text depends on; returns the size. */
static size_t write_key(const wr_fused_plan *p, char *key) {
    char *to = key;
#define PUT(value)                                                                                 \
    do {                                                                                           \
        memcpy(to, &(value), sizeof(value));                                                       \
        to += sizeof(value);                                                                       \
    } while (0)
    const uint8_t head[] = {p->members, p->arrays, p->values, p->numbers,     p->words,
                            p->vec,     p->unroll, p->dims,   p->marked_apart};
    PUT(head);
    PUT(p->loaded);
    for (int j = 0; j < p->arrays; j++) *to++ = (char)p->array[j].dtype;
    for (int i = 0; i < p->members; i++) {
        const wr_fused_member *m = &p->member[i];
        const uint16_t op = (uint16_t)(m->op - wr_ops);
        PUT(op);
        PUT(m->in_count);
        for (int k = 0; k < m->in_count; k++) PUT(m->in[k]);
        const uint8_t rest[] = {m->dtype,          m->out_dtype,        (uint8_t)m->array,
                                (uint8_t)m->marks, (uint8_t)m->numbers, m->failed};
        PUT(rest);
        PUT(m->tests);
        PUT(m->needs);
    }
#undef PUT
    return (size_t)(to - key);
}

static uint64_t hash_of(const char *key, size_t size) {
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) h = (h ^ (unsigned char)key[i]) * UINT64_C(0x100000001b3);
    return h;
}

/* Under the mutex: the form with this key, which may be new; NULL if there are too many, or no
 * memory. */
static form *find_form(const char *key, size_t size, uint64_t hash) {
    form **first = &forms.bucket[hash % BUCKETS];
    for (form *f = *first; f != NULL; f = f->next)
        if (f->hash == hash && f->size == size && memcmp(f->key, key, size) == 0) return f;
    form *f = forms.count < FORMS_MAX ? malloc(sizeof *f + size) : NULL;
    if (f == NULL) return NULL;
    *f = (form){.next = *first, .hash = hash, .number = ++forms.count, .size = size};
    memcpy(f->key, key, size);
    return *first = f;
}

/* Note a use of the plan's form.  *wanted: it should be compiled. */
static form *use_form(const wr_fused_plan *p, bool *wanted) {
    char key[KEY_BYTES];
    size_t size = write_key(p, key);
    uint64_t hash = hash_of(key, size);
    pthread_mutex_lock(&forms.mutex);
    form *f = find_form(key, size, hash);
    if (f != NULL && f->refused) f = NULL;
    if (f != NULL) *wanted = ++f->uses >= WANTED;
    pthread_mutex_unlock(&forms.mutex);
    return f;
}

static void refuse_form(form *f) {
    pthread_mutex_lock(&forms.mutex);
    f->refused = true;
    pthread_mutex_unlock(&forms.mutex);
}

/* ---- Launching ------------------------------------------------------------------------------- */

static void views_of(const wr_fused_plan *p, const weir_view **view) {
    for (int j = 0; j < p->arrays; j++) view[j] = &p->array[j];
}

/* Choose how the kernel goes through the arrays.  False if they have too many dimensions. */
static bool choose_walk(wr_fused_plan *p) {
    const weir_view *view[WR_FUSED_ARRAYS];
    int largest = 1, loads = __builtin_popcount(p->loaded);
    views_of(p, view);
    wr_layout_make(&p->layout, view, p->arrays, 0, p->shaped_by, true);
    if (p->layout.dims > WR_FUSED_DIMS) return false;
    for (int j = 0; j < p->arrays; j++) {
        int size = (int)wr_dtype_bytes(p->array[j].dtype);
        largest = size > largest ? size : largest;
    }
    p->dims = (uint8_t)wr_layout_round_dims(p->layout.dims);
    p->vec = (uint8_t)(WR_LAYOUT_VECTOR / largest > MANY ? MANY : WR_LAYOUT_VECTOR / largest);
    p->unroll = loads <= UNROLL_ARRAYS ? UNROLL : 1;
    for (int i = 0; i < p->members; i++)
        if (is_complex(&p->member[i])) p->unroll = 1; /* their functions are long */
    return true;
}

static wr_cuda_source source_of(const wr_fused_plan *p) {
    const form *f = p->form;
    return (wr_cuda_source){.family = "fused", .variant = f->number, .write = write_text, .ctx = p};
}

static weir_status prepare(const wr_cuda_call *c, wr_fused_plan *p) {
    bool wanted = false;
    if (!choose_walk(p) || (p->form = use_form(p, &wanted)) == NULL) return WEIR_EFAILED;
    const wr_cuda_source source = source_of(p);
    return wr_cuda_is_ready(c, &source, wanted) ? WEIR_OK : WEIR_EFAILED;
}

enum {
    ARGS_MAX = WR_LAYOUT_BYTES(WR_FUSED_ARRAYS, WR_FUSED_DIMS) + 8 * WR_FUSED_ARRAYS +
               8 * WR_FUSED_MAX + 16 * (WR_FUSED_NUMBERS + 1) + 16 * (WR_FUSED_VALUES + 1)
};
_Static_assert(ARGS_MAX <= 4096, "the arguments of a kernel are limited");

/* Write the arguments, fused_args of fused.cu; returns their size. */
static size_t write_args(char *args, const wr_fused_plan *p, const uint64_t *report,
                         uint64_t *groups) {
    static const uint64_t nothing[2] = {0};
    const weir_view *view[WR_FUSED_ARRAYS];
    wr_layout_dim dim[WR_FUSED_DIMS];
    uint32_t vectors = 0;
    views_of(p, view);
    for (int j = 0; j < p->arrays; j++) {
        int64_t size = (int64_t)wr_dtype_bytes(view[j]->dtype);
        bool is_vector = wr_layout_is_vector(&p->layout, j, size, p->vec, view[j]->data);
        vectors |= (uint32_t)is_vector << j;
    }
    *groups = wr_layout_measure(&p->layout, p->dims, p->vec, 1, dim);
    char *to = wr_layout_write(args, &p->layout, view, p->dims, dim, *groups, vectors);
#define PUT(source, bytes) (memcpy(to, source, bytes), to += (bytes))
    PUT(p->word, p->words * sizeof *p->word);
    PUT(report, p->members * sizeof *report);
    PUT(p->number, p->numbers * sizeof *p->number);
    PUT(nothing, sizeof nothing);
    PUT(p->value, p->values * sizeof *p->value);
    PUT(nothing, sizeof nothing);
#undef PUT
    return (size_t)(to - args);
}

weir_status wr_cuda_fused(wr_cuda_call *c, void *plan, const uint64_t *report) {
    wr_fused_plan *p = plan;
    _Alignas(16) char args[ARGS_MAX];
    uint64_t groups, each = (uint64_t)WR_LAYOUT_THREADS * (uint64_t)p->unroll;
    if (c->ahead) return prepare(c, p);
    size_t bytes = write_args(args, p, report, &groups);
    const wr_cuda_source source = source_of(p);
    weir_status status = wr_cuda_launch_bytes(c, &source, "fused", (groups + each - 1) / each,
                                              WR_LAYOUT_THREADS, args, bytes);
    if (status != WEIR_OK) {
        refuse_form(p->form);
        return status == WEIR_PENDING ? WEIR_EFAILED : status;
    }
    if (!p->marked_apart) return WEIR_OK;
    status = wr_cuda_launch_bytes(c, &source, "marks", 1, 32, args, bytes);
    return status == WEIR_OK ? WEIR_OK : WEIR_PENDING;
}
