/* test_code.c - generated loops: the encoder, the results of every operation and of random programs, the
 * cache.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "fuse/code.h"
#include "fuse/x86_encode.h"
#include "ops/core/op.h"

#include "harness.h"

/* The CPU levels for which code is generated. */
enum { AVX2 = 1, AVX512 = 2 };

static void need_level(int level) {
    const wr_simd *simd = wr_simd_get(WEIR_CPU_BEST);
    if (simd->level < level || !wr_code_is_available(level))
        SKIP("this CPU does not run the code of this level");
    wr_ops_fill();
}

/* The best level of this CPU, for tests for which the level does not matter. */
static int need_code(void) {
    int level = wr_simd_get(WEIR_CPU_BEST)->level;
    need_level(level > AVX2 ? level : AVX2);
    return level;
}

/* ---- The encoder ----------------------------------------------------------------------------- */

static wr_x86_operand at(int base, bool indexed, int32_t displacement) {
    return (wr_x86_operand){
        .memory = true, .indexed = indexed, .reg = (uint8_t)base, .displacement = displacement};
}

static void check_bytes(const wr_x86 *x, const char *text) {
    char got[200] = "";
    for (const uint8_t *b = x->begin; b < x->at; b++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "%02x ", *b);
    CHECK(!x->failed);
    CHECK_STR(got, text);
}

#define ENCODES_AT(with_evex, call, bytes)                                                         \
    do {                                                                                           \
        uint8_t memory[32];                                                                        \
        wr_x86 code = {.begin = memory,                                                            \
                       .at = memory,                                                               \
                       .end = memory + sizeof memory,                                              \
                       .evex = (with_evex)},                                                       \
               *x = &code;                                                                         \
        call;                                                                                      \
        check_bytes(x, bytes);                                                                     \
    } while (0)
#define ENCODES(call, bytes)      ENCODES_AT(false, call, bytes)
#define ENCODES_EVEX(call, bytes) ENCODES_AT(true, call, bytes)

TEST(instructions_have_the_bytes_of_the_manual) {
    /* vaddps ymm1, ymm2, ymm3; vsubpd ymm9, ymm10, ymm11; vmulps ymm15, ymm0, [r13 + rax + 32] */
    ENCODES(wr_x86_arithmetic(x, WR_X86_ADD, false, 1, 2, wr_x86_register(3)), "c4 e1 6c 58 cb ");
    ENCODES(wr_x86_arithmetic(x, WR_X86_SUB, true, 9, 10, wr_x86_register(11)), "c4 41 2d 5c cb ");
    ENCODES(wr_x86_arithmetic(x, WR_X86_MUL, false, 15, 0, at(WR_R13, true, 32)),
            "c4 41 7c 59 7c 05 20 ");
    /* vsqrtps ymm4, ymm5 */
    ENCODES(wr_x86_arithmetic(x, WR_X86_SQRT, false, 4, 0, wr_x86_register(5)), "c4 e1 7c 51 e5 ");
    /* vcmpunordps ymm2, ymm8, ymm8; vblendvps ymm3, ymm1, ymm8, ymm2; vblendvpd */
    ENCODES(wr_x86_compare_packed(x, WR_X86_UNORDERED, false, 2, 8, wr_x86_register(8)),
            "c4 c1 3c c2 d0 03 ");
    ENCODES(wr_x86_blend(x, false, 3, 1, 8, 2), "c4 c3 75 4a d8 20 ");
    ENCODES(wr_x86_blend(x, true, 3, 1, 8, 2), "c4 c3 75 4b d8 20 ");
    /* vandps ymm3, ymm2, ymm8 */
    ENCODES(wr_x86_keep(x, false, 3, 8, 2), "c4 c1 6c 54 d8 ");
    /* vroundps ymm6, ymm7, 9 */
    ENCODES(wr_x86_round(x, WR_X86_DOWN, false, 6, wr_x86_register(7)), "c4 e3 7d 08 f7 09 ");
    /* vbroadcastss ymm3, [rsi + 16]; vbroadcastsd ymm3, [rsi + 136] */
    ENCODES(wr_x86_broadcast(x, false, 3, at(WR_RSI, false, 16)), "c4 e2 7d 18 5e 10 ");
    ENCODES(wr_x86_broadcast(x, true, 3, at(WR_RSI, false, 136)), "c4 e2 7d 19 9e 88 00 00 00 ");
    /* vmovups ymm3, [rcx + rax]; vmovups [rbp + rax + 96], ymm12; vmovntps [r12 + rax], ymm3 */
    ENCODES(wr_x86_load(x, 3, at(WR_RCX, true, 0)), "c4 e1 7c 10 5c 01 00 ");
    ENCODES(wr_x86_store(x, at(WR_RBP, true, 96), 12), "c4 61 7c 11 64 05 60 ");
    ENCODES(wr_x86_stream(x, at(WR_R12, true, 0), 3), "c4 c1 7c 2b 5c 04 00 ");
    /* mov r12, [rdi + 8]; xor rax, rax; add rax, 64; sub rdx, 64; cmp rdx, 64; push, pop */
    ENCODES(wr_x86_load_pointer(x, WR_R12, WR_RDI, 8), "4c 8b 67 08 ");
    ENCODES(wr_x86_clear(x, WR_RAX), "48 31 c0 ");
    ENCODES(wr_x86_add_number(x, WR_RAX, 64), "48 81 c0 40 00 00 00 ");
    ENCODES(wr_x86_subtract_number(x, WR_RDX, 64), "48 81 ea 40 00 00 00 ");
    ENCODES(wr_x86_compare_number(x, WR_RDX, 64), "48 81 fa 40 00 00 00 ");
    ENCODES(wr_x86_push(x, WR_RBX), "53 ");
    ENCODES(wr_x86_pop(x, WR_R15), "41 5f ");
    ENCODES(wr_x86_landing(x), "f3 0f 1e fa ");
    ENCODES(wr_x86_zeroupper(x), "c5 f8 77 ");
    ENCODES(wr_x86_return(x), "c3 ");
}

