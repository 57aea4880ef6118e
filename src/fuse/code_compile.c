/* code_compile.c - compiles a program to a loop in AVX2 or AVX-512.
 *
 *   arguments       rdi: pointers to arrays, rsi: numbers, rdx: bytes
 *   vectors 0 to 2  used within one step; so is the mask register 2, if there are any
 *   other vectors   numbers, arrays that several steps read, results of steps
 *   rax             offset in the arrays; every array has a general register
 *
 * The loop computes `lanes` vectors side by side, step by step, so that the processor does not wait for
 * the result of each step; a second loop computes the last vectors one by one.  As many lanes are used as
 * the registers allow.  In the tightest layout numbers are read when they are used and arrays are read
 * by each step that uses them; then only results of steps have registers, and the caller limits their
 * number (WR_CODE_LIVE_MAX).  So every program can be compiled.
 *
 * Each element is computed by the operations of the ordinary loops of the operators at CPU levels 1
 * and 2, with operands in the same order, so it has the same bits.  A result is stored when it has been
 * computed: no later step reads an array that it overwrites, see fuse_code.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "fuse/code.h"
#include "fuse/x86_encode.h"

enum {
    LEFT, /* registers within a step: the first operand, the second one, a mask */
    RIGHT,
    MASK,
    FIRST, /* the first of the other registers */
    AVX2_VECTORS = 16,
    AVX512_VECTORS = 32,
    LANES_MAX = 16,
    OPERANDS = WR_CODE_RESULT + WR_CODE_STEPS,
};

/* The registers of the arrays.  rdi is loaded last, because the pointers are read through it. */
static const uint8_t pointers[WR_CODE_ARRAYS] = {WR_RCX, WR_R8,  WR_R9,  WR_R10, WR_R11, WR_RBX,
                                                 WR_RBP, WR_R12, WR_R13, WR_R14, WR_R15, WR_RDI};
enum { VOLATILE = 5 }; /* number of the first ones that a function need not preserve */

typedef struct maker {
    wr_x86 x;
    const wr_code_program *p;
    int lanes;
    bool keeps; /* numbers, and arrays that several steps read, have registers */
    uint8_t number[WR_CODE_NUMBERS];
    uint8_t reads[OPERANDS]; /* number of steps that read it */
    uint8_t last[OPERANDS];  /* the last of them */
    /* for each lane, the register of an array or a result, or 0 */
    uint8_t at[OPERANDS][LANES_MAX];
    uint32_t free; /* a bit for each register */
} maker;

static int take(maker *m) {
    if (m->free == 0) {
        m->x.failed = true;
        return FIRST;
    }
    int reg = __builtin_ctz(m->free);
    m->free &= m->free - 1;
    return reg;
}

static void count_reads(maker *m) {
    memset(m->reads, 0, sizeof m->reads);
    for (int i = 0; i < m->p->steps; i++) {
        const wr_code_step *s = &m->p->step[i];
        for (int j = 0; j < 2 - wr_code_is_unary(s->op); j++) {
            if (j == 0 || s->in[1] != s->in[0]) m->reads[s->in[j]]++;
            m->last[s->in[j]] = (uint8_t)i;
        }
    }
}

/* ---- Operands -------------------------------------------------------------------------------- */

static wr_x86_operand array_at(const maker *m, int array, int lane) {
    return (wr_x86_operand){.memory = true,
                            .indexed = true,
                            .reg = pointers[array],
                            .displacement = lane * m->p->vector};
}

static wr_x86_operand number_at(int number) {
    return (wr_x86_operand){
        .memory = true, .reg = WR_RSI, .displacement = number * (int32_t)sizeof(uint64_t)};
}

static int number_in_register(maker *m, int number, int scratch) {
    if (m->number[number] != 0) return m->number[number];
    wr_x86_broadcast(&m->x, m->p->wide, scratch, number_at(number));
    return scratch;
}

/* Return an operand; an array that only this step reads is used from memory. */
static wr_x86_operand operand(maker *m, int id, int lane, int scratch) {
    if (id < WR_CODE_ARRAY) return wr_x86_register(number_in_register(m, id, scratch));
    if (m->at[id][lane] != 0) return wr_x86_register(m->at[id][lane]);
    wr_x86_operand array = array_at(m, id - WR_CODE_ARRAY, lane);
    if (!m->keeps || m->reads[id] == 1) return array;
    m->at[id][lane] = (uint8_t)take(m);
    wr_x86_load(&m->x, m->at[id][lane], array);
    return wr_x86_register(m->at[id][lane]);
}

