/* error.c - Java exceptions for the statuses of the library.  WeirException.of selects the class.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <string.h>

static jclass exception_class, argument_class;
static jmethodID exception_of;

int error_init(JNIEnv *env) {
    jclass exception = (*env)->FindClass(env, "io/weir/WeirException");
    jclass argument =
        exception != NULL ? (*env)->FindClass(env, "java/lang/IllegalArgumentException") : NULL;
    if (argument == NULL) return -1;
    exception_class = (*env)->NewGlobalRef(env, exception);
    argument_class = (*env)->NewGlobalRef(env, argument);
    exception_of = (*env)->GetStaticMethodID(env, exception, "of",
                                             "(ILjava/lang/String;Ljava/lang/String;Ljava/lang/"
                                             "String;Ljava/lang/String;)Lio/weir/WeirException;");
    return exception_of != NULL ? 0 : -1;
}

/* The message without the prefix of C names: "weir_block_parse: ..." becomes "block_parse: ...". */
static const char *without_prefix(const char *message) {
    static const char prefix[] = "weir_";
    return strncmp(message, prefix, sizeof prefix - 1) == 0 ? message + sizeof prefix - 1 : message;
}

bool throw_status(JNIEnv *env, weir_status status) {
    if ((*env)->ExceptionCheck(env))
        return false; /* a callback into Java has thrown: that is the cause */
    weir_failure f = {.size = sizeof f};
    (void)weir_error_get(&f);
    bool in_flight = f.name[0] != '\0';
    if (in_flight && the_runtime != NULL) weir_failure_seen(the_runtime, f.seq);
    const char *line = weir_site_text(f.site), *part = weir_site_part(f.site);
    jstring message = string_of(env, without_prefix(f.message));
    jstring name = in_flight ? string_of(env, f.name) : NULL;
    jstring place = line != NULL ? string_of(env, line) : NULL;
    jstring layer = part != NULL ? string_of(env, part) : NULL;
    jobject error = (*env)->CallStaticObjectMethod(env, exception_class, exception_of, (jint)status,
                                                   message, name, place, layer);
    if ((*env)->ExceptionCheck(env)) return false; /* no memory for the exception */
    if (error != NULL) (*env)->Throw(env, error);
    return false;
}

void throw_argument(JNIEnv *env, const char *message) {
    (*env)->ThrowNew(env, argument_class, message);
}
