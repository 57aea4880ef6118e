// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * An array: a dtype, a shape, and values that are computed later.  Calls of operators return at once; reading values waits for
 * them.  The operators are methods, generated from the library's description, and functions of {@link Ops}.
 *
 * <p>An array is released by {@link #close}, by the {@link Scope} it was made in, or by the garbage collector.  Any thread may
 * use it.
 *
 * <p>The name is the one that users of MXNet and DJL know; {@code Array} is taken by Java and Scala.
 */
public final class NDArray extends ArrayOperations {
    private static final Operator CAST = Operator.of("astype", "dtype");
    private static final Operator INDEX = Operator.of("basic_index", "kinds", "starts", "stops", "steps");
    private static final Operator UPDATE = Operator.of("basic_update", "kinds", "starts", "stops", "steps");
    private static final Operator MASK_SELECT = Operator.of("mask_select");
    private static final Operator MASK_PUT = Operator.of("mask_put");
    private static final Operator SELECT = Operator.of("index", "axes");
    private static final Operator PUT = Operator.of("index_put", "axes");

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private long[] shape; // set at first use; arrays do not change shape

    private NDArray(long handle) {
        super(handle);
    }

    /** An object for a handle that the library returned; null for 0. */
    static NDArray wrap(long handle) {
        if (handle == 0) return null;
        NDArray made = new NDArray(handle);
        Scope.made(made);
        return made;
    }

    static NDArray[] wrap(long[] handles) {
        NDArray[] made = new NDArray[handles.length];
        for (int i = 0; i < made.length; i++) made[i] = wrap(handles[i]);
        return made;
    }

    /** Another object for the same array, which belongs to no scope. */
    static NDArray keepOwn(NDArray array) {
        long handle = Native.retain(array.handle());
        Reference.reachabilityFence(array);
        return new NDArray(handle);
    }

    @Override
    NDArray self() {
        return this;
    }

    // ---- Creating -------------------------------------------------------------------------------

    /** A float32 array of one dimension. */
    public static NDArray of(float... values) {
        return of(values, values.length);
    }

    /** A float64 array of one dimension. */
    public static NDArray of(double... values) {
        return of(values, values.length);
    }

    /** An int32 array of one dimension. */
    public static NDArray of(int... values) {
        return of(values, values.length);
    }

    /** An int64 array of one dimension. */
    public static NDArray of(long... values) {
        return of(values, values.length);
    }

    /** A bool array of one dimension. */
    public static NDArray of(boolean... values) {
        return of(values, values.length);
    }

    /** An int16 array of one dimension. */
    public static NDArray of(short[] values) {
        return of(values, values.length);
    }

    /** An int8 array of one dimension.  For uint8, see {@link #ofBytes(byte[])}. */
    public static NDArray of(byte[] values) {
        return of(values, values.length);
    }

    /** A uint8 array of one dimension. */
    public static NDArray ofBytes(byte[] values) {
        return ofBytes(values, values.length);
    }

    /** An array from nested Java arrays of one primitive type, such as {@code float[][]}. */
    public static NDArray of(Object[] nested) {
        return Nested.read(nested);
    }

    /** A float32 array of this shape; the values are in row-major order. */
    public static NDArray of(float[] values, long... shape) {
        return make(DType.FLOAT32, values, 'F', values.length, shape);
    }

    /** A float64 array of this shape. */
    public static NDArray of(double[] values, long... shape) {
        return make(DType.FLOAT64, values, 'D', values.length, shape);
    }

    /** An int32 array of this shape. */
    public static NDArray of(int[] values, long... shape) {
        return make(DType.INT32, values, 'I', values.length, shape);
    }

    /** An int64 array of this shape. */
    public static NDArray of(long[] values, long... shape) {
        return make(DType.INT64, values, 'J', values.length, shape);
    }

    /** An int16 array of this shape. */
    public static NDArray of(short[] values, long... shape) {
        return make(DType.INT16, values, 'S', values.length, shape);
    }

    /** An int8 array of this shape.  For uint8, see {@link #ofBytes(byte[], long...)}. */
    public static NDArray of(byte[] values, long... shape) {
        return make(DType.INT8, values, 'B', values.length, shape);
    }

    /** A bool array of this shape. */
    public static NDArray of(boolean[] values, long... shape) {
        return make(DType.BOOL, values, 'Z', values.length, shape);
    }

    /** A uint8 array of this shape, such as an image. */
    public static NDArray ofBytes(byte[] values, long... shape) {
        return make(DType.UINT8, values, 'B', values.length, shape);
    }

    /** A number: an array without dimensions whose type adapts to the other operands, as {@code 2} in {@code x + 2}. */
    public static NDArray number(double value) {
        return wrap(Native.number(Double.doubleToRawLongBits(value), false));
    }

    /** An integer, see {@link #number(double)}. */
    public static NDArray number(long value) {
        return wrap(Native.number(value, true));
    }

    static NDArray make(DType dtype, Object values, char kind, int length, long[] shape) {
        long count = 1;
        for (long n : shape) count *= n;
        if (count != length)
            throw new IllegalArgumentException(
                    "NDArray.of: " + length + " values do not fill the shape " + java.util.Arrays.toString(shape) + " of " + count + " elements");
        return wrap(Native.arrayOf(dtype.number, shape, values, kind, 0, length));
    }

    /**
     * An array that shares the memory of a direct buffer from its position to its limit, without a copy.  The buffer is kept alive as
     * long as the array or queued work uses it.  Do not write to the buffer while operations that read the array are queued.  A
     * read-only buffer makes an array that operations refuse to write.
     *
     * <p>Values have the machine's byte order.  That of a new buffer is {@code BIG_ENDIAN}; a buffer whose order is not the machine's is
     * refused, unless values are single bytes: write the values, and pass the buffer, with {@code order(ByteOrder.nativeOrder())}.
     */
    public static NDArray from(ByteBuffer buffer, DType dtype, long... shape) {
        long bytes = dtype.bytes();
        for (long n : shape) bytes *= n;
        if (!buffer.isDirect() || bytes > buffer.remaining())
            throw new IllegalArgumentException("NDArray.from: " + bytes + " bytes of a direct buffer are needed, not "
                    + buffer.remaining() + " of " + (buffer.isDirect() ? "one" : "a buffer on the heap"));
        if (buffer.order() != ByteOrder.nativeOrder() && dtype.bytes() > 1)
            throw new IllegalArgumentException("NDArray.from: the buffer's order is " + buffer.order() + ", and the machine's is "
                    + ByteOrder.nativeOrder() + "; write the values, and pass the buffer, with order(ByteOrder.nativeOrder())");
        if (buffer.alignmentOffset(buffer.position(), Math.min(dtype.bytes(), 8)) != 0)
            throw new IllegalArgumentException("NDArray.from: the buffer's position is not aligned for " + dtype);
        return wrap(Native.fromBuffer(dtype.number, shape, buffer, buffer.position(), buffer.isReadOnly()));
    }

    // ---- Properties, without waiting ------------------------------------------------------------

    /** The shape. */
    public long[] shape() {
        return ownShape().clone();
    }

    private long[] ownShape() {
        if (shape == null) {
            shape = Native.shape(handle());
            Reference.reachabilityFence(this);
        }
        return shape;
    }

    /** The size of an axis; a negative number counts from the end. */
    public long size(int axis) {
        long[] s = ownShape();
        return s[axis < 0 ? axis + s.length : axis];
    }

    /** The number of dimensions. */
    public int ndim() {
        return ownShape().length;
    }

    /** The number of elements. */
    public long count() {
        long n = Native.count(handle());
        Reference.reachabilityFence(this);
        return n;
    }

    /** The dtype. */
    public DType dtype() {
        int number = Native.dtype(handle());
        Reference.reachabilityFence(this);
        return DType.of(number);
    }

    /** The device. */
    public Device device() {
        int number = Native.device(handle());
        Reference.reachabilityFence(this);
        return Device.of(number);
    }

    /** Whether the values are computed, or their computation has failed. */
    public boolean isReady() {
        boolean is = Native.isReady(handle());
        Reference.reachabilityFence(this);
        return is;
    }

    // ---- Waiting and reading --------------------------------------------------------------------

    /** Wait until the values are computed.  Returns this array. */
    public NDArray await() {
        return await(-1);
    }

    /** Wait at most this long; throws {@link WeirException.Timeout}. */
    public NDArray await(Duration timeout) {
        return await(nanoseconds(timeout));
    }

    /** A timeout for the library: one that has passed is 0, one of more than 292 years none. */
    static long nanoseconds(Duration timeout) {
        return timeout.isNegative() ? 0 : timeout.compareTo(LONGEST) >= 0 ? -1 : timeout.toNanos();
    }

    private NDArray await(long ns) {
        Native.waitFor(handle(), ns);
        Reference.reachabilityFence(this);
        return this;
    }

    /**
     * A future that is completed with this array when its values are computed, or with a {@link WeirException} if that failed.
     * Functions that depend on it run in the common pool.
     */
    public CompletableFuture<NDArray> whenReady() {
        return Notices.future(this);
    }

    /** The only element, as a double.  A complex array is refused: use {@code real()} or {@code imag()}. */
    public double item() {
        refuseComplex();
        double value = Native.itemF64(handle());
        Reference.reachabilityFence(this);
        return value;
    }

    /** The only element, as a long, with a fraction cut off; {@link WeirException.Range} for a number that is not a long. */
    public long itemLong() {
        refuseComplex();
        long value = Native.itemI64(handle());
        Reference.reachabilityFence(this);
        return value;
    }

    private void refuseComplex() {
        DType dtype = dtype();
        if (dtype == DType.COMPLEX64 || dtype == DType.COMPLEX128)
            throw new WeirException.DataType("EDTYPE", "item: the array is " + dtype + "; use real() or imag()", null);
    }

    private Object read(DType dtype, Class<?> type, char kind, int perElement) {
        NDArray x = dtype() == dtype ? this : cast(dtype);
        long count = x.count() * perElement;
        if (count > Integer.MAX_VALUE - 8)
            throw new IllegalArgumentException("the array has " + count + " elements; a Java array has at most 2^31 - 9: read parts of it");
        Object to = Array.newInstance(type, (int) count);
        Native.read(x.handle(), to, kind, (int) count);
        Reference.reachabilityFence(x);
        if (x != this) x.close();
        return to;
    }

    private NDArray cast(DType dtype) {
        Options o = new Options.Plain();
        o.put(0, dtype);
        return CAST.one(o, this);
    }

    /** Wait and copy the values, cast to float32, in row-major order. */
    public float[] toFloats() {
        return (float[]) read(DType.FLOAT32, float.class, 'F', 1);
    }

    /** Wait and copy the values, cast to float64. */
    public double[] toDoubles() {
        return (double[]) read(DType.FLOAT64, double.class, 'D', 1);
    }

    /** Wait and copy the values, cast to int32. */
    public int[] toInts() {
        return (int[]) read(DType.INT32, int.class, 'I', 1);
    }

    /** Wait and copy the values, cast to int64. */
    public long[] toLongs() {
        return (long[]) read(DType.INT64, long.class, 'J', 1);
    }

    /** Wait and copy the values, cast to bool: whether each is not 0. */
    public boolean[] toBooleans() {
        return (boolean[]) read(DType.BOOL, boolean.class, 'Z', 1);
    }

    /** Wait and copy the bytes of the values, of whatever dtype, in row-major order and the machine's byte order. */
    public byte[] toBytes() {
        return (byte[]) read(dtype(), byte.class, 'B', dtype().bytes());
    }

    /**
     * Wait and map the memory of a row-major array for reading, without a copy.  While a mapping is open, operations that write the
     * array finish before their call returns.
     */
    public MappedArray map() {
        return new MappedArray(this, false);
    }

    /** Like {@link #map}, for reading and writing.  Operations issued after {@code close} see what was written. */
    public MappedArray mapForWriting() {
        return new MappedArray(this, true);
    }

    /** Wait and format the values: {@code [[1., 2.], [3., 4.]]}. */
    @Override
    public String toString() {
        if (isClosed()) return "NDArray (closed)";
        String text = Native.text(handle());
        Reference.reachabilityFence(this);
        return text;
    }

    // ---- Indexing -------------------------------------------------------------------------------

    /** A view of one entry along the first axes; negative indices count from the end. */
    public NDArray get(long... index) {
        Index[] items = new Index[index.length];
        for (int i = 0; i < items.length; i++) items[i] = Index.at(index[i]);
        return get(items);
    }

    /** A view: {@code x.get(Index.range(1, 3), Index.all(), Index.at(-1))}.  Writing to it writes to this array. */
    public NDArray get(Index... items) {
        Index.check(ownShape(), items);
        return INDEX.one(Index.options(items), this);
    }

    /** A view, written as in Python: {@code x.at("1:3, :, -1")}. */
    public NDArray at(String items) {
        return get(Index.parse(items));
    }

    /**
     * The elements that an array selects, as a copy.  A bool array is a mask over the first axes; the call waits for its values, because
     * the size of the result depends on them.  An array of integers selects entries along the first axis.
     */
    public NDArray get(NDArray key) {
        return key.dtype() == DType.BOOL ? MASK_SELECT.call(this, key) : SELECT.one(null, this, key);
    }

    /** Write values, which are broadcast, into the elements that a mask, or an array of integers, selects. */
    public void set(NDArray values, NDArray key) {
        if (key.dtype() == DType.BOOL) MASK_PUT.into(this, null, this, key, values);
        else PUT.into(this, null, this, values, key);
    }

    /** Write a number into the elements that a mask, or an array of integers, selects. */
    public void set(double value, NDArray key) {
        try (NDArray number = number(value)) {
            set(number, key);
        }
    }

    /** Write an integer into the elements that a mask, or an array of integers, selects. */
    public void set(long value, NDArray key) {
        try (NDArray number = number(value)) {
            set(number, key);
        }
    }

    /** Write values, which are broadcast, into a part of this array. */
    public void set(NDArray values, Index... items) {
        Index.check(ownShape(), items);
        UPDATE.into(this, Index.options(items), this, values);
    }

    /** Write a number into a part of this array. */
    public void set(double value, Index... items) {
        try (NDArray number = number(value)) {
            set(number, items);
        }
    }

    /** Write an integer into a part of this array; one that the dtype cannot hold is refused. */
    public void set(long value, Index... items) {
        try (NDArray number = number(value)) {
            set(number, items);
        }
    }

    // ---- Gradients ------------------------------------------------------------------------------

    /** Make this array a leaf: backward passes compute its gradient.  Returns this array. */
    public NDArray attachGrad() {
        return attachGrad(GradMode.WRITE);
    }

    /** Make this array a leaf, with a mode.  Returns this array. */
    public NDArray attachGrad(GradMode mode) {
        Native.attachGrad(handle(), mode.ordinal());
        Reference.reachabilityFence(this);
        return this;
    }

    /** The gradient of a leaf as of the last backward pass, or null. */
    public NDArray grad() {
        long grad = Native.grad(handle());
        Reference.reachabilityFence(this);
        return wrap(grad);
    }

    /** Replace the gradient; null removes it. */
    public void setGrad(NDArray grad) {
        Native.gradSet(handle(), grad == null ? 0 : grad.handle());
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(grad);
    }

    /** Whether this array is a leaf or was computed from one while recording. */
    public boolean requiresGrad() {
        boolean is = Native.requiresGrad(handle());
        Reference.reachabilityFence(this);
        return is;
    }

    /** Another array with the same values that does not require gradients. */
    public NDArray detach() {
        long made = Native.detach(handle());
        Reference.reachabilityFence(this);
        return wrap(made);
    }

    /** Compute the gradients of the leaves that this array depends on. */
    public void backward() {
        Autograd.backward(this);
    }
}
