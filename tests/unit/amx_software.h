/* amx_software.h - AMX for test programs on CPUs without it.
 *
 * Such a CPU raises SIGILL at each instruction of AMX.  The handler installed here decodes the
 * instruction, does what Intel's manual says and continues behind it.  It knows the instructions that
 * the library uses, with any addresses, and requires full tiles: 16 rows of 64 bytes.  An instruction
 * that is used before ldtilecfg or after tilerelease, and any other illegal instruction, ends the
 * program by SIGILL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TEST_AMX_SOFTWARE_H
#define TEST_AMX_SOFTWARE_H

#if defined(__x86_64__) && defined(__linux__)
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

enum { AMX_TILES = 8, AMX_ROWS = 16, AMX_ROW_BYTES = 64, AMX_SUMS = 16 };

typedef union amx_tile {
    uint8_t bytes[AMX_ROWS][AMX_ROW_BYTES];
    uint16_t halves[AMX_ROWS][AMX_ROW_BYTES / 2];
    float sums[AMX_ROWS][AMX_SUMS];
} amx_tile;

/* The state of a thread. */
static _Thread_local amx_tile amx_tiles[AMX_TILES];
static _Thread_local bool amx_configured;

/* A decoded instruction: VEX prefix of three bytes, opcode, ModRM. */
typedef struct amx_instruction {
    int opcode, prefix; /* prefix: 0 none, 1 66, 2 F3, 3 F2 */
    int mode, reg, rm, vvvv;
    const uint8_t *next;
    uint8_t *base; /* the address of the operand in memory, without the index */
    int64_t step;  /* the index times its scale: from one row of a tile to the next */
} amx_instruction;

static int64_t amx_register(const ucontext_t *context, int number) {
    static const int places[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                 REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                 REG_R12, REG_R13, REG_R14, REG_R15};
    return context->uc_mcontext.gregs[places[number]];
}

/* Decode the operand in memory.  `p` is behind ModRM; `x` and `b` extend index and base. */
static const uint8_t *amx_memory(const ucontext_t *context, amx_instruction *in, const uint8_t *p,
                                 int x, int b) {
    int base = in->rm | b;
    int64_t address = 0;
    int32_t far = 0;
    if (in->rm == 4) {
        int index = (*p >> 3 & 7) | x;
        base = (*p & 7) | b;
        if (index != 4) in->step = amx_register(context, index) * (1 << (*p >> 6));
        p++;
    }
    bool no_base = in->mode == 0 && (base & 7) == 5;
    if (!no_base) address = amx_register(context, base);
    if (in->mode == 1) {
        address += (int8_t)*p++;
    } else if (in->mode == 2 || no_base) {
        memcpy(&far, p, sizeof far);
        p += sizeof far;
        address += far;
        if (no_base && in->rm == 5)
            address += (int64_t)(intptr_t)p; /* relative to the next instruction */
    }
    in->base = (uint8_t *)(intptr_t)address; // NOLINT(performance-no-int-to-ptr)
    return p;
}

/* Return whether it has the form of an instruction of AMX. */
static bool amx_decode(const ucontext_t *context, amx_instruction *in) {
    const uint8_t *p = (const uint8_t *)(intptr_t)
                           context->uc_mcontext.gregs[REG_RIP]; // NOLINT(performance-no-int-to-ptr)
    if (p[0] != 0xc4 || (p[1] & 31) != 2 || (p[2] & 0x84) != 0) return false;
    *in = (amx_instruction){.opcode = p[3],
                            .prefix = p[2] & 3,
                            .vvvv = ~(p[2] >> 3) & 15,
                            .mode = p[4] >> 6,
                            .reg = p[4] >> 3 & 7,
                            .rm = p[4] & 7};
    in->next = in->mode == 3
                   ? p + 5
                   : amx_memory(context, in, p + 5, p[1] & 0x40 ? 0 : 8, p[1] & 0x20 ? 0 : 8);
    return true;
}

static float amx_from_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* A bfloat16 number.  Subnormal ones count as zeros. */
static float amx_bfloat16(uint16_t half) {
    return amx_from_bits((half & 0x7f80) == 0 ? (uint32_t)(half & 0x8000) << 16
                                              : (uint32_t)half << 16);
}

