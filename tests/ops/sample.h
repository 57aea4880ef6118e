/* sample.h - the samples of an operator, parsed from its block.
 *
 *   (3,4), i64(2)@0:3 axis=1; (2,3)@0.1:4
 *
 * docs/operators.md describes the syntax.  A sample that cannot be parsed fails the test: it is a
 * mistake in the block.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OPS_SAMPLE_H
#define OPS_SAMPLE_H

#include "value.h"

enum { SAMPLE_INPUTS = 12, SAMPLE_ATTR_BYTES = 512, SAMPLE_LIST = 96, SAMPLE_TEXT = 256 };

typedef enum sample_form { INPUT_ARRAY, INPUT_NUMBER, INPUT_NONE } sample_form;

/* Constraints on matrices: any, well-conditioned, or positive definite as well. */
typedef enum sample_matrix { MATRIX_ANY, MATRIX_REGULAR, MATRIX_DEFINITE } sample_matrix;

typedef struct sample_input {
    sample_form form;
    weir_dtype dtype;
    bool fixed;   /* the dtype is given in the sample */
    bool bounded; /* the domain is given in the sample */
    int ndim;
    int64_t shape[VALUE_DIMS];
    double low, high; /* low <= value < high */
    sample_matrix matrix;
    double number;
} sample_input;

/* Lists and texts of attributes are stored in the sample itself, so samples must be copied with
 * sample_copy. */
typedef struct sample {
    const weir_op *op;
    const weir_op_def *def;
    char text[SAMPLE_TEXT];
    int in_count;
    sample_input in[SAMPLE_INPUTS];
    _Alignas(16) char attr[SAMPLE_ATTR_BYTES];
    int64_t list[SAMPLE_LIST];
    int list_used;
    char words[SAMPLE_TEXT];
    int words_used;
} sample;

/* The number of samples, and the index-th sample. */
int sample_count(const weir_op *op);
void sample_read(const weir_op *op, int index, sample *out);
void sample_read_text(const weir_op *op, const char *text,
                      sample *out); /* up to ; or the end of the line */
void sample_copy(const sample *from, sample *to);

/* Inputs without a given dtype get this one; if all have one given, all get it.  Returns false if
 * no input can have it. */
bool sample_set_dtype(sample *s, weir_dtype dtype);
bool sample_is_variable(const sample *s, int input); /* true if sample_set_dtype would change it */

/* Floats and complex numbers become float64 and complex128, also in attributes that are dtypes. */
void sample_to_double(sample *s);

/* Multiply dimensions above 1, of inputs and of attributes named shape; the operator may
 * refuse the result. */
void sample_scale(sample *s, int64_t factor, bool shapes);

/* Values for an input; the same for the same sample and seed. */
host sample_make(const sample *s, int input, uint64_t seed);

int64_t sample_elements(
    const sample *s); /* elements of the largest input, or of the shape in the attributes */

/* The field of an attribute, or NULL. */
void *sample_attr(sample *s, const char *name, int type);

#endif
