/* x86_encode.c - encodes x86-64 instructions; see x86_encode.h.
 *
 * A vector instruction has a prefix, VEX (of three bytes in all cases) or EVEX; the rest is the same:
 *
 *   c4   R X B map        W vvvv L pp                opcode   mod reg rm   [base and index]   [displacement]
 *   62   R X B R' 0 map   W vvvv 1 pp   z L b V' k   ...                                      [immediate]
 *
 * R, X, B, R', vvvv and V' are inverted.  R' and R are the top bits of the register in reg, X and B those of the
 * one in rm, and V' and vvvv are the register of the operand between them; X is that of the index if rm is
 * memory.  L is the length of vectors, 1 or 2.  k is a mask register, or 0 for none, and z says that elements
 * that it does not select are 0.  W is the width of elements in EVEX; in VEX these instructions do not need it.
 * A displacement of one byte counts operands in EVEX.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fuse/x86_encode.h"

#include <string.h>

enum { MAP_0F = 1, MAP_0F38 = 2, MAP_0F3A = 3 };
enum { PLAIN = 0, PREFIX_66 = 1 };
enum { REX_W = 0x48 };

static void byte(wr_x86 *x, unsigned value) {
    if (x->at == x->end) {
        x->failed = true;
        return;
    }
    *x->at++ = (uint8_t)value;
}

static void word(wr_x86 *x, int32_t value) {
    for (int i = 0; i < 4; i++) byte(x, (uint32_t)value >> 8 * i & 0xff);
}

/* The bytes that name the registers or the memory of an instruction.  A displacement of one byte counts
 * units. */
static void operands(wr_x86 *x, int reg, wr_x86_operand o, int unit) {
    unsigned field = ((unsigned)reg & 7) << 3, low = o.reg & 7u;
    if (!o.memory) {
        byte(x, 0xc0 | field | low);
        return;
    }
    int units = o.displacement / unit;
    bool small = o.displacement % unit == 0 && units >= -128 && units <= 127;
    byte(x, (small ? 0x40u : 0x80u) | field | (o.indexed ? 4 : low));
    if (o.indexed) byte(x, WR_RAX << 3 | low);
    if (small)
        byte(x, (uint8_t)units);
    else
        word(x, o.displacement);
}

/* A vector instruction without its operands. */
typedef struct instruction {
    uint8_t map, prefix, opcode;
    bool wide;
    uint8_t unit; /* the size of its operand in memory, or 0 if that is a vector */
    /* EVEX only: a mask register, and whether elements that it does not select are 0 */
    uint8_t mask;
    bool zeros;
} instruction;

static void vex(wr_x86 *x, instruction i, unsigned reg, unsigned between, unsigned rm) {
    byte(x, 0xc4);
    byte(x, (~reg >> 3 & 1) << 7 | 0x40 | (~rm >> 3 & 1) << 5 | i.map);
    byte(x, (~between & 15) << 3 | 1 << 2 | i.prefix);
}

static void evex(wr_x86 *x, instruction i, unsigned reg, unsigned between, unsigned rm) {
    byte(x, 0x62);
    byte(x, (~reg >> 3 & 1) << 7 | (~rm >> 4 & 1) << 6 | (~rm >> 3 & 1) << 5 |
                (~reg >> 4 & 1) << 4 | i.map);
    byte(x, (unsigned)i.wide << 7 | (~between & 15) << 3 | 1 << 2 | i.prefix);
    byte(x, (unsigned)i.zeros << 7 | 2 << 5 | (~between >> 4 & 1) << 3 | i.mask);
}

static void vector(wr_x86 *x, instruction i, int reg, int between, wr_x86_operand o) {
    enum { EVEX_BYTES = 64 };
    (x->evex ? evex : vex)(x, i, (unsigned)reg, (unsigned)between, o.reg);
    byte(x, i.opcode);
    operands(x, reg, o, !x->evex ? 1 : i.unit > 0 ? i.unit : EVEX_BYTES);
}

/* Instructions for float32 and for float64 that differ in the prefix. */
static instruction packed(unsigned opcode, bool wide) {
    return (instruction){
        .map = MAP_0F, .prefix = wide ? PREFIX_66 : PLAIN, .opcode = (uint8_t)opcode, .wide = wide};
}

/* Moves, for which the width of elements does not matter. */
static instruction move(unsigned opcode) { return packed(opcode, false); }

/* ---- Vectors --------------------------------------------------------------------------------- */

void wr_x86_arithmetic(wr_x86 *x, wr_x86_packed op, bool wide, int to, int a, wr_x86_operand b) {
    vector(x, packed(op, wide), to, op == WR_X86_SQRT ? 0 : a, b);
}

void wr_x86_compare_packed(wr_x86 *x, wr_x86_compare how, bool wide, int mask, int a,
                           wr_x86_operand b) {
    vector(x, packed(0xc2, wide), mask, a, b);
    byte(x, how);
}

