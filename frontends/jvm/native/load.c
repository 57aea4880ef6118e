/* load.c - the start of the library in a JVM, and the callbacks around waits.
 *
 * A thread in native code does not stop the JVM or its collector, so waits release nothing.  During a wait the
 * library asks ten times a second whether Thread.interrupt was called.
 *
 * At the end of the process the library finishes queued work that has side effects, in a function that exit() calls after the JVM
 * has ended.  From the event VMDeath on, no callback enters the JVM.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "weirjni.h"

#include <stdatomic.h>

JavaVM *the_vm;
weir_runtime *the_runtime;

static atomic_bool
    ended; /* set once, by the event VMDeath; a late reader only makes one more call */
static jvmtiEnv *jvmti_env; /* NULL: the JVM has no JVMTI */
static jclass thread_class, releases_class;
static jmethodID current_thread, is_interrupted, collect_method;

JNIEnv *env_here(void) {
    void *env = NULL;
    if (atomic_load_explicit(&ended, memory_order_acquire)) return NULL;
    return (*the_vm)->GetEnv(the_vm, &env, JNI_VERSION_10) == JNI_OK ? env : NULL;
}

/* ---- Callbacks --------------------------------------------------------------------------------- */

static bool interrupted(void) {
    JNIEnv *env = env_here();
    if (env == NULL || (*env)->ExceptionCheck(env)) return false;
    jobject thread = (*env)->CallStaticObjectMethod(env, thread_class, current_thread);
    bool is = !(*env)->ExceptionCheck(env) && thread != NULL &&
              (*env)->CallBooleanMethod(env, thread, is_interrupted);
    if ((*env)->ExceptionCheck(env)) { /* at the end of the stack */
        (*env)->ExceptionClear(env);
        is = false;
    }
    (*env)->DeleteLocalRef(env, thread);
    return is;
}

/* Like the JDK's own blocking methods, a wait of a thread that is interrupted already ends at once. */
static int ask(const char *reason, uint32_t site) {
    (void)reason, (void)site;
    return interrupted();
}

static int look(void *token) {
    (void)token;
    return interrupted();
}

static void collect(int urgent) {
    JNIEnv *env = env_here();
    if (env == NULL || (*env)->ExceptionCheck(env)) return;
    keep_sweep(env);
    (*env)->CallStaticVoidMethod(env, releases_class, collect_method, (jboolean)(urgent != 0));
    if ((*env)->ExceptionCheck(env)) (*env)->ExceptionClear(env);
    keep_sweep(env);
}

/* A full collection, also in a JVM that was told to ignore System.gc (-XX:+DisableExplicitGC) or to collect in the background
 * then.  False if the JVM has no JVMTI. */
NATIVE(jboolean, forceCollection)) {
    (void)env;
    return jvmti_env != NULL && (*jvmti_env)->ForceGarbageCollection(jvmti_env) == JVMTI_ERROR_NONE;
}

static const char *remedy(weir_remedy remedy) {
    switch (remedy) {
    case WEIR_REMEDY_RECORD:
        return "compute it inside `try (var r = Autograd.record())`, from parameters, or from arrays on which "
               "attachGrad() was called before";
    case WEIR_REMEDY_ATTACH_GRAD:
        return "call x.attachGrad() before it is used inside `try (var r = Autograd.record())`";
    case WEIR_REMEDY_BACKWARD: return "call loss.backward() first";
    case WEIR_REMEDY_RETAIN_GRAPH: return "call Autograd.backward with retainGraph the first time";
    case WEIR_REMEDY_PAUSE: return "update it inside `try (var p = Autograd.pause())`";
    case WEIR_REMEDY_ASSIGN:
        return "assign to the array itself (x.set), or write inside `try (var p = Autograd.pause())`";
    case WEIR_REMEDY_DETACH: return "use x.detach(), or write to x.copy()";
    case WEIR_REMEDY_CLEAR_BLOCK: return "call net.clear()";
    case WEIR_REMEDY_TO_DEVICE: return "copy one of them: x.toDevice(y.device())";
    default: return NULL;
    }
}

static void JNICALL vm_death(jvmtiEnv *jvmti, JNIEnv *env) {
    (void)jvmti, (void)env;
    atomic_store_explicit(&ended, true, memory_order_release);
}

/* ---- Start ------------------------------------------------------------------------------------- */

/* The line numbers of a JVM without JVMTI are not known; everything else works. */
static void start_jvmti(void) {
    void *found = NULL;
    if ((*the_vm)->GetEnv(the_vm, &found, JVMTI_VERSION_1_2) != JNI_OK) return;
    jvmtiEnv *jvmti = jvmti_env = found;
    jvmtiEventCallbacks callbacks = {.VMDeath = vm_death};
    (void)(*jvmti)->SetEventCallbacks(jvmti, &callbacks, (jint)sizeof callbacks);
    (void)(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, NULL);
    (void)site_init(jvmti);
}

static bool find_methods(JNIEnv *env) {
    jclass thread = (*env)->FindClass(env, "java/lang/Thread");
    jclass releases = thread != NULL ? (*env)->FindClass(env, "io/weir/Releases") : NULL;
    if (releases == NULL) return false;
    thread_class = (*env)->NewGlobalRef(env, thread);
    releases_class = (*env)->NewGlobalRef(env, releases);
    current_thread =
        (*env)->GetStaticMethodID(env, thread, "currentThread", "()Ljava/lang/Thread;");
    is_interrupted = (*env)->GetMethodID(env, thread, "isInterrupted", "()Z");
    collect_method = (*env)->GetStaticMethodID(env, releases, "collect", "(Z)V");
    return current_thread != NULL && is_interrupted != NULL && collect_method != NULL;
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
    (void)reserved;
    void *env = NULL;
    the_vm = vm;
    if ((*vm)->GetEnv(vm, &env, JNI_VERSION_10) != JNI_OK) return JNI_ERR;
    if (!find_methods(env) || error_init(env) != 0) return JNI_ERR;
    start_jvmti();
    weir_frontend frontend = {.size = sizeof frontend,
                              .site = site_now,
                              .wait_ask = ask,
                              .wait_look = look,
                              .remedy = remedy,
                              .collect = collect};
    if (weir_frontend_set(&frontend) != WEIR_OK) {
        frontend.size = WEIR_SIZE_UP_TO(weir_frontend,
                                        remedy); /* a library that does not ask for collections */
        frontend.collect = NULL;
        if (weir_frontend_set(&frontend) != WEIR_OK) return JNI_ERR;
    }
    return JNI_VERSION_10;
}

/* Start the default runtime.  Separate from JNI_OnLoad so that a wrong WEIR_ variable becomes an exception with its
 * message. */
NATIVE(void, start)) { (void)fine(env, weir_runtime_default(&the_runtime)); }