TEST(instructions_of_avx512_have_the_bytes_of_the_manual) {
    /* vaddps zmm1, zmm2, zmm3; vsubpd zmm9, zmm18, zmm27; vmulps zmm31, zmm0, [r13 + rax + 64] */
    ENCODES_EVEX(wr_x86_arithmetic(x, WR_X86_ADD, false, 1, 2, wr_x86_register(3)),
                 "62 f1 6c 48 58 cb ");
    ENCODES_EVEX(wr_x86_arithmetic(x, WR_X86_SUB, true, 9, 18, wr_x86_register(27)),
                 "62 11 ed 40 5c cb ");
    ENCODES_EVEX(wr_x86_arithmetic(x, WR_X86_MUL, false, 31, 0, at(WR_R13, true, 64)),
                 "62 41 7c 48 59 7c 05 01 ");
    /* vsqrtpd zmm20, zmm13 */
    ENCODES_EVEX(wr_x86_arithmetic(x, WR_X86_SQRT, true, 20, 0, wr_x86_register(13)),
                 "62 c1 fd 48 51 e5 ");
    /* vcmpunordps k2, zmm24, zmm24; vcmpgt_oqpd k2, zmm8, [rcx + rax - 8192] */
    ENCODES_EVEX(wr_x86_compare_packed(x, WR_X86_UNORDERED, false, 2, 24, wr_x86_register(24)),
                 "62 91 3c 40 c2 d0 03 ");
    ENCODES_EVEX(wr_x86_compare_packed(x, WR_X86_GREATER, true, 2, 8, at(WR_RCX, true, -8192)),
                 "62 f1 bd 48 c2 54 01 80 1e ");
    /* vblendmps zmm3{k2}, zmm1, zmm24; vblendmpd; vmovaps zmm19{k2}{z}, zmm8; vmovapd */
    ENCODES_EVEX(wr_x86_blend(x, false, 3, 1, 24, 2), "62 92 75 4a 65 d8 ");
    ENCODES_EVEX(wr_x86_blend(x, true, 3, 1, 24, 2), "62 92 f5 4a 65 d8 ");
    ENCODES_EVEX(wr_x86_keep(x, false, 19, 8, 2), "62 c1 7c ca 28 d8 ");
    ENCODES_EVEX(wr_x86_keep(x, true, 19, 8, 2), "62 c1 fd ca 28 d8 ");
    /* vrndscaleps zmm6, zmm7, 9; vrndscalepd zmm30, zmm17, 8 */
    ENCODES_EVEX(wr_x86_round(x, WR_X86_DOWN, false, 6, wr_x86_register(7)),
                 "62 f3 7d 48 08 f7 09 ");
    ENCODES_EVEX(wr_x86_round(x, WR_X86_NEAREST, true, 30, wr_x86_register(17)),
                 "62 23 fd 48 09 f1 08 ");
    /* vbroadcastss zmm3, [rsi + 16]; vbroadcastsd zmm23, [rsi + 136] */
    ENCODES_EVEX(wr_x86_broadcast(x, false, 3, at(WR_RSI, false, 16)), "62 f2 7d 48 18 5e 04 ");
    ENCODES_EVEX(wr_x86_broadcast(x, true, 23, at(WR_RSI, false, 136)), "62 e2 fd 48 19 7e 11 ");
    /* vmovups zmm3, [rcx + rax]; vmovups zmm3, [rcx + rax + 96]; vmovups [rbp + rax + 8192], zmm28;
     * vmovntps [r12 + rax + 960], zmm16 */
    ENCODES_EVEX(wr_x86_load(x, 3, at(WR_RCX, true, 0)), "62 f1 7c 48 10 5c 01 00 ");
    ENCODES_EVEX(wr_x86_load(x, 3, at(WR_RCX, true, 96)), "62 f1 7c 48 10 9c 01 60 00 00 00 ");
    ENCODES_EVEX(wr_x86_store(x, at(WR_RBP, true, 8192), 28), "62 61 7c 48 11 a4 05 00 20 00 00 ");
    ENCODES_EVEX(wr_x86_stream(x, at(WR_R12, true, 960), 16), "62 c1 7c 48 2b 44 04 0f ");
    /* general registers are as without EVEX */
    ENCODES_EVEX(wr_x86_load_pointer(x, WR_R12, WR_RDI, 8), "4c 8b 67 08 ");
}

