// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The native methods, and the search for the library that has them: the file that the system property {@code weir.library}
 * names; a library in the jar; or one on {@code java.library.path}.  The files of {@code frontends/jvm/native} implement the
 * methods; a long is a handle.
 */
final class Native {
    private static final String NAME = "weirjni";

    static {
        String file = System.getProperty("weir.library");
        if (file != null) System.load(Path.of(file).toAbsolutePath().toString());
        else if (!loadFromJar()) System.loadLibrary(NAME);
        start();
    }

    private Native() {}

    /** Copy the libraries that the jar has to a folder of their own, and load them from there. */
    private static boolean loadFromJar() {
        String folder = "/native/" + System.getProperty("os.name").toLowerCase() + "-" + System.getProperty("os.arch") + "/";
        String file = System.mapLibraryName(NAME);
        if (Native.class.getResource(folder + file) == null) return false;
        try {
            Path to = Files.createTempDirectory("weir");
            // libweir itself is in the jar only if it was packaged; the JNI library then finds it beside itself
            Path weir = extract(folder + "libweir.so.0.1", to.resolve("libweir.so.0.1"));
            Path jni = extract(folder + file, to.resolve(file));
            System.load(jni.toString());
            Files.delete(jni); // the mapping of a loaded library outlives its file
            if (weir != null) Files.delete(weir);
            Files.delete(to);
            return true;
        } catch (IOException e) {
            throw new UnsatisfiedLinkError("weir: " + file + " cannot be copied out of the jar: " + e);
        }
    }

    private static Path extract(String resource, Path to) throws IOException {
        try (InputStream from = Native.class.getResourceAsStream(resource)) {
            if (from == null) return null;
            Files.copy(from, to);
            return to;
        }
    }

    static native void start();
    static native boolean forceCollection();
    static native String version();

    // op.c
    static native long op(String name, String[] attrs);
    static native long number(long bits, boolean integer);
    static native long call1(long op, long a);
    static native long call2(long op, long a, long b);
    static native long callNumber(long op, long a, long bits, boolean integer, boolean reversed);
    static native long[] call(long op, long[] inputs, long[] attrs);
    static native long callOne(long op, long[] inputs, long[] attrs);
    static native void callInto(long op, long[] inputs, long[] attrs, long output);

    // release.c
    static native long track(Object owner, long handle, int kind);
    static native void untrack(long id);
    static native boolean isTracked(long id);
    static native void releaseUnreachable();
    static native long trackedCount();

    // array.c
    static native long arrayOf(int dtype, long[] shape, Object data, char kind, int from, int count);
    static native long retain(long a);
    static native void release(long a);
    static native int dtype(long a);
    static native int device(long a);
    static native long count(long a);
    static native boolean isNumber(long a);
    static native boolean isReady(long a);
    static native boolean isContiguous(long a);
    static native long[] shape(long a);
    static native long[] strides(long a);
    static native void waitFor(long a, long timeoutNs);
    static native void peek(long a);
    static native void read(long a, Object to, char kind, int count);
    static native double itemF64(long a);
    static native long itemI64(long a);
    static native String text(long a);

    // buffer.c
    static native void sweep();
    static native long fromBuffer(int dtype, long[] shape, Object buffer, long offset, boolean readonly);
    static native java.nio.ByteBuffer map(long a, boolean write);

    // autograd.c
    static native boolean recordingSet(boolean on);
    static native boolean recording();
    static native boolean trainingSet(boolean on);
    static native boolean training();
    static native int autocastSet(int dtype);
    static native int defaultDeviceSet(int device);
    static native int defaultDtypeSet(int dtype);
    static native void attachGrad(long a, int mode);
    static native long grad(long a);
    static native void gradSet(long a, long grad);
    static native boolean requiresGrad(long a);
    static native long detach(long a);
    static native void functionRecord(String name, long[] inputs, long[] outputs, long[] saved, CustomFunction.Gradient gradient);
    static native long functionSaved(int index);
    static native void backward(long[] heads, long[] grads, int flags);
    static native long[] gradients(long[] heads, long[] grads, long[] inputs, int flags);

    // block.c
    static native long blockParse(String text);
    static native long kind(String name, String[] attrs);
    static native long blockNew(long kind, long[] attrs);
    static native long[] blockForward(long block, long[] inputs);
    static native void blockAdd(long parent, String name, long child);
    static native int blockChildCount(long block);
    static native long blockChildAt(long block, int index);
    static native long blockChild(long block, String name);
    static native long[] blockParameters(long block);
    static native String[] blockNames(long block, boolean buffers);
    static native long blockGet(long block, String name);
    static native void blockSet(long block, String name, long values);
    static native long blockElements(long block);
    static native void blockCast(long block, int dtype);
    static native void blockCompute(long block, int dtype);
    static native void blockToDevice(long block, int device);
    static native int blockDevice(long block);
    static native void blockGradMode(long block, int mode);
    static native void blockZeroGrad(long block);
    static native void blockClear(long block);
    static native void blockInitialise(long block, long seed);
    static native void blockTie(long block, String name, String other);
    static native void blockSave(long block, String path);
    static native void blockLoad(long block, String path, boolean matching);
    static native String blockText(long block);
    static native String blockSummary(long block, long[] inputs);

