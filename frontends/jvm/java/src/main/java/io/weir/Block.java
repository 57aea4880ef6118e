// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A layer, a loss or a network.  {@link Layers} has a constructor for each layer and loss; {@link #parse} reads a whole network:
 *
 * <pre>{@code
 * Block net = Block.parse("Conv2d(1, 6, 5, padding=2), ReLU, MaxPool2d(2), Flatten, Linear(10)");
 * NDArray y = net.call(x);
 * }</pre>
 */
public final class Block extends Handle {
    private Block(long handle) {
        super(handle, Releases.Kind.BLOCK);
    }

    /** The kind of a block and the indices of its attributes. */
    static final class Kind {
        private final long spec;

        private Kind(long spec) {
            this.spec = spec;
        }

        static Kind of(String name, String... attrs) {
            return new Kind(Native.kind(name, attrs));
        }

        Block make(Options options) {
            return new Block(Native.blockNew(spec, options == null ? null : options.words()));
        }
    }

    /** A network from its text: kinds with positional or named attributes, separated by commas. */
    public static Block parse(String text) {
        return new Block(Native.blockParse(text(text)));
    }

    /** Blocks that are called one after another. */
    public static Block sequential(Block... children) {
        Block all = parse("Sequential()");
        for (Block child : children) all.add(null, child);
        return all;
    }

    /** Add a child; with a null name, its index is its name. */
    public void add(String name, Block child) {
        Native.blockAdd(handle(), text(name), child.handle());
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(child);
    }

    /** The direct children. */
    public List<Block> children() {
        List<Block> list = new ArrayList<>();
        for (int i = 0, n = Native.blockChildCount(handle()); i < n; i++) list.add(new Block(Native.blockChildAt(handle(), i)));
        Reference.reachabilityFence(this);
        return list;
    }

    /** The descendant with this name, such as {@code "layer1.conv"}. */
    public Block child(String name) {
        long found = Native.blockChild(handle(), text(name));
        Reference.reachabilityFence(this);
        return new Block(found);
    }

    /** Issue the operations of the block; returns the first output.  An optional input may be null. */
    public NDArray call(NDArray... inputs) {
        NDArray[] all = forward(inputs);
        for (int i = 1; i < all.length; i++) if (all[i] != null) all[i].close();
        return all[0];
    }

    /** Issue the operations of the block; returns all outputs. */
    public NDArray[] forward(NDArray... inputs) {
        long[] out = Native.blockForward(handle(), Handle.handles(inputs));
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(inputs);
        return NDArray.wrap(out);
    }

    /** The parameters, each once, for an optimiser.  Refused while the shape of one depends on an input that is not known yet. */
    public List<NDArray> parameters() {
        List<NDArray> list = List.of(NDArray.wrap(Native.blockParameters(handle())));
        Reference.reachabilityFence(this);
        return list;
    }

    /** Parameters and buffers by name, in the order of PyTorch's state_dict. */
    public Map<String, NDArray> state() {
        return named(true);
    }

    /** Parameters by name. */
    public Map<String, NDArray> namedParameters() {
        return named(false);
    }

    private Map<String, NDArray> named(boolean buffers) {
        Map<String, NDArray> found = new LinkedHashMap<>();
        for (String name : Native.blockNames(handle(), buffers)) found.put(name, get(name));
        Reference.reachabilityFence(this);
        return found;
    }

    /** The parameter or buffer with this name. */
    public NDArray get(String name) {
        NDArray found = NDArray.wrap(Native.blockGet(handle(), text(name)));
        Reference.reachabilityFence(this);
        return found;
    }

    /** Copy values into a parameter or buffer. */
    public void set(String name, NDArray values) {
        Native.blockSet(handle(), text(name), values.handle());
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(values);
    }

    /** Make {@code name} another name for the parameter {@code other}. */
    public void tie(String name, String other) {
        Native.blockTie(handle(), text(name), text(other));
        Reference.reachabilityFence(this);
    }

    /** The number of elements of all parameters. */
    public long parameterCount() {
        long n = Native.blockElements(handle());
        Reference.reachabilityFence(this);
        return n;
    }

    /** Cast parameters and buffers.  Make optimisers afterwards.  Returns this block. */
    public Block cast(DType dtype) {
        Native.blockCast(handle(), dtype.number);
        Reference.reachabilityFence(this);
        return this;
    }

    /** Compute matrix products in this dtype, with parameters as they are.  Returns this block. */
    public Block computeIn(DType dtype) {
        Native.blockCompute(handle(), dtype.number);
        Reference.reachabilityFence(this);
        return this;
    }

    /** Move parameters, buffers and gradients to a device.  Returns this block. */
    public Block toDevice(Device device) {
        Native.blockToDevice(handle(), device.number);
        Reference.reachabilityFence(this);
        return this;
    }

    /** The device of the parameters. */
    public Device device() {
        Device device = Device.of(Native.blockDevice(handle()));
        Reference.reachabilityFence(this);
        return device;
    }

    /** Set what backward passes do with the gradients of all parameters; {@link GradMode#NONE} freezes them. */
    public void setGradMode(GradMode mode) {
        Native.blockGradMode(handle(), mode.ordinal());
        Reference.reachabilityFence(this);
    }

    /** Release all gradients. */
    public void zeroGrad() {
        Native.blockZeroGrad(handle());
        Reference.reachabilityFence(this);
    }

    /** After a failed batch: restore the last good values of parameters and buffers.  Waits. */
    public void clear() {
        Native.blockClear(handle());
        Reference.reachabilityFence(this);
    }

    /** Set all parameters to initial values that depend on the seed alone. */
    public void initialise(long seed) {
        Native.blockInitialise(handle(), seed);
        Reference.reachabilityFence(this);
    }

    /** Write parameters and buffers to a safetensors file, as PyTorch names them.  Waits for the values. */
    public void save(Path path) {
        Native.blockSave(handle(), path.toString());
        Reference.reachabilityFence(this);
    }

    /** Read parameters and buffers from a safetensors file; the names must agree. */
    public void load(Path path) {
        load(path, false);
    }

    /** Read parameters and buffers; with {@code matching}, names that only the file or only the block has are skipped. */
    public void load(Path path, boolean matching) {
        Native.blockLoad(handle(), path.toString(), matching);
        Reference.reachabilityFence(this);
    }

    /** A table of all blocks: name, output shape for these inputs, and number of parameters. */
    public String summary(NDArray... inputs) {
        String text = Native.blockSummary(handle(), Handle.handles(inputs));
        Reference.reachabilityFence(this);
        Reference.reachabilityFence(inputs);
        return text;
    }

    /** The text from which {@link #parse} makes such a block. */
    @Override
    public String toString() {
        if (isClosed()) return "Block (closed)";
        String text = Native.blockText(handle());
        Reference.reachabilityFence(this);
        return text;
    }
}