TEST(jumps_reach_their_targets) {
    ENCODES(
        {
            uint8_t *jump = wr_x86_jump(x, WR_X86_IF_LESS);
            wr_x86_return(x);
            wr_x86_land(x, jump);
            wr_x86_jump_back(x, WR_X86_IF_NOT_LESS, x->begin);
        },
        "0f 8c 01 00 00 00 c3 0f 8d f3 ff ff ff ");
}

TEST(code_that_does_not_fit_is_not_written_past_the_end) {
    uint8_t memory[8];
    memset(memory, 0x5a, sizeof memory);
    wr_x86 x = {.begin = memory, .at = memory, .end = memory + 6};
    wr_x86_landing(&x);
    uint8_t *jump = wr_x86_jump(&x, WR_X86_IF_LESS);
    wr_x86_land(&x, jump);
    wr_x86_jump_back(&x, WR_X86_IF_LESS, memory);
    CHECK(x.failed);
    CHECK_EQ(memory[6], 0x5a);
    CHECK_EQ(memory[7], 0x5a);
    wr_code_program p = {.numbers = WR_CODE_CONSTANTS, .arrays = 2, .steps = 1, .vector = 32};
    p.step[0] = (wr_code_step){WR_CODE_SQRT, {WR_CODE_ARRAY, WR_CODE_ARRAY}, {1, WR_CODE_NONE}};
    CHECK_EQ(wr_code_compile(&p, memory, sizeof memory), 0);
    p.vector = 64;
    CHECK_EQ(wr_code_compile(&p, memory, sizeof memory), 0);
}

/* ---- Values ---------------------------------------------------------------------------------- */

static const double special[] = {
    0.0,     -0.0,  1.0,     -1.0,     1.5,   -2.5,   0.3,       INFINITY,  -INFINITY,
    NAN,     -NAN,  FLT_MIN, -FLT_MIN, 1e-40, -1e-40, FLT_MAX,   -FLT_MAX,  5e-324,
    DBL_MAX, 1e300, 0.5,     -0.5,     3.0,   1e-30,  16777217., -7.999999, 2147483649.};
enum { SPECIALS = sizeof special / sizeof *special };

static void put(bool wide, char *array, int64_t i, double value) {
    float narrow = (float)value;
    memcpy(array + i * (wide ? 8 : 4), wide ? (const void *)&value : (const void *)&narrow,
           wide ? 8 : 4);
}

