/* stand_in_images.c - compiled images of the stand-in driver, kept by all that they depend on.
 *
 * They are kept in the process and, since most tests are processes of their own, in a folder of
 * the build tree.  A file there is named after a hash of the key; it has the length of the key,
 * the key and the image.  It gets its name when it is complete, so other processes never see a
 * part of one.  STAND_IN_IMAGES names another folder, or, if empty, none.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 1024 };

typedef struct kept {
    struct kept *next;
    stand_in_bytes key, image;
} kept;

static kept *images; /* under images_lock */
static pthread_mutex_t images_lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- Bytes ----------------------------------------------------------------------------------- */

stand_in_bytes stand_in_bytes_copy(const char *from, size_t count) {
    stand_in_bytes b = {malloc(count + 1), count};
    if (b.at == NULL) return (stand_in_bytes){NULL, 0};
    memcpy(b.at, from, count);
    b.at[count] = 0;
    return b;
}

stand_in_bytes stand_in_bytes_read(const char *path) {
    stand_in_bytes b = {NULL, 0};
    FILE *file = fopen(path, "rbe");
    if (file == NULL) return b;
    struct stat about;
    if (fstat(fileno(file), &about) == 0 && (b.at = malloc((size_t)about.st_size + 1)) != NULL) {
        b.count = fread(b.at, 1, (size_t)about.st_size, file);
        b.at[b.count] = 0;
    }
    fclose(file);
    return b;
}

/* ---- The folder ------------------------------------------------------------------------------ */

static bool path_of(stand_in_bytes key, char *path) {
    const char *folder = getenv("STAND_IN_IMAGES");
    if (folder == NULL) folder = STAND_IN_IMAGES;
    if (*folder == 0) return false;
    if (mkdir(folder, 0777) != 0 && access(folder, W_OK) != 0) return false;
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < key.count; i++)
        hash = (hash ^ (unsigned char)key.at[i]) * 1099511628211u;
    return snprintf(path, PATH_BYTES, "%s/%016" PRIx64, folder, hash) < PATH_BYTES;
}

static bool read_image(stand_in_bytes key, stand_in_bytes *image) {
    char path[PATH_BYTES];
    if (!path_of(key, path)) return false;
    stand_in_bytes all = stand_in_bytes_read(path);
    size_t head = sizeof key.count + key.count;
    bool ok = all.count > head && memcmp(all.at, &key.count, sizeof key.count) == 0 &&
              memcmp(all.at + sizeof key.count, key.at, key.count) == 0;
    if (ok) *image = stand_in_bytes_copy(all.at + head, all.count - head);
    free(all.at);
    return ok && image->at != NULL;
}

static void write_image(stand_in_bytes key, stand_in_bytes image) {
    char path[PATH_BYTES], new_path[PATH_BYTES + 8];
    if (!path_of(key, path)) return;
    snprintf(new_path, sizeof new_path, "%s.XXXXXX", path);
    int number = mkstemp(new_path);
    FILE *file = number < 0 ? NULL : fdopen(number, "wb");
    if (file == NULL) return;
    bool ok = fwrite(&key.count, sizeof key.count, 1, file) == 1 &&
              fwrite(key.at, 1, key.count, file) == key.count &&
              fwrite(image.at, 1, image.count, file) == image.count;
    ok = fclose(file) == 0 && ok;
    if (!ok || rename(new_path, path) != 0) unlink(new_path);
}

/* ---- The process ----------------------------------------------------------------------------- */

static bool look_up(stand_in_bytes key, stand_in_bytes *image) {
    pthread_mutex_lock(&images_lock);
    kept *k = images;
    while (k != NULL && (k->key.count != key.count || memcmp(k->key.at, key.at, key.count) != 0))
        k = k->next;
    if (k != NULL) *image = stand_in_bytes_copy(k->image.at, k->image.count);
    pthread_mutex_unlock(&images_lock);
    return k != NULL && image->at != NULL;
}

static void list(stand_in_bytes key, stand_in_bytes image) {
    kept *k = calloc(1, sizeof *k);
    if (k == NULL) return;
    k->key = stand_in_bytes_copy(key.at, key.count);
    k->image = stand_in_bytes_copy(image.at, image.count);
    pthread_mutex_lock(&images_lock);
    k->next = images;
    images = k;
    pthread_mutex_unlock(&images_lock);
}

__attribute__((destructor)) static void forget(void) {
    for (kept *k; (k = images) != NULL;) {
        images = k->next;
        free(k->key.at);
        free(k->image.at);
        free(k);
    }
}

bool stand_in_image_find(stand_in_bytes key, stand_in_bytes *image) {
    if (look_up(key, image)) return true;
    if (!read_image(key, image)) return false;
    list(key, *image);
    return true;
}

void stand_in_image_keep(stand_in_bytes key, stand_in_bytes image) {
    list(key, image);
    write_image(key, image);
}