static float amx_float16(uint16_t half) {
    int exponent = half >> 10 & 31, fraction = half & 1023;
    float x = exponent == 0    ? ldexpf((float)fraction, -24)
              : exponent == 31 ? (fraction ? NAN : INFINITY)
                               : ldexpf((float)(1024 + fraction), exponent - 25);
    return half & 0x8000 ? -x : x;
}

static float amx_flushed(float x) { return fpclassify(x) == FP_SUBNORMAL ? copysignf(0, x) : x; }

/* sums += a b.  The sums of even and of odd steps start from zero, and are added to each other first. */
static void amx_multiply(amx_tile *sums, const amx_tile *a, const amx_tile *b, bool is_bfloat16) {
    float right[AMX_ROWS][2 * AMX_SUMS], left[2 * AMX_ROWS];
    for (int k = 0; k < AMX_ROWS; k++)
        for (int n = 0; n < 2 * AMX_SUMS; n++)
            right[k][n] =
                is_bfloat16 ? amx_bfloat16(b->halves[k][n]) : amx_float16(b->halves[k][n]);
    for (int m = 0; m < AMX_ROWS; m++) {
        float sum[2 * AMX_SUMS] = {0};
        for (int k = 0; k < 2 * AMX_ROWS; k++)
            left[k] = is_bfloat16 ? amx_bfloat16(a->halves[m][k]) : amx_float16(a->halves[m][k]);
        for (int k = 0; k < AMX_ROWS; k++)
            for (int n = 0; n < 2 * AMX_SUMS; n++) sum[n] += left[2 * k + n % 2] * right[k][n];
        for (int n = 0; n < AMX_SUMS; n++)
            sums->sums[m][n] =
                amx_flushed(sums->sums[m][n] + amx_flushed(sum[2 * n] + sum[2 * n + 1]));
    }
}

/* The format of ldtilecfg's operand is in the manual; full tiles of palette 1 are required. */
static bool amx_configure(const uint8_t *config) {
    if (config[0] != 1 || config[1] != 0) return false;
    for (int tile = 0; tile < AMX_TILES; tile++) {
        uint16_t row_bytes;
        memcpy(&row_bytes, config + 16 + 2 * tile, sizeof row_bytes);
        if (row_bytes != AMX_ROW_BYTES || config[48 + tile] != AMX_ROWS) return false;
    }
    memset(amx_tiles, 0, sizeof amx_tiles);
    return amx_configured = true;
}

/* Execute an instruction.  Return false if it is not known. */
static bool amx_execute(const amx_instruction *in) {
    enum { CONFIGURE = 0x49, MOVE = 0x4b, MULTIPLY = 0x5c, NONE = 0, F3 = 2, F2 = 3 };
    if (in->opcode == CONFIGURE && in->prefix == NONE) {
        if (in->mode != 3) return amx_configure(in->base);
        if (!amx_configured) return false;
        amx_configured = false;
        return true;
    }
    if (!amx_configured) return false;
    amx_tile *tile = &amx_tiles[in->reg];
    if (in->opcode == CONFIGURE && in->prefix == F2 && in->mode == 3) {
        memset(tile, 0, sizeof *tile);
    } else if (in->opcode == MOVE && in->mode != 3 && (in->prefix == F2 || in->prefix == F3)) {
        for (int row = 0; row < AMX_ROWS; row++)
            if (in->prefix == F2)
                memcpy(tile->bytes[row], in->base + row * in->step, AMX_ROW_BYTES);
            else
                memcpy(in->base + row * in->step, tile->bytes[row], AMX_ROW_BYTES);
    } else if (in->opcode == MULTIPLY && in->mode == 3 && (in->prefix == F2 || in->prefix == F3)) {
        amx_multiply(tile, &amx_tiles[in->rm], &amx_tiles[in->vvvv & 7], in->prefix == F3);
    } else {
        return false;
    }
    return true;
}

static void amx_on_illegal(int number, siginfo_t *info, void *context) {
    ucontext_t *c = context;
    amx_instruction in;
    (void)info;
    if (amx_decode(c, &in) && amx_execute(&in))
        c->uc_mcontext.gregs[REG_RIP] = (int64_t)(intptr_t)in.next;
    else
        signal(number, SIG_DFL); /* it is raised again, and ends the program */
}

static inline void amx_software_install(void) {
    struct sigaction action = {.sa_sigaction = amx_on_illegal, .sa_flags = SA_SIGINFO};
    sigaction(SIGILL, &action, NULL);
}

#endif
#endif