static void random_values(bool wide, char *array, int64_t n, uint64_t *seed) {
    for (int64_t i = 0; i < n; i++) {
        uint64_t r = test_random(seed);
        put(wide, array, i,
            r % 4 == 0 ? special[r / 4 % SPECIALS] : (double)(int32_t)(r >> 20) / 65536);
    }
}

/* One step of a program on all elements, by the ordinary loops of the operators at a CPU level.  The
 * constants of the operations are those of recipes in fuse_code.c. */
static void compute(int level, bool wide, int op, char *to, const char *a, const char *b,
                    int64_t n) {
    static const int names[] = {
        [WR_CODE_ADD] = WR_OP_add,
        [WR_CODE_SUBTRACT] = WR_OP_subtract,
        [WR_CODE_MULTIPLY] = WR_OP_multiply,
        [WR_CODE_DIVIDE] = WR_OP_divide,
        [WR_CODE_MAXIMUM] = WR_OP_maximum,
        [WR_CODE_MINIMUM] = WR_OP_minimum,
        [WR_CODE_GATE] = WR_OP_relu_backward,
        [WR_CODE_SQRT] = WR_OP_sqrt,
        [WR_CODE_FLOOR] = WR_OP_floor,
        [WR_CODE_CEIL] = WR_OP_ceil,
        [WR_CODE_TRUNC] = WR_OP_trunc,
        [WR_CODE_ROUND] = WR_OP_round,
        [WR_CODE_AND] = WR_OP_abs,
        [WR_CODE_XOR] = WR_OP_negative,
        [WR_CODE_KEEP] = WR_OP_relu,
    };
    const void *const in[] = {a, b};
    const weir_op *o = &wr_ops[names[op]];
    o->loop[level][wide ? WEIR_IN_F64 : WEIR_IN_F32](to, in, n, NULL);
}

/* The second operand of the operations that have a constant. */
static int constant_of(int op) {
    return op == WR_CODE_AND    ? WR_CODE_MAGNITUDE
           : op == WR_CODE_XOR  ? WR_CODE_SIGN
           : op == WR_CODE_KEEP ? WR_CODE_ZERO
                                : -1;
}

static bool is_nan(bool wide, const char *value) {
    double x = 0;
    float y = 0;
    memcpy(wide ? (void *)&x : (void *)&y, value, wide ? 8 : 4);
    return wide ? isnan(x) : isnan(y);
}

/* Every bit is the same, but NaNs may have other signs: the sum of two NaNs is one of them, and which
 * one depends on the order in which a compiler passes the operands of the loop to the processor. */
static void check_same(bool wide, const char *what, const char *got, const char *wanted,
                       int64_t n) {
    int64_t size = wide ? 8 : 4;
    for (int64_t i = 0; i < n; i++)
        if (memcmp(got + i * size, wanted + i * size, (size_t)size) != 0 &&
            !(is_nan(wide, got + i * size) && is_nan(wide, wanted + i * size))) {
            uint64_t a = 0, b = 0;
            memcpy(&a, got + i * size, (size_t)size);
            memcpy(&b, wanted + i * size, (size_t)size);
            test_fail(__FILE__, __LINE__, "%s: element %lld has the bits %llx instead of %llx",
                      what, (long long)i, (unsigned long long)a, (unsigned long long)b);
        }
}

static void check_operations(int level) {
    need_level(level);
    enum { N = SPECIALS * SPECIALS / 16 * 16 };
    static _Alignas(64) char a[N * 8], b[N * 8], got[N * 8], wanted[N * 8];
    for (int wide = 0; wide < 2; wide++)
        for (int op = 0; op <= WR_CODE_ROUND; op++) {
            for (int i = 0; i < N; i++) {
                put(wide, a, i, special[i / SPECIALS]);
                put(wide, b, i, special[i % SPECIALS]);
            }
            int constant = constant_of(op);
            wr_code_program p = {.wide = (uint8_t)wide,
                                 .numbers = WR_CODE_CONSTANTS,
                                 .arrays = 3,
                                 .steps = 1,
                                 .vector = (uint16_t)wr_code_vector_bytes(level)};
            p.step[0] = (wr_code_step){
                (uint8_t)op,
                {WR_CODE_ARRAY, (uint8_t)(constant >= 0 ? constant : WR_CODE_ARRAY + 1)},
                {2, WR_CODE_NONE}};
            uint64_t number[WR_CODE_NUMBERS];
            wr_code_set_constants(wide, number);
            const wr_code *code = wr_code_get(&p);
            CHECK(code != NULL);
            char *const arrays[] = {a, b, got};
            char text[40];
            wr_code_loop(code)(arrays, number, N * (wide ? 8 : 4));
            wr_code_release(code);
            compute(level, wide, op, wanted, a, b, N);
            snprintf(text, sizeof text, "operation %d, wide %d", op, wide);
            check_same(wide, text, got, wanted, N);
            for (int64_t i = 0, size = wide ? 8 : 4; i < N; i++) /* and the signs of other NaNs */
                if (!is_nan(wide, a + i * size) || !is_nan(wide, b + i * size))
                    CHECK_EQ(memcmp(got + i * size, wanted + i * size, (size_t)size), 0);
        }
}