void wr_x86_blend(wr_x86 *x, bool wide, int to, int a, int b, int mask) {
    instruction i = {.prefix = PREFIX_66, .wide = wide};
    if (x->evex) {
        i.map = MAP_0F38;
        i.opcode = 0x65;
        i.mask = (uint8_t)mask;
        vector(x, i, to, a, wr_x86_register(b));
        return;
    }
    i.map = MAP_0F3A;
    i.opcode = wide ? 0x4b : 0x4a;
    vector(x, i, to, a, wr_x86_register(b));
    byte(x, (unsigned)mask << 4);
}

void wr_x86_keep(wr_x86 *x, bool wide, int to, int a, int mask) {
    if (!x->evex) {
        wr_x86_arithmetic(x, WR_X86_AND, wide, to, mask, wr_x86_register(a));
        return;
    }
    instruction i = packed(0x28, wide); /* a move between registers */
    i.mask = (uint8_t)mask;
    i.zeros = true;
    vector(x, i, to, 0, wr_x86_register(a));
}

void wr_x86_round(wr_x86 *x, wr_x86_rounding how, bool wide, int to, wr_x86_operand a) {
    instruction i = {
        .map = MAP_0F3A, .prefix = PREFIX_66, .opcode = wide ? 0x09 : 0x08, .wide = wide};
    vector(x, i, to, 0, a);
    byte(x, how);
}

void wr_x86_broadcast(wr_x86 *x, bool wide, int to, wr_x86_operand from) {
    instruction i = {.map = MAP_0F38,
                     .prefix = PREFIX_66,
                     .opcode = wide ? 0x19 : 0x18,
                     .wide = wide,
                     .unit = wide ? 8 : 4};
    vector(x, i, to, 0, from);
}

void wr_x86_load(wr_x86 *x, int to, wr_x86_operand from) { vector(x, move(0x10), to, 0, from); }

void wr_x86_store(wr_x86 *x, wr_x86_operand to, int from) { vector(x, move(0x11), from, 0, to); }

void wr_x86_stream(wr_x86 *x, wr_x86_operand to, int from) { vector(x, move(0x2b), from, 0, to); }

void wr_x86_zeroupper(wr_x86 *x) {
    byte(x, 0xc5);
    byte(x, 0xf8);
    byte(x, 0x77);
}

/* ---- General registers ----------------------------------------------------------------------- */

void wr_x86_landing(wr_x86 *x) {
    byte(x, 0xf3);
    byte(x, 0x0f);
    byte(x, 0x1e);
    byte(x, 0xfa);
}

void wr_x86_load_pointer(wr_x86 *x, int to, int base, int32_t displacement) {
    byte(x, REX_W | (to >= 8 ? 4u : 0) | (base >= 8 ? 1u : 0));
    byte(x, 0x8b);
    operands(x, to,
             (wr_x86_operand){.memory = true, .reg = (uint8_t)base, .displacement = displacement},
             1);
}

/* Instructions whose operand is one register; `extension` is a part of the opcode. */
static void single(wr_x86 *x, unsigned opcode, unsigned extension, int reg) {
    byte(x, REX_W | (reg >= 8 ? 1u : 0));
    byte(x, opcode);
    byte(x, 0xc0 | extension << 3 | ((unsigned)reg & 7));
}

void wr_x86_clear(wr_x86 *x, int reg) {
    byte(x, REX_W | (reg >= 8 ? 5u : 0));
    byte(x, 0x31);
    byte(x, 0xc0 | ((unsigned)reg & 7) << 3 | ((unsigned)reg & 7));
}

void wr_x86_add_number(wr_x86 *x, int reg, int32_t number) {
    single(x, 0x81, 0, reg);
    word(x, number);
}

void wr_x86_subtract_number(wr_x86 *x, int reg, int32_t number) {
    single(x, 0x81, 5, reg);
    word(x, number);
}

void wr_x86_compare_number(wr_x86 *x, int reg, int32_t number) {
    single(x, 0x81, 7, reg);
    word(x, number);
}

void wr_x86_push(wr_x86 *x, int reg) {
    if (reg >= 8) byte(x, 0x41);
    byte(x, 0x50 | ((unsigned)reg & 7));
}

void wr_x86_pop(wr_x86 *x, int reg) {
    if (reg >= 8) byte(x, 0x41);
    byte(x, 0x58 | ((unsigned)reg & 7));
}

void wr_x86_return(wr_x86 *x) { byte(x, 0xc3); }

/* ---- Jumps ----------------------------------------------------------------------------------- */

uint8_t *wr_x86_jump(wr_x86 *x, wr_x86_condition when) {
    byte(x, 0x0f);
    byte(x, when);
    word(x, 0);
    return x->at;
}

void wr_x86_land(wr_x86 *x, uint8_t *jump) {
    int32_t distance = (int32_t)(x->at - jump);
    if (!x->failed) memcpy(jump - sizeof distance, &distance, sizeof distance);
}

void wr_x86_jump_back(wr_x86 *x, wr_x86_condition when, const uint8_t *to) {
    uint8_t *after = wr_x86_jump(x, when);
    int32_t distance = (int32_t)(to - after);
    if (!x->failed) memcpy(after - sizeof distance, &distance, sizeof distance);
}
