/* x86_encode.h - writes the few x86-64 instructions that generated loops need: arithmetic on vectors, loads
 * and stores, and what a loop takes.
 *
 * Without `evex`, vectors have 32 bytes and are in registers 0 to 15 (AVX2).  With it they have 64 bytes
 * and are in registers 0 to 31, and results of comparisons are in mask registers, of which 1 to 7 are used
 * (AVX-512 F and DQ).  `wide` selects elements of 64 bits instead of 32.  If the code does not fit its
 * memory, the rest is dropped and `failed` is set.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_X86_ENCODE_H
#define WR_X86_ENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wr_x86 {
    uint8_t *begin, *at, *end;
    bool evex;
    bool failed;
} wr_x86;

/* General registers, by their numbers in instructions. */
enum {
    WR_RAX,
    WR_RCX,
    WR_RDX,
    WR_RBX,
    WR_RSP,
    WR_RBP,
    WR_RSI,
    WR_RDI,
    WR_R8,
    WR_R9,
    WR_R10,
    WR_R11,
    WR_R12,
    WR_R13,
    WR_R14,
    WR_R15
};

/* The last operand of an instruction: a vector register, or the memory at base + displacement, and if
 * `indexed`, + rax. */
typedef struct wr_x86_operand {
    bool memory, indexed;
    uint8_t reg; /* the vector register, or the base */
    int32_t displacement;
} wr_x86_operand;

static inline wr_x86_operand wr_x86_register(int reg) {
    return (wr_x86_operand){.reg = (uint8_t)reg};
}

/* Opcodes of instructions `to = a OP b` on packed floats; SQRT has no `a`. */
typedef enum wr_x86_packed {
    WR_X86_SQRT = 0x51,
    WR_X86_AND = 0x54,
    WR_X86_XOR = 0x57,
    WR_X86_ADD = 0x58,
    WR_X86_MUL = 0x59,
    WR_X86_SUB = 0x5c,
    WR_X86_MIN = 0x5d, /* a < b ? a : b */
    WR_X86_DIV = 0x5e,
    WR_X86_MAX = 0x5f, /* a > b ? a : b */
} wr_x86_packed;

/* Predicates of comparisons that raise no exception for quiet NaNs. */
typedef enum wr_x86_compare {
    WR_X86_UNORDERED = 3,         /* one of them is NaN */
    WR_X86_NOT_LESS_EQUAL = 0x16, /* a > b, or one of them is NaN */
    WR_X86_GREATER = 0x1e,        /* a > b */
} wr_x86_compare;

/* How an element is rounded to an integer; no inexact exception. */
typedef enum wr_x86_rounding {
    WR_X86_NEAREST = 8,
    WR_X86_DOWN,
    WR_X86_UP,
    WR_X86_TO_ZERO
} wr_x86_rounding;

void wr_x86_arithmetic(wr_x86 *x, wr_x86_packed op, bool wide, int to, int a, wr_x86_operand b);
/* A mask is a mask register with `evex`, else a vector register. */
void wr_x86_compare_packed(wr_x86 *x, wr_x86_compare how, bool wide, int mask, int a,
                           wr_x86_operand b);
/* The element of b where the comparison holds, else that of a. */
void wr_x86_blend(wr_x86 *x, bool wide, int to, int a, int b, int mask);
/* The element of a where the comparison holds, else zero. */
void wr_x86_keep(wr_x86 *x, bool wide, int to, int a, int mask);
void wr_x86_round(wr_x86 *x, wr_x86_rounding how, bool wide, int to, wr_x86_operand a);
void wr_x86_broadcast(wr_x86 *x, bool wide, int to, wr_x86_operand from);
void wr_x86_load(wr_x86 *x, int to, wr_x86_operand from);
void wr_x86_store(wr_x86 *x, wr_x86_operand to, int from);
/* The address must be a multiple of the size of a vector. */
void wr_x86_stream(wr_x86 *x, wr_x86_operand to, int from);
void wr_x86_zeroupper(wr_x86 *x);

void wr_x86_landing(wr_x86 *x); /* endbr64 */
void wr_x86_load_pointer(wr_x86 *x, int to, int base, int32_t displacement);
void wr_x86_clear(wr_x86 *x, int reg); /* reg = 0 */
void wr_x86_add_number(wr_x86 *x, int reg, int32_t number);
void wr_x86_subtract_number(wr_x86 *x, int reg, int32_t number); /* sets the flags for a jump */
void wr_x86_compare_number(wr_x86 *x, int reg, int32_t number);
void wr_x86_push(wr_x86 *x, int reg);
void wr_x86_pop(wr_x86 *x, int reg);
void wr_x86_return(wr_x86 *x);

/* Jumps after a comparison of signed numbers.  A jump forward returns the place to which
 * wr_x86_land gives its target: the next instruction. */
typedef enum wr_x86_condition { WR_X86_IF_LESS = 0x8c, WR_X86_IF_NOT_LESS = 0x8d } wr_x86_condition;
uint8_t *wr_x86_jump(wr_x86 *x, wr_x86_condition when);
void wr_x86_land(wr_x86 *x, uint8_t *jump);
void wr_x86_jump_back(wr_x86 *x, wr_x86_condition when, const uint8_t *to);

#endif