TEST(every_operation_has_the_bits_of_its_loop) { check_operations(AVX2); }
TEST(every_operation_has_the_bits_of_its_loop_with_avx512) { check_operations(AVX512); }

/* ---- Random programs ------------------------------------------------------------------------- */

/* A program whose arrays are separate; the arrays before `inputs` are read, the others written. */
typedef struct sample {
    wr_code_program p;
    int inputs, level;
} sample;

enum { LENGTH = 16 * 19 }; /* elements: the loops for several vectors and for one both run */

static uint8_t pick(const sample *s, uint64_t *seed, const int *alive, int count) {
    uint64_t dice = test_random(seed);
    if (s->p.steps > 0 && dice % 2 == 0) {
        int back = (int)(dice / 2 % (uint64_t)(count > 0 ? count : 1));
        if (count > 0) return (uint8_t)(WR_CODE_RESULT + alive[back]);
    }
    if (dice % 3 == 0 && s->p.numbers > WR_CODE_CONSTANTS)
        return (uint8_t)(WR_CODE_CONSTANTS +
                         dice / 6 % (uint64_t)(s->p.numbers - WR_CODE_CONSTANTS));
    return (uint8_t)(WR_CODE_ARRAY + dice / 6 % (uint64_t)s->inputs);
}

/* At most `alive` results are used later than by the next step. */
static void make(sample *s, int level, uint64_t seed, int steps, int most_alive) {
    uint64_t random = seed * 7919 + 1;
    memset(s, 0, sizeof *s);
    s->level = level;
    s->p.vector = (uint16_t)wr_code_vector_bytes(level);
    s->p.wide = seed % 3 == 0;
    s->inputs = (int)(1 + test_random(&random) % 6);
    int outputs = (int)(1 + test_random(&random) % 6);
    s->p.arrays = (uint8_t)(s->inputs + outputs);
    s->p.numbers = (uint8_t)(WR_CODE_CONSTANTS +
                             test_random(&random) % (WR_CODE_NUMBERS - WR_CODE_CONSTANTS + 1));
    int alive[WR_CODE_LIVE_MAX], count = 0;
    for (int i = 0; i < steps; i++) {
        wr_code_step *step = &s->p.step[i];
        step->op = (uint8_t)(test_random(&random) % (WR_CODE_ROUND + 1));
        step->in[0] = pick(s, &random, alive, count);
        step->in[1] = pick(s, &random, alive, count);
        if (constant_of(step->op) >= 0) step->in[1] = (uint8_t)constant_of(step->op);
        if (wr_code_is_unary(step->op)) step->in[1] = step->in[0];
        step->to[0] = step->to[1] = WR_CODE_NONE;
        s->p.steps++;
        if (count < most_alive)
            alive[count++] = i;
        else
            alive[test_random(&random) % (uint64_t)most_alive] = i;
    }
    for (int i = 0; i < outputs; i++) { /* the last results, one for each output */
        int from = steps - 1 - i % steps, which = i / steps;
        if (which < 2) s->p.step[from].to[which] = (uint8_t)(s->inputs + i);
    }
    s->p.streams = (uint16_t)(seed % 2 << s->inputs);
}

typedef struct data {
    _Alignas(64) char array[WR_CODE_ARRAYS][LENGTH * 8];
    uint64_t number[WR_CODE_NUMBERS];
} data;