    // optimizer.c
    static native long optimizerKind(String name, String[] attrs);
    static native long optimizerNew(long kind, long[] attrs, long[] params);
    static native void optimizerGroupAdd(long o, long kind, long[] attrs, long[] params);
    static native void optimizerParamsSet(long o, long[] params);
    static native void optimizerStep(long o);
    static native void optimizerZeroGrad(long o);
    static native void optimizerClear(long o);
    static native int optimizerGroupCount(long o);
    static native double optimizerLr(long o, int group);
    static native void optimizerLrSet(long o, int group, double lr);
    static native int optimizerStateCount(long o);
    static native String optimizerStateName(long o, int index);
    static native long optimizerStateAt(long o, int index);
    static native void optimizerStateSet(long o, String name, long values);
    static native long scalerNew(double init, double growth, double backoff, long interval);
    static native long scalerScale(long s, long x);
    static native void scalerUnscale(long s, long o);
    static native void scalerStep(long s, long o);
    static native void scalerUpdate(long s);
    static native long scalerState(long s);
    static native long clipGradNorm(long[] params, double most);
    static native void clipGradValue(long[] params, double limit);
    static native double lrStep(double lr, long t, long stepSize, double gamma);
    static native double lrMultistep(double lr, long t, long[] milestones, double gamma);
    static native double lrExponential(double lr, long t, double gamma);
    static native double lrCosine(double lr, long t, long tMax, double etaMin);
    static native double lrLinear(double lr, long t, long total, double startFactor, double endFactor);
    static native double lrPolynomial(double lr, long t, long total, double power);
    static native double lrOneCycle(double maxLr, long t, long total, double pctStart, double divFactor, double finalDivFactor);
    static native double momentumOneCycle(double baseMomentum, long t, long total, double pctStart, double maxMomentum);
    static native double lrCosineWarmup(double lr, long t, long warmup, long total, double etaMin);
    static native long metricNew(String name, long number);
    static native void metricUpdate(long m, long x, long target);
    static native double metricValue(long m);
    static native long metricArray(long m);
    static native void metricReset(long m);

    // data.c
    static native long datasetArrays(long[] arrays, String[] names);
    static native long datasetMnist(String folder, boolean test);
    static native long datasetCsv(String path, String target, String columns, char delimiter, boolean header,
                                  boolean missing, int dtype, int targetDtype);
    static native long datasetFolder(String path, int height, int width, int channels);
    static native long datasetSubset(long data, long[] index);
    static native long datasetConcat(long[] parts);
    static native long datasetCount(long data);
    static native int datasetFieldCount(long data);
    static native String datasetField(long data, int index);
    static native int datasetClassCount(long data);
    static native String datasetClass(long data, int index);
    static native long[] datasetTake(long data, long[] index);
    static native long imageRead(String path, int channels);
    static native long randomFlip(long x, double p, boolean channelsFirst);
    static native long randomCrop(long x, long height, long width, long padding, boolean channelsFirst);
    static native long loaderNew(long data, long batch, long seed, boolean shuffle, boolean dropLast, int prefetch, int device);
    static native long loaderCount(long loader);
    static native long loaderEpoch(long loader);
    static native long loaderBatch(long loader);
    static native void loaderStart(long loader, long epoch, long skip);
    static native long[] loaderNext(long loader);
    static native void save(String path, String[] names, long[] arrays, String[] metadata);
    static native long fileOpen(String path);
    static native void fileClose(long file);
    static native int fileCount(long file);
    static native String fileName(long file, int index);
    static native long fileLoad(long file, int index, boolean map);
    static native String fileMetadata(long file, int index, int part);

    // runtime.c
    static native void waitAll(long timeoutNs);
    static native void synchronize(int device);
    static native void cancelAll();
    static native void engineSet(int engine);
    static native long failureCount();
    static native void failureClear();
    static native long windowNew(int depth);
    static native void windowNext(long window);
    static native void noticePush(long a, long token);
    static native long[] noticeTake();
    static native void seed(long seed);
    static native long[] seedState();
    static native void seedStateSet(long seed, long calls);
    static native int[] devices();
    static native String deviceName(int device);
    static native int deviceParse(String name);
    static native long[] memory(int device);
    static native void memoryBudgetSet(int device, long bytes);
    static native void memoryTrim();
    static native long[] stats();
    static native void traceStart();
    static native void traceStop(String path);
}
