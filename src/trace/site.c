/* site.c - interns source lines: the same file and line always have the same site number.
 *
 * A line that is reached through a call has a separate number for each caller, so that the numbers
 * form a tree whose paths are call stacks.  There are two tables: one of strings, and one of nodes
 * (line, caller, part).
 *
 * Strings are never freed, so that a string can be used without the lock once it has been found.
 * They take little memory, since a program has only a few thousand lines that issue operations.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace/site.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The site number of a string is its index in `text` plus INTERNED; that of a node is its index in
 * `nodes` plus CALLED.  The program itself chooses only smaller numbers. */
#define INTERNED UINT32_C(0x80000000)
#define CALLED   UINT32_C(0xc0000000)

enum { FIRST_CAPACITY = 256, NODES_MAX = 1 << 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char **text; /* strings by number; under lock, like all variables up to node_capacity */
/* hash table with open addressing, twice as large as `text`; each slot holds the number of a string
 * plus 1, or 0 if it is free */
static uint32_t *bucket;
static uint32_t count, capacity;

typedef struct node {
    /* part: the site number of the string that names the part of the program, or 0 */
    uint32_t line, caller, part;
} node;

static node *nodes;
static uint32_t *node_bucket; /* a hash table like `bucket`, twice as large as `nodes` */
static uint32_t node_count, node_capacity;

void wr_sites_lock(void) { pthread_mutex_lock(&lock); }
void wr_sites_unlock(void) { pthread_mutex_unlock(&lock); }

static uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    for (; *s != '\0'; s++) h = (h ^ (uint8_t)*s) * 16777619u;
    return h;
}

/* Return the slot that holds the string s, or the free slot where it would be inserted. */
static uint32_t *slot_of(uint32_t *table, uint32_t size, const char *s) {
    uint32_t i = hash(s) % size;
    while (table[i] != 0 && strcmp(text[table[i] - 1], s) != 0) i = (i + 1) % size;
    return &table[i];
}

static bool grow(void) {
    uint32_t more = capacity > 0 ? 2 * capacity : FIRST_CAPACITY;
    char **texts = realloc(text, more * sizeof *texts);
    if (texts == NULL) return false;
    text = texts;
    uint32_t *table = calloc(2 * (size_t)more, sizeof *table);
    if (table == NULL) return false;
    for (uint32_t i = 0; i < count; i++) *slot_of(table, 2 * more, text[i]) = i + 1;
    free(bucket);
    bucket = table;
    capacity = more;
    return true;
}

static uint32_t intern(const char *string) {
    if (count == capacity && !grow()) return 0;
    uint32_t *slot = slot_of(bucket, 2 * capacity, string);
    if (*slot != 0) return *slot - 1 + INTERNED;
    char *copy = strdup(string);
    if (copy == NULL) return 0;
    text[count++] = copy;
    *slot = count;
    return count - 1 + INTERNED;
}

uint32_t weir_site_intern(const char *file, int32_t line) {
    if (file == NULL) return 0;
    char string[WR_SITE_TEXT];
    size_t n = strlen(file), most = sizeof string - 16;
    int length = snprintf(string, sizeof string, "%s%s", n > most ? "..." : "",
                          n > most ? file + n - most + 3 : file);
    if (line != 0) snprintf(string + length, sizeof string - (size_t)length, ":%d", line);
    wr_sites_lock();
    uint32_t site = intern(string);
    wr_sites_unlock();
    return site;
}

/* ---- Callers --------------------------------------------------------------------------------- */

static uint32_t node_hash(const node *n) {
    uint32_t h = n->line * 0x9e3779b1u ^ n->caller * 0x85ebca77u ^ n->part * 0xc2b2ae3du;
    return h ^ h >> 15;
}

static uint32_t *node_slot(uint32_t *table, uint32_t size, const node *n) {
    uint32_t i = node_hash(n) % size;
    while (table[i] != 0 && memcmp(&nodes[table[i] - 1], n, sizeof *n) != 0) i = (i + 1) % size;
    return &table[i];
}

