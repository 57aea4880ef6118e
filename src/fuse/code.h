/* code.h - loops that are generated for a sequence of arithmetic operations.
 *
 * A program is the structure of such a sequence, without addresses and without the values of numbers,
 * which are arguments of the loop.  Equal programs have the same code, so a program is the key of the
 * cache.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WR_CODE_H
#define WR_CODE_H

#include "base/base.h"

enum {
    WR_CODE_VECTOR_MAX = 64, /* size of the largest vector in bytes */
    WR_CODE_ARRAYS = 12,     /* maximum number of arrays, which is that of free general registers */
    WR_CODE_NUMBERS = 20,    /* maximum number of numbers, with the constants */
    WR_CODE_STEPS = 96,      /* maximum number of steps */
    WR_CODE_LIVE_MAX = 12,   /* at most so many results of steps are in use at any time */
    /* An operand of a step: a number, the elements of an array, or the result of an earlier step. */
    WR_CODE_NUMBER = 0,
    WR_CODE_ARRAY = 32,
    WR_CODE_RESULT = 64,
    WR_CODE_NONE = 255,
};

/* The first numbers of every loop are constants. */
enum {
    WR_CODE_ZERO,
    WR_CODE_ONE,
    WR_CODE_SIGN,      /* the bit of the sign */
    WR_CODE_MAGNITUDE, /* all other bits */
    WR_CODE_CONSTANTS
};

typedef enum wr_code_op {
    WR_CODE_ADD,
    WR_CODE_SUBTRACT,
    WR_CODE_MULTIPLY,
    WR_CODE_DIVIDE,
    WR_CODE_MAXIMUM, /* a if it is NaN or a > b, else b; as v_max in vmath_basic.h */
    WR_CODE_MINIMUM, /* a if it is NaN or a < b, else b */
    WR_CODE_AND,     /* of the bits */
    WR_CODE_XOR,
    WR_CODE_KEEP, /* a if it is NaN or a > b, else 0 */
    WR_CODE_GATE, /* a if b > 0, else 0 */
    WR_CODE_SQRT, /* of a; so are the next ones */
    WR_CODE_FLOOR,
    WR_CODE_CEIL,
    WR_CODE_TRUNC,
    WR_CODE_ROUND,
} wr_code_op;

static inline bool wr_code_is_unary(int op) { return op >= WR_CODE_SQRT; }

typedef struct wr_code_step {
    uint8_t op, in[2];
    uint8_t to[2]; /* indices of the arrays that the result is written to, or WR_CODE_NONE */
} wr_code_step;

typedef struct wr_code_program {
    uint8_t wide; /* elements are float64, else float32 */
    uint8_t numbers, arrays, steps;
    uint16_t streams; /* a bit for each array that is written with non-temporal stores */
    uint16_t vector;  /* size of a vector in bytes: 32 (AVX2) or 64 (AVX-512) */
    wr_code_step step[WR_CODE_STEPS];
} wr_code_program;

static inline size_t wr_code_program_bytes(const wr_code_program *p) {
    return offsetof(wr_code_program, step) + p->steps * sizeof(wr_code_step);
}

/* Compute `bytes` bytes of each array, which is a multiple of the size of a vector.  `number` has an element
 * of 8 bytes for each number, constants first.  An array that is written with non-temporal stores is
 * aligned to the size of a vector. */
typedef void (*wr_code_fn)(char *const *array, const uint64_t *number, int64_t bytes);

typedef struct wr_code wr_code; /* a loop in the cache */

/* Can loops be generated for this CPU level? */
bool wr_code_is_available(int level);
/* The size of a vector at a CPU level for which loops can be generated. */
static inline int wr_code_vector_bytes(int level) { return level >= 2 ? 64 : 32; }

/* Return the loop of a program, which is not evicted until it is released; compile it if it is not in
 * the cache.  Return NULL if there is no executable memory, or no free place in the cache. */
const wr_code *wr_code_get(const wr_code_program *p);
void wr_code_release(const wr_code *code);
wr_code_fn wr_code_loop(const wr_code *code);

/* Write the constants of a loop to the first elements of `number`. */
void wr_code_set_constants(bool wide, uint64_t *number);

/* Compile a program into memory; return the size of the code, or 0 if it does not fit. */
size_t wr_code_compile(const wr_code_program *p, uint8_t *memory, size_t size);

/* ---- For tests ------------------------------------------------------------------------------- */

/* Refuse executable memory from now on, or allow it again. */
void wr_code_refuse(bool refuse);
/* Number of programs that have been compiled, and of loops that have been evicted. */
uint64_t wr_code_compiled(void);
uint64_t wr_code_evicted(void);

#endif
