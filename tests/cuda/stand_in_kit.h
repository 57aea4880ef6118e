/* stand_in_kit.h - for tests of the CUDA back end: uses the stand-in driver, with an empty cache of
 * kernels.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef STAND_IN_KIT_H
#define STAND_IN_KIT_H

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "api/array_kit.h"
#include "cuda/stand_in.h"

static struct stand_in_settings *stand_in;
static char cache[PATH_MAX]; /* the folder of this test: images of another build do not load */

static inline void make_cache(void) {
    char folder[] = "weir-cache-XXXXXX";
    CHECK(mkdtemp(folder) != NULL && realpath(folder, cache) != NULL);
    setenv("XDG_CACHE_HOME", cache, 1);
}

/* Use the stand-in at this path.  False if it has no compiler for kernels. */
static inline bool load_stand_in(const char *path) {
    const char *cards = getenv("WEIR_CUDA_DEVICES");
    void *library = dlopen(path, RTLD_NOW);
    CHECK(library != NULL);
    stand_in_compiler_function *compiler =
        (stand_in_compiler_function *)dlsym(library, "stand_in_compiler");
    stand_in = dlsym(library, "stand_in_settings");
    CHECK(compiler != NULL && stand_in != NULL);
    setenv("WEIR_CUDA_LIBRARY", path, 1);
    if (cards != NULL && strcmp(cards, "none") == 0) unsetenv("WEIR_CUDA_DEVICES");
    make_cache();
    return compiler() != NULL;
}

/* The same for tests that need kernels. */
static inline void use_library(const char *path) {
    if (!load_stand_in(path)) SKIP("there is no C++ compiler");
}

#endif
