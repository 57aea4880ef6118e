/* component.h - descriptions of what is neither an operator, a block nor an optimiser: learning rate
 * schedules, metrics, datasets, loaders and transforms of batches.
 *
 * Operators (weir_op_describe), kinds of blocks (weir_block_kind_describe) and optimisers
 * (weir_optimizer_kind_at) describe themselves.  The components here are ordinary C functions; this
 * list says what a front end needs to offer them: names, parameters, defaults and accepted values.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef WEIR_H
#include "weir/weir.h" /* which includes this file */
#endif
#ifndef WEIR_COMPONENT_H
#define WEIR_COMPONENT_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct weir_component {
    size_t size;        /* set by the library */
    const char *family; /* "schedule", "metric", "dataset", "loader" or "transform" */
    const char *name;   /* such as "cosine"; unique in its family */
    const char *summary;
    const char *function; /* the C function, such as "weir_lr_cosine" */
    /* the struct of options that the attributes are fields of, such as "weir_csv_options"; NULL: the
     * attributes are parameters of the function */
    const char *options;
    const char *inputs; /* arrays and datasets, e.g. "x, target?"; "" for none */
    const char *parts;  /* one line about each input, as for operators; may be NULL */
    /* The fields or parameters; of weir_attr, `offset` is not used.  A parameter of C without a
     * default has the one that front ends offer. */
    const weir_attr *attrs;
    uint32_t attr_count;
    uint32_t attr_stride; /* size of an element of `attrs` */
    const char *since;    /* the version that it appeared in, such as "0.1.0" */
} weir_component;

/* The index-th component, or NULL past the end.
 * [immediate | any thread | borrows, static | -] */
WEIR_API const weir_component *weir_component_at(uint32_t index);

#ifdef __cplusplus
}
#endif
#endif
