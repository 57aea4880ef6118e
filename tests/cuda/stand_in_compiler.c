/* stand_in_compiler.c - NVRTC of the stand-in driver: the system's C++ compiler.
 *
 * A program becomes a shared object, with stand_in_prelude.h in front of its text.  It needs the
 * C library alone, so that compilers and programs of different C libraries go together.
 * stand_in_images.c keeps the images.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "stand_in_state.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    RTC_OK = 0,
    RTC_OUT_OF_MEMORY = 1,
    RTC_INVALID_INPUT = 3,
    RTC_INVALID_PROGRAM = 4,
    RTC_COMPILATION = 6,

    OPTIONS_MAX = 64,
    PATH_BYTES = 512,
    VERSION_MAJOR = 12,
};

static const char launch_file[] = STAND_IN_SOURCES "/stand_in_launch.h";
static const char prelude_file[] = STAND_IN_SOURCES "/stand_in_prelude.h";

static const char *const flags[] = {
    "-std=c++17",
    "-O0",
    "-w",
    "-fPIC",
    "-shared",
    "-nostdlib",
    "-nostdinc++",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-stack-protector",
    "-fno-threadsafe-statics",
    "-U_FORTIFY_SOURCE",
    "-fvisibility=hidden",
    "-ffp-contract=off",
    "-fno-math-errno",
#ifdef __aarch64__
    "-mno-outline-atomics", /* they are functions of libgcc */
#endif
    "-include",
    prelude_file,
};
enum { FLAG_COUNT = sizeof flags / sizeof *flags };

struct nvrtc_program_s {
    stand_in_bytes text, log, image;
    char name[64];
};

/* ---- The compiler ---------------------------------------------------------------------------- */

static bool is_command(const char *name) {
    if (strchr(name, '/') != NULL) return access(name, X_OK) == 0;
    const char *path = getenv("PATH");
    while (path != NULL && *path != 0) {
        char file[PATH_BYTES];
        int length = (int)strcspn(path, ":");
        if (snprintf(file, sizeof file, "%.*s/%s", length, path, name) < (int)sizeof file &&
            access(file, X_OK) == 0)
            return true;
        path += length;
        path += *path == ':';
    }
    return false;
}

/* Built for another machine, the library needs the compiler for it. */
const char *stand_in_compiler(void) {
#ifdef STAND_IN_CROSS_CXX
    return is_command(STAND_IN_CROSS_CXX) ? STAND_IN_CROSS_CXX : NULL;
#else
    const char *asked = getenv("CXX");
    const char *names[] = {asked != NULL && *asked != 0 ? asked : "c++", "c++", "g++", "clang++"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_command(names[i])) return names[i];
    return NULL;
#endif
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool write_file(const char *path, const char *text, size_t count) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) return false;
    bool ok = fwrite(text, 1, count, file) == count;
    return (fclose(file) == 0) && ok;
}

static void set_log(nvrtc_program p, const char *text) {
    free(p->log.at);
    p->log = stand_in_bytes_copy(text, strlen(text));
}

/* ---- Compiling ------------------------------------------------------------------------------- */

/* The environment without LD_PRELOAD, by which a sanitizer may be in this process; to be freed. */
static char **environment(void) {
    size_t count = 0, kept_count = 0;
    while (environ[count] != NULL) count++;
    char **e = malloc((count + 1) * sizeof *e);
    for (size_t i = 0; e != NULL && i <= count; i++)
        if (environ[i] == NULL || strncmp(environ[i], "LD_PRELOAD=", 11) != 0)
            e[kept_count++] = environ[i];
    return e;
}

/* Run a command; its output goes to `log`.  True if it ends well. */
static bool run_command(char *const *words, const char *log) {
    posix_spawn_file_actions_t files;
    if (posix_spawn_file_actions_init(&files) != 0) return false;
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, 1, 2);
    char **e = environment();
    pid_t child;
    int status = -1;
    bool ok = e != NULL && posix_spawnp(&child, words[0], &files, NULL, words, e) == 0;
    while (ok && waitpid(child, &status, 0) < 0) ok = errno == EINTR;
    free(e);
    posix_spawn_file_actions_destroy(&files);
    return ok && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Take the folder's name out of the log. */
