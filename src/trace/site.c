/* site.c - numbers for source lines: the same file and line always give the same number.
 *
 * Texts are kept for the life of the process, so that whoever has a number can read it without a lock
 * being held; a program has a few thousand lines that issue something.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "trace/site.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INTERNED UINT32_C(0x80000000) /* so that they differ from numbers that callers choose */

enum { FIRST_ROOM = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char **text;      /* under lock, as are all of these: by number */
static uint32_t *bucket; /* an open hash table of number + 1, twice as large as `text` */
static uint32_t count, room;

void wr_sites_lock(void) { pthread_mutex_lock(&lock); }
void wr_sites_unlock(void) { pthread_mutex_unlock(&lock); }

static uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    for (; *s != '\0'; s++) h = (h ^ (uint8_t)*s) * 16777619u;
    return h;
}

/* Where the text is, or where it would be. */
static uint32_t *place_of(uint32_t *table, uint32_t size, const char *s) {
    uint32_t i = hash(s) % size;
    while (table[i] != 0 && strcmp(text[table[i] - 1], s) != 0) i = (i + 1) % size;
    return &table[i];
}

static bool grow(void) {
    uint32_t more = room > 0 ? 2 * room : FIRST_ROOM;
    char **texts = realloc(text, more * sizeof *texts);
    if (texts == NULL) return false;
    text = texts;
    uint32_t *table = calloc(2 * (size_t)more, sizeof *table);
    if (table == NULL) return false;
    for (uint32_t i = 0; i < count; i++) *place_of(table, 2 * more, text[i]) = i + 1;
    free(bucket);
    bucket = table;
    room = more;
    return true;
}

static uint32_t intern(const char *words) {
    if (count == room && !grow()) return 0;
    uint32_t *place = place_of(bucket, 2 * room, words);
    if (*place != 0) return *place - 1 + INTERNED;
    char *copy = strdup(words);
    if (copy == NULL) return 0;
    text[count++] = copy;
    *place = count;
    return count - 1 + INTERNED;
}

uint32_t weir_site_intern(const char *file, int32_t line) {
    if (file == NULL) return 0;
    char words[WR_SITE_TEXT];
    size_t n = strlen(file), most = sizeof words - 16;
    snprintf(words, sizeof words, "%s%s:%d", n > most ? "..." : "",
             n > most ? file + n - most + 3 : file, line);
    wr_sites_lock();
    uint32_t site = intern(words);
    wr_sites_unlock();
    return site;
}

const char *weir_site_text(uint32_t site) {
    const char *words = NULL;
    wr_sites_lock();
    if (site >= INTERNED && site - INTERNED < count) words = text[site - INTERNED];
    wr_sites_unlock();
    return words;
}

void wr_site_words(uint32_t site, char *words, size_t size) {
    const char *known = weir_site_text(site);
    if (known != NULL)
        snprintf(words, size, " (%s)", known);
    else if (site != 0)
        snprintf(words, size, " (site %u)", site);
    else
        words[0] = '\0';
}
