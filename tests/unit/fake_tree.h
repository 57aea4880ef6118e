/* fake_tree.h - a folder that stands for "/", with the files of /proc and /sys that a test writes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKE_TREE_H
#define FAKE_TREE_H

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "harness.h"

typedef struct fake_tree {
    char root[256];
} fake_tree;

/* The folder lies in TMPDIR, which the runner of the tests removes. */
static inline fake_tree fake_tree_new(void) {
    fake_tree t;
    const char *where = getenv("TMPDIR");
    snprintf(t.root, sizeof t.root, "%s/rootXXXXXX", where != NULL ? where : "/tmp");
    CHECK(mkdtemp(t.root) != NULL);
    return t;
}

/* Write a file, and create the folders that it lies in. */
static inline void fake_file(const fake_tree *t, const char *name, const char *text) {
    char path[1024];
    snprintf(path, sizeof path, "%s%s", t->root, name);
    for (char *slash = strchr(path + strlen(t->root) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700); /* it may be there already */
        *slash = '/';
    }
    FILE *f = fopen(path, "we");
    CHECK(f != NULL);
    fprintf(f, "%s\n", text);
    fclose(f);
}

#endif