static void shorten(stand_in_bytes *log, const char *folder) {
    size_t length = strlen(folder);
    for (char *at = log->at; at != NULL && (at = strstr(at, folder)) != NULL;) {
        memmove(at, at + length, strlen(at + length) + 1);
        log->count -= length;
    }
}

/* Compile in a folder, which ends with a slash. */
static bool compile_in(const char *folder, nvrtc_program p, char **options, int option_count) {
    char text[PATH_BYTES], image[PATH_BYTES], log[PATH_BYTES];
    snprintf(text, sizeof text, "%s%s", folder, p->name);
    snprintf(image, sizeof image, "%s.image", folder);
    snprintf(log, sizeof log, "%s.log", folder);
    const char *words[OPTIONS_MAX + 40] = {stand_in_compiler()};
    int count = 1;
    for (int i = 0; i < FLAG_COUNT; i++) words[count++] = flags[i];
    for (int i = 0; i < option_count; i++) words[count++] = options[i];
    const char *end[] = {"-o",  image, "-x", "c++", text,
#ifdef __GLIBC__
                         "-lm", "-lc",
#endif
                         NULL};
    for (int i = 0; end[i] != NULL; i++) words[count++] = end[i];

    bool ok = write_file(text, p->text.at, p->text.count);
    union {
        const char **in;
        char *const *out;
    } cast = {words};
    ok = ok && run_command(cast.out, log);
    p->log = stand_in_bytes_read(log);
    shorten(&p->log, folder);
    if (ok) p->image = stand_in_bytes_read(image);
    unlink(text);
    unlink(image);
    unlink(log);
    return ok && p->image.at != NULL;
}

static int compile(nvrtc_program p, char **options, int option_count) {
    if (stand_in_compiler() == NULL) {
        set_log(p, "stand-in: there is no C++ compiler; install g++, or name one in CXX");
        return RTC_COMPILATION;
    }
    const char *root = getenv("TMPDIR");
    char folder[PATH_BYTES / 2];
    if (snprintf(folder, sizeof folder - 1, "%s/stand_in_XXXXXX",
                 root != NULL && *root ? root : "/tmp") >= (int)sizeof folder - 1 ||
        mkdtemp(folder) == NULL) {
        set_log(p, "stand-in: no folder for temporary files; set TMPDIR");
        return RTC_COMPILATION;
    }
    size_t length = strlen(folder);
    folder[length] = '/';
    folder[length + 1] = 0;
    bool ok = compile_in(folder, p, options, option_count);
    folder[length] = 0;
    rmdir(folder);
    return ok ? RTC_OK : RTC_COMPILATION;
}

/* What the compiler is to be told of an option, or NULL; to be freed. */
static char *translate(const char *option) {
    static const char *const meanings[][2] = {
        {"--std=", "-std="}, {"-std=", "-std="}, {"--define-macro=", "-D"}, {"-D", "-D"}};
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        size_t length = strlen(meanings[i][0]), room = strlen(option) + 4;
        if (strncmp(option, meanings[i][0], length) != 0 || option[length] == 0) continue;
        char *text = malloc(room);
        if (text != NULL) snprintf(text, room, "%s%s", meanings[i][1], option + length);
        return text;
    }
    return NULL;
}

/* Append bytes, and a zero after them. */
static void append(stand_in_bytes *to, const char *from, size_t count) {
    char *at = to->at != NULL || to->count == 0 ? realloc(to->at, to->count + count + 1) : NULL;
    if (at == NULL) {
        free(to->at);
        *to = (stand_in_bytes){NULL, 1}; /* stays without memory */
        return;
    }
    if (count > 0) memcpy(at + to->count, from, count);
    at[to->count + count] = 0;
    *to = (stand_in_bytes){at, to->count + count + 1};
}