static int in_register(maker *m, int id, int lane, int scratch) {
    wr_x86_operand o = operand(m, id, lane, scratch);
    if (!o.memory) return o.reg;
    wr_x86_load(&m->x, scratch, o);
    return scratch;
}

/* Free the registers of operands that no later step reads. */
static void end_reads(maker *m, int index, int lane) {
    const wr_code_step *s = &m->p->step[index];
    for (int j = 0; j < 2 - wr_code_is_unary(s->op); j++) {
        uint8_t *at = &m->at[s->in[j]][lane];
        if (s->in[j] < WR_CODE_ARRAY || *at == 0 || m->last[s->in[j]] != index) continue;
        m->free |= UINT32_C(1) << *at;
        *at = 0;
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static const uint8_t packed[] = {
    [WR_CODE_ADD] = WR_X86_ADD,       [WR_CODE_SUBTRACT] = WR_X86_SUB,
    [WR_CODE_MULTIPLY] = WR_X86_MUL,  [WR_CODE_DIVIDE] = WR_X86_DIV,
    [WR_CODE_MAXIMUM] = WR_X86_MAX,   [WR_CODE_MINIMUM] = WR_X86_MIN,
    [WR_CODE_AND] = WR_X86_AND,       [WR_CODE_XOR] = WR_X86_XOR,
    [WR_CODE_SQRT] = WR_X86_SQRT,     [WR_CODE_FLOOR] = WR_X86_DOWN,
    [WR_CODE_CEIL] = WR_X86_UP,       [WR_CODE_TRUNC] = WR_X86_TO_ZERO,
    [WR_CODE_ROUND] = WR_X86_NEAREST,
};

/* Compute one step in one lane.  The register of the result may be that of an operand, so it is written
 * by the last instruction only. */
static int compute(maker *m, int index, int lane) {
    const wr_code_step *s = &m->p->step[index];
    wr_x86 *x = &m->x;
    bool wide = m->p->wide;
    int op = packed[s->op < WR_CODE_KEEP || s->op > WR_CODE_GATE ? s->op : WR_CODE_AND];
    if (wr_code_is_unary(s->op)) {
        wr_x86_operand a = operand(m, s->in[0], lane, LEFT);
        end_reads(m, index, lane);
        int to = take(m);
        if (s->op == WR_CODE_SQRT)
            wr_x86_arithmetic(x, op, wide, to, 0, a);
        else
            wr_x86_round(x, op, wide, to, a);
        return to;
    }
    int a = in_register(m, s->in[0], lane, LEFT);
    /* An operand that is given twice is loaded once. */
    wr_x86_operand b =
        s->in[1] == s->in[0] ? wr_x86_register(a) : operand(m, s->in[1], lane, RIGHT);
    end_reads(m, index, lane);
    int to = take(m);
    switch (s->op) {
    case WR_CODE_MAXIMUM:
    case WR_CODE_MINIMUM: /* the instruction returns b if a is NaN */
        wr_x86_arithmetic(x, op, wide, RIGHT, a, b);
        wr_x86_compare_packed(x, WR_X86_UNORDERED, wide, MASK, a, wr_x86_register(a));
        wr_x86_blend(x, wide, to, RIGHT, a, MASK);
        break;
    case WR_CODE_KEEP:
        wr_x86_compare_packed(x, WR_X86_NOT_LESS_EQUAL, wide, MASK, a, b);
        wr_x86_keep(x, wide, to, a, MASK);
        break;
    case WR_CODE_GATE:
        if (b.memory) {
            wr_x86_load(x, RIGHT, b);
            b = wr_x86_register(RIGHT);
        }
        wr_x86_arithmetic(x, WR_X86_XOR, wide, MASK, MASK, wr_x86_register(MASK));
        wr_x86_compare_packed(x, WR_X86_GREATER, wide, MASK, b.reg, wr_x86_register(MASK));
        wr_x86_keep(x, wide, to, a, MASK);
        break;
    default: wr_x86_arithmetic(x, op, wide, to, a, b);
    }
    return to;
}

static void store(maker *m, const wr_code_step *s, int from, int lane) {
    for (int i = 0; i < 2; i++) {
        if (s->to[i] == WR_CODE_NONE) continue;
        if (m->p->streams >> s->to[i] & 1)
            wr_x86_stream(&m->x, array_at(m, s->to[i], lane), from);
        else
            wr_x86_store(&m->x, array_at(m, s->to[i], lane), from);
    }
}

/* The steps for `lanes` vectors. */
static void body(maker *m, int lanes) {
    uint32_t free = m->free;
    memset(m->at, 0, sizeof m->at);
    for (int i = 0; i < m->p->steps && !m->x.failed; i++)
        for (int lane = 0; lane < lanes; lane++) {
            int id = WR_CODE_RESULT + i, reg = compute(m, i, lane);
            store(m, &m->p->step[i], reg, lane);
            if (m->reads[id] > 0)
                m->at[id][lane] = (uint8_t)reg;
            else
                m->free |= UINT32_C(1) << reg;
        }
    m->free = free;
}

/* ---- The function ---------------------------------------------------------------------------- */

static void load_numbers(maker *m) {
    int vectors = m->x.evex ? AVX512_VECTORS : AVX2_VECTORS;
    m->free = (uint32_t)((UINT64_C(1) << vectors) - (1 << FIRST));
    for (int i = 0; i < m->p->numbers; i++) {
        m->number[i] = 0;
        if (!m->keeps || m->reads[WR_CODE_NUMBER + i] == 0) continue;
        m->number[i] = (uint8_t)take(m);
        wr_x86_broadcast(&m->x, m->p->wide, m->number[i], number_at(i));
    }
}

static void write_function(maker *m) {
    wr_x86 *x = &m->x;
    int arrays = m->p->arrays, vector = m->p->vector, step = m->lanes * vector;
    wr_x86_landing(x);
    for (int i = VOLATILE; i < arrays && pointers[i] != WR_RDI; i++) wr_x86_push(x, pointers[i]);
    for (int i = 0; i < arrays; i++)
        wr_x86_load_pointer(x, pointers[i], WR_RDI, i * (int32_t)sizeof(char *));
    load_numbers(m);
    wr_x86_clear(x, WR_RAX);
    if (m->lanes > 1) {
        wr_x86_compare_number(x, WR_RDX, step);
        uint8_t *few = wr_x86_jump(x, WR_X86_IF_LESS), *loop = x->at;
        body(m, m->lanes);
        wr_x86_add_number(x, WR_RAX, step);
        wr_x86_subtract_number(x, WR_RDX, step);
        wr_x86_compare_number(x, WR_RDX, step);
        wr_x86_jump_back(x, WR_X86_IF_NOT_LESS, loop);
        wr_x86_land(x, few);
    }
    wr_x86_compare_number(x, WR_RDX, vector);
    uint8_t *none = wr_x86_jump(x, WR_X86_IF_LESS), *loop = x->at;
    body(m, 1);
    wr_x86_add_number(x, WR_RAX, vector);
    wr_x86_subtract_number(x, WR_RDX, vector);
    wr_x86_compare_number(x, WR_RDX, vector);
    wr_x86_jump_back(x, WR_X86_IF_NOT_LESS, loop);
    wr_x86_land(x, none);
    for (int i = arrays - 1; i >= VOLATILE; i--)
        if (pointers[i] != WR_RDI) wr_x86_pop(x, pointers[i]);
    wr_x86_zeroupper(x);
    wr_x86_return(x);
}

size_t wr_code_compile(const wr_code_program *p, uint8_t *memory, size_t size) {
    static const struct {
        int lanes;
        bool keeps;
    } layouts[] = {{16, true}, {8, true}, {4, true}, {2, true}, {1, true}, {1, false}};
    maker m = {.p = p};
    count_reads(&m);
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        m.x =
            (wr_x86){.begin = memory, .at = memory, .end = memory + size, .evex = p->vector == 64};
        m.lanes = layouts[i].lanes;
        m.keeps = layouts[i].keeps;
        write_function(&m);
        if (!m.x.failed) return (size_t)(m.x.at - m.x.begin);
    }
    return 0;
}