static void set_data(const sample *s, data *d, uint64_t seed) {
    memset(d, 0, sizeof *d);
    for (int i = 0; i < s->inputs; i++) random_values(s->p.wide, d->array[i], LENGTH, &seed);
    wr_code_set_constants(s->p.wide, d->number);
    for (int i = WR_CODE_CONSTANTS; i < s->p.numbers; i++)
        random_values(s->p.wide, (char *)&d->number[i], 1, &seed);
}

static void run_reference(const sample *s, data *d) {
    static _Thread_local char result[WR_CODE_STEPS][LENGTH * 8], full[2][LENGTH * 8];
    int64_t size = s->p.wide ? 8 : 4;
    for (int i = 0; i < s->p.steps; i++) {
        const wr_code_step *step = &s->p.step[i];
        const char *in[2];
        for (int j = 0; j < 2; j++) {
            int id = step->in[j];
            in[j] = id >= WR_CODE_RESULT  ? result[id - WR_CODE_RESULT]
                    : id >= WR_CODE_ARRAY ? d->array[id - WR_CODE_ARRAY]
                                          : full[j];
            for (int64_t k = 0; k < LENGTH && id < WR_CODE_ARRAY; k++)
                memcpy(full[j] + k * size, &d->number[id], (size_t)size);
        }
        compute(s->level, s->p.wide, step->op, result[i], in[0], in[1], LENGTH);
        for (int j = 0; j < 2; j++)
            if (step->to[j] != WR_CODE_NONE)
                memcpy(d->array[step->to[j]], result[i], (size_t)(LENGTH * size));
    }
}

/* Does the program give the bits of the ordinary loops?  Return false if no code can be had. */
static bool check_program(const sample *s, uint64_t seed) {
    static _Thread_local data got, wanted;
    set_data(s, &got, seed);
    set_data(s, &wanted, seed);
    const wr_code *code = wr_code_get(&s->p);
    if (code == NULL) return false;
    char *arrays[WR_CODE_ARRAYS], text[40];
    for (int i = 0; i < WR_CODE_ARRAYS; i++) arrays[i] = got.array[i];
    int64_t bytes = LENGTH * (s->p.wide ? 8 : 4);
    wr_code_loop(code)(arrays, got.number, bytes);
    wr_code_release(code);
    run_reference(s, &wanted);
    snprintf(text, sizeof text, "program %llu", (unsigned long long)seed);
    for (int i = 0; i < s->p.arrays; i++)
        check_same(s->p.wide, text, got.array[i], wanted.array[i], LENGTH);
    return true;
}

static void check_programs(int level) {
    need_level(level);
    for (uint64_t seed = 1; seed <= 3000; seed++) {
        sample s;
        make(&s, level, seed, (int)(1 + seed % 40), (int)(1 + seed % (WR_CODE_LIVE_MAX - 1)));
        CHECK(check_program(&s, seed));
    }
    CHECK(wr_code_compiled() > 1000);
    CHECK(wr_code_evicted() > 500);
}

TEST(random_programs_have_the_bits_of_the_loops) { check_programs(AVX2); }
TEST(random_programs_have_the_bits_of_the_loops_with_avx512) { check_programs(AVX512); }

static void check_longest(int level) {
    need_level(level);
    for (uint64_t seed = 1; seed <= 200; seed++) {
        sample s;
        make(&s, level, seed, WR_CODE_STEPS, (int)(1 + seed % (WR_CODE_LIVE_MAX - 1)));
        CHECK(check_program(&s, seed));
    }
}

TEST(the_longest_program_fits) { check_longest(AVX2); }
TEST(the_longest_program_fits_with_avx512) { check_longest(AVX512); }

/* ---- The cache ------------------------------------------------------------------------------- */

TEST(a_program_is_compiled_once) {
    int level = need_code();
    sample s;
    make(&s, level, 5, 10, 3);
    for (int i = 0; i < 100; i++) CHECK(check_program(&s, (uint64_t)i + 5));
    CHECK_EQ(wr_code_compiled(), 1);
}

/* Runtimes of one process may have different levels. */
TEST(a_program_has_code_for_each_level) {
    need_level(AVX512);
    for (int i = 0; i < 20; i++) {
        sample s;
        make(&s, i % 2 ? AVX2 : AVX512, 5, 10, 3);
        CHECK(check_program(&s, 5));
    }
    CHECK_EQ(wr_code_compiled(), 2);
}