/* Write over the zero at the end. */
static void put_last(stand_in_bytes *to, char c) {
    if (to->at != NULL) to->at[to->count - 1] = c;
}

static void append_file(stand_in_bytes *to, const char *path) {
    stand_in_bytes file = stand_in_bytes_read(path);
    append(to, file.at, file.count);
    free(file.at);
}

/* All that an image depends on, one after another; to be freed. */
static stand_in_bytes key_of(nvrtc_program p, char **options, int option_count) {
    stand_in_bytes key = {NULL, 0};
    const char *name = stand_in_compiler();
    append(&key, name, name != NULL ? strlen(name) : 0);
    for (int i = 0; i < FLAG_COUNT; i++) append(&key, flags[i], strlen(flags[i]));
    for (int i = 0; i < option_count; i++) append(&key, options[i], strlen(options[i]));
    append_file(&key, launch_file);
    append_file(&key, prelude_file);
    append(&key, p->text.at, p->text.count);
    return key;
}

static void clear(stand_in_bytes *b) {
    free(b->at);
    *b = (stand_in_bytes){NULL, 0};
}

/* Write the options, as a comment, and the text to a file of this folder.  The image is empty: its
 * functions do nothing. */
static int write_text(const char *folder, nvrtc_program p, int option_count,
                      const char *const *options) {
    stand_in_bytes all = {NULL, 0};
    append(&all, "//", 2);
    for (int i = 0; i < option_count; i++) {
        put_last(&all, ' ');
        append(&all, options[i], strlen(options[i]));
    }
    put_last(&all, '\n');
    append(&all, p->text.at, p->text.count);
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; all.at != NULL && i < all.count; i++)
        hash = (hash ^ (unsigned char)all.at[i]) * 1099511628211u;
    char path[PATH_BYTES], whole[PATH_BYTES + 8];
    static atomic_int count; /* several threads compile at the same time */
    snprintf(path, sizeof path, "%s/%d.%d.part", folder, (int)getpid(),
             atomic_fetch_add(&count, 1));
    snprintf(whole, sizeof whole, "%s/%016llx.cu", folder, (unsigned long long)hash);
    bool ok = all.at != NULL && write_file(path, all.at, all.count - 1) && rename(path, whole) == 0;
    free(all.at);
    if (!ok) {
        set_log(p, "stand-in: the text was not written to the folder STAND_IN_TEXTS");
        return RTC_COMPILATION;
    }
    p->image = stand_in_bytes_copy(STAND_IN_EMPTY_IMAGE, sizeof STAND_IN_EMPTY_IMAGE);
    return p->image.at != NULL ? RTC_OK : RTC_OUT_OF_MEMORY;
}

int nvrtcCompileProgram(nvrtc_program program, int option_count, const char *const *options) {
    STAND_IN_CALL(STAND_IN_COMPILER);
    if (program == NULL) return RTC_INVALID_PROGRAM;
    if (option_count < 0 || option_count > OPTIONS_MAX) return RTC_INVALID_INPUT;
    int64_t late = atomic_load(&stand_in_settings.compile_ns);
    struct timespec nap = {late / 1000000000, late % 1000000000};
    atomic_fetch_add(&stand_in_settings.compiles, 1);
    if (late > 0) nanosleep(&nap, NULL);
    clear(&program->log);
    clear(&program->image);
    const char *texts = getenv("STAND_IN_TEXTS");
    if (texts != NULL && *texts != 0) return write_text(texts, program, option_count, options);
    if (stand_in_is_due(&stand_in_settings.fail_compile_in)) {
        set_log(program, "stand-in: this compilation was to fail");
        return RTC_COMPILATION;
    }
    char *told[OPTIONS_MAX];
    int told_count = 0;
    for (int i = 0; i < option_count; i++)
        if ((told[told_count] = translate(options[i])) != NULL) told_count++;
    stand_in_bytes key = key_of(program, told, told_count);
    int result = RTC_OK;
    if (key.at == NULL) {
        result = RTC_OUT_OF_MEMORY;
    } else if (!stand_in_image_find(key, &program->image)) {
        result = compile(program, told, told_count);
        if (result == RTC_OK) stand_in_image_keep(key, program->image);
    }
    free(key.at);
    while (told_count > 0) free(told[--told_count]);
    return result;
}