static bool nodes_grow(void) {
    if (node_capacity == NODES_MAX) return false;
    uint32_t more = node_capacity > 0 ? 2 * node_capacity : FIRST_CAPACITY;
    node *all = realloc(nodes, more * sizeof *all);
    if (all == NULL) return false;
    nodes = all;
    uint32_t *table = calloc(2 * (size_t)more, sizeof *table);
    if (table == NULL) return false;
    for (uint32_t i = 0; i < node_count; i++) *node_slot(table, 2 * more, &nodes[i]) = i + 1;
    free(node_bucket);
    node_bucket = table;
    node_capacity = more;
    return true;
}

static uint32_t intern_node(const node *n) {
    if (node_count == node_capacity && !nodes_grow()) {
        uint32_t known = node_capacity > 0 ? *node_slot(node_bucket, 2 * node_capacity, n) : 0;
        return known != 0 ? known - 1 + CALLED : n->line;
    }
    uint32_t *slot = node_slot(node_bucket, 2 * node_capacity, n);
    if (*slot != 0) return *slot - 1 + CALLED;
    nodes[node_count++] = *n;
    *slot = node_count;
    return node_count - 1 + CALLED;
}

/* Under lock: return the node of a site, or NULL if the site is not a node. */
static const node *node_of(uint32_t site) {
    return site >= CALLED && site - CALLED < node_count ? &nodes[site - CALLED] : NULL;
}

static uint32_t line_of(uint32_t site) {
    const node *n = node_of(site);
    return n != NULL ? n->line : site;
}

static const char *text_of(uint32_t line) {
    return line >= INTERNED && line - INTERNED < count ? text[line - INTERNED] : NULL;
}

uint32_t weir_site_called(uint32_t line, uint32_t caller, const char *part) {
    wr_sites_lock();
    node n = {line_of(line), caller, part != NULL ? intern(part) : 0};
    uint32_t site = n.caller != 0 || n.part != 0 ? intern_node(&n) : n.line;
    wr_sites_unlock();
    return site;
}

uint32_t weir_site_line(uint32_t site) {
    if (site < CALLED) return site;
    wr_sites_lock();
    uint32_t line = line_of(site);
    wr_sites_unlock();
    return line;
}

uint32_t weir_site_caller(uint32_t site) {
    wr_sites_lock();
    const node *n = node_of(site);
    uint32_t caller = n != NULL ? n->caller : 0;
    wr_sites_unlock();
    return caller;
}

const char *weir_site_part(uint32_t site) {
    wr_sites_lock();
    const node *n = node_of(site);
    const char *part = n != NULL ? text_of(n->part) : NULL;
    wr_sites_unlock();
    return part;
}

const char *weir_site_text(uint32_t site) {
    wr_sites_lock();
    const char *string = text_of(line_of(site));
    wr_sites_unlock();
    return string;
}

void wr_site_suffix(uint32_t site, char *string, size_t size) {
    const char *known = weir_site_text(site);
    if (known != NULL)
        snprintf(string, size, " (%s)", known);
    else if (site != 0)
        snprintf(string, size, " (site %u)", site);
    else
        string[0] = '\0';
}

/* Append `before` and `string` if both fit; otherwise append nothing. */
static void append(char *to, size_t size, const char *before, const char *string) {
    size_t n = strlen(to);
    if (n + strlen(before) + strlen(string) < size)
        snprintf(to + n, size - n, "%s%s", before, string);
}

void wr_site_history(uint32_t site, char *to, size_t size) {
    const char *part = weir_site_part(site), *before = "; called from ";
    to[0] = '\0';
    while ((site = weir_site_caller(site)) != 0) {
        const char *line = weir_site_text(site);
        if (line == NULL) continue;
        append(to, size, before, line);
        before = ", ";
    }
    if (part != NULL) append(to, size, "; in ", part);
}