TEST(a_loop_that_is_used_is_not_evicted) {
    int level = need_code();
    sample s;
    make(&s, level, 5, 10, 3);
    const wr_code *code = wr_code_get(&s.p), *again;
    for (uint64_t seed = 10; seed < 3000; seed++) {
        sample other;
        make(&other, level, seed, 7, 3);
        const wr_code *o = wr_code_get(&other.p);
        if (o != NULL) wr_code_release(o);
    }
    CHECK(wr_code_evicted() > 0);
    uint64_t before = wr_code_compiled();
    again = wr_code_get(&s.p);
    CHECK(again == code);
    CHECK_EQ(wr_code_compiled(), before);
    wr_code_release(again);
    wr_code_release(code);
}

/* If every place is in use, further programs have no code; later they have it again. */
TEST(a_full_cache_gives_no_code) {
    int level = need_code();
    enum { MANY = 2000 };
    static const wr_code *held[MANY];
    int none = 0;
    for (uint64_t seed = 0; seed < MANY; seed++) {
        sample s;
        make(&s, level, seed + 1, 9, 3);
        held[seed] = wr_code_get(&s.p);
        none += held[seed] == NULL;
    }
    CHECK(none > 0);
    CHECK_EQ(wr_code_evicted(), 0);
    for (int i = 0; i < MANY; i++)
        if (held[i] != NULL) wr_code_release(held[i]);
    sample s;
    make(&s, level, 5000, 9, 3);
    CHECK(check_program(&s, 5000));
}

TEST(without_executable_memory_there_is_no_code) {
    int level = need_code();
    sample s;
    make(&s, level, 5, 10, 3);
    wr_code_refuse(true);
    CHECK(wr_code_get(&s.p) == NULL);
    CHECK(!wr_code_is_available(level));
    CHECK_EQ(wr_code_compiled(), 0);
    wr_code_refuse(false);
    CHECK(check_program(&s, 5));
}

TEST(the_portable_level_has_no_code) { CHECK(!wr_code_is_available(0)); }

/* Run programs of both levels, if the CPU has both. */
static void *run_many(void *arg) {
    uint64_t from = *(const uint64_t *)arg;
    int levels = wr_simd_get(WEIR_CPU_BEST)->level;
    int64_t done = 0, programs = test_scaled(2000);
    for (int64_t i = 0; i < programs; i++) {
        uint64_t seed = 1 + (from + (uint64_t)i * 7) % 700; /* more than the cache holds */
        sample s;
        make(&s, 1 + (int)seed % levels, seed, (int)(1 + seed % 20), 3);
        done += check_program(&s, seed);
    }
    CHECK(done > 0);
    return NULL;
}

TEST(threads_share_the_cache) {
    need_code();
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    static uint64_t from[THREADS];
    for (int i = 0; i < THREADS; i++) {
        from[i] = (uint64_t)i * 11;
        CHECK_EQ(pthread_create(&thread[i], NULL, run_many, &from[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) CHECK_EQ(pthread_join(thread[i], NULL), 0);
    CHECK(wr_code_evicted() > 0);
}

static atomic_bool stop;

static void *run_until_stopped(void *arg) {
    const int *level = arg;
    for (uint64_t seed = 1; !atomic_load(&stop); seed++) {
        sample s;
        make(&s, *level, 1 + seed % 700, 8, 3);
        check_program(&s, 1 + seed % 700);
    }
    return NULL;
}

/* While another thread compiles and runs programs, children do so too: at most a place is lost to them. */
TEST(a_forked_child_can_use_the_cache) {
    int level = need_code();
    if (TEST_TSAN) SKIP("a child of a process with threads does not run under this sanitizer");
    pthread_t thread;
    CHECK_EQ(pthread_create(&thread, NULL, run_until_stopped, &level), 0);
    for (int64_t round = test_scaled(30); round > 0; round--) {
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            int have = 0;
            for (uint64_t seed = 1; seed <= 200; seed++) {
                sample s;
                make(&s, level, seed, 8, 3);
                have += check_program(&s, seed);
            }
            _exit(have >= (WR_SIZE(190, 1)) ? 0 : 3);
        }
        int status = 0;
        CHECK_EQ(waitpid(child, &status, 0), child);
        CHECK_EQ(status, 0);
    }
    atomic_store(&stop, true);
    CHECK_EQ(pthread_join(thread, NULL), 0);
}