/* ---- Programs -------------------------------------------------------------------------------- */

/* The minor version is a hash of what images depend on besides their text, so that a cache of images does not return
 * those of another stand-in. */
int nvrtcVersion(int *major, int *minor) {
    stand_in_bytes files = {NULL, 0};
    unsigned hash = 2166136261u;
    append_file(&files, launch_file);
    append_file(&files, prelude_file);
    for (size_t i = 0; files.at != NULL && i < files.count; i++)
        hash = (hash ^ (unsigned char)files.at[i]) * 16777619u;
    free(files.at);
    *major = VERSION_MAJOR;
    *minor = (int)(hash >> 1);
    return RTC_OK;
}

const char *nvrtcGetErrorString(int error) {
    switch (error) {
    case RTC_OK: return "NVRTC_SUCCESS";
    case RTC_OUT_OF_MEMORY: return "NVRTC_ERROR_OUT_OF_MEMORY";
    case RTC_INVALID_INPUT: return "NVRTC_ERROR_INVALID_INPUT";
    case RTC_INVALID_PROGRAM: return "NVRTC_ERROR_INVALID_PROGRAM";
    case RTC_COMPILATION: return "NVRTC_ERROR_COMPILATION";
    default: return "NVRTC_ERROR unknown";
    }
}

int nvrtcCreateProgram(nvrtc_program *program, const char *text, const char *name, int header_count,
                       const char *const *headers, const char *const *include_names) {
    STAND_IN_CALL(STAND_IN_COMPILER);
    (void)headers, (void)include_names;
    if (text == NULL || header_count != 0) return RTC_INVALID_INPUT;
    nvrtc_program p = calloc(1, sizeof *p);
    if (p == NULL) return RTC_OUT_OF_MEMORY;
    p->text = stand_in_bytes_copy(text, strlen(text));
    if (p->text.at == NULL) {
        free(p);
        return RTC_OUT_OF_MEMORY;
    }
    const char *slash = name != NULL ? strrchr(name, '/') : NULL;
    const char *base = slash != NULL                ? slash + 1
                       : name != NULL && *name != 0 ? name
                                                    : "default_program";
    snprintf(p->name, sizeof p->name, "%s", *base != 0 ? base : "default_program");
    *program = p;
    return RTC_OK;
}

int nvrtcDestroyProgram(nvrtc_program *program) {
    STAND_IN_CALL(STAND_IN_COMPILER);
    if (program == NULL || *program == NULL) return RTC_INVALID_PROGRAM;
    clear(&(*program)->text);
    clear(&(*program)->log);
    clear(&(*program)->image);
    free(*program);
    *program = NULL;
    return RTC_OK;
}

/* The log ends with a zero, which counts. */
int nvrtcGetProgramLogSize(nvrtc_program program, size_t *size) {
    if (program == NULL) return RTC_INVALID_PROGRAM;
    *size = program->log.count + 1;
    return RTC_OK;
}

int nvrtcGetProgramLog(nvrtc_program program, char *log) {
    if (program == NULL) return RTC_INVALID_PROGRAM;
    if (program->log.count > 0) memcpy(log, program->log.at, program->log.count);
    log[program->log.count] = 0;
    return RTC_OK;
}

int nvrtcGetCUBINSize(nvrtc_program program, size_t *size) {
    if (program == NULL || program->image.at == NULL) return RTC_INVALID_PROGRAM;
    *size = program->image.count;
    return RTC_OK;
}

int nvrtcGetCUBIN(nvrtc_program program, char *image) {
    if (program == NULL || program->image.at == NULL) return RTC_INVALID_PROGRAM;
    memcpy(image, program->image.at, program->image.count);
    return RTC_OK;
}
