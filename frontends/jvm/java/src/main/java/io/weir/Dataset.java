// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Samples, each of one or several fields, such as an image and its label.  A {@link Loader} makes batches of them. */
public final class Dataset extends Handle {
    private Dataset(long handle) {
        super(handle, Releases.Kind.DATASET);
    }

    /** A dataset whose i-th sample is row i of each array. */
    public static Dataset of(NDArray... arrays) {
        Dataset made = new Dataset(Native.datasetArrays(Handle.handles(arrays), null));
        Reference.reachabilityFence(arrays);
        return made;
    }

    /** The training part of Fashion-MNIST, as the Debian package dataset-fashion-mnist has it. */
    public static Dataset fashionMnist() {
        return mnist(null, false);
    }

    /** MNIST or data in its format; fields image, uint8 (28, 28), and label, int64.  A null folder is that of Fashion-MNIST. */
    public static Dataset mnist(Path folder, boolean test) {
        return new Dataset(Native.datasetMnist(folder == null ? null : folder.toString(), test));
    }

    /** Numbers in a CSV file with a header line; the column {@code target}, unless null, becomes the field y, all others x. */
    public static Dataset csv(Path path, String target) {
        return csv(path, target, null, ',', true, false, null, null);
    }

    /**
     * Numbers in a CSV file.
     *
     * @param path the file
     * @param target the column that becomes the field y; null: none
     * @param columns the columns that become the field x, separated by commas; null: all others
     * @param delimiter the field separator
     * @param header whether the first line has the names of the columns; otherwise they are called 0, 1 ...
     * @param missing whether an empty field becomes NaN; otherwise it is an error
     * @param dtype dtype of x; null: float32
     * @param targetDtype dtype of y; null: float32
     */
    public static Dataset csv(Path path, String target, String columns, char delimiter, boolean header, boolean missing,
            DType dtype, DType targetDtype) {
        return new Dataset(Native.datasetCsv(path.toString(), text(target), text(columns), delimiter, header, missing,
                dtype == null ? 0 : dtype.number, targetDtype == null ? 0 : targetDtype.number));
    }

    /** Images with one folder per class, resized; a height and width of 0 keep their size, which must then be the same for all. */
    public static Dataset folder(Path path, int height, int width, int channels) {
        return new Dataset(Native.datasetFolder(path.toString(), height, width, channels));
    }

    /** The samples at these indices. */
    public Dataset subset(long... index) {
        Dataset made = new Dataset(Native.datasetSubset(handle(), index));
        Reference.reachabilityFence(this);
        return made;
    }

    /** The samples of several datasets, one after another. */
    public static Dataset concat(Dataset... parts) {
        Dataset made = new Dataset(Native.datasetConcat(Handle.handles(parts)));
        Reference.reachabilityFence(parts);
        return made;
    }

    /** The number of samples. */
    public long count() {
        long n = Native.datasetCount(handle());
        Reference.reachabilityFence(this);
        return n;
    }

    /** The names of the fields. */
    public List<String> fields() {
        List<String> names = new ArrayList<>();
        for (int i = 0, n = Native.datasetFieldCount(handle()); i < n; i++) names.add(Native.datasetField(handle(), i));
        Reference.reachabilityFence(this);
        return names;
    }

    /** The names of the classes; empty if labels have no names. */
    public List<String> classes() {
        List<String> names = new ArrayList<>();
        for (int i = 0, n = Native.datasetClassCount(handle()); i < n; i++) names.add(Native.datasetClass(handle(), i));
        Reference.reachabilityFence(this);
        return names;
    }

    /** The samples at these indices: one array per field. */
    public NDArray[] take(long... index) {
        NDArray[] fields = NDArray.wrap(Native.datasetTake(handle(), index));
        Reference.reachabilityFence(this);
        return fields;
    }

    /** An image file as uint8 (height, width, channels); 0 channels: those of the file. */
    public static NDArray readImage(Path path, int channels) {
        return NDArray.wrap(Native.imageRead(path.toString(), channels));
    }

    /** Flip each image of a batch left to right with probability {@code p}. */
    public static NDArray randomFlip(NDArray x, double p, boolean channelsFirst) {
        NDArray y = NDArray.wrap(Native.randomFlip(x.handle(), p, channelsFirst));
        Reference.reachabilityFence(x);
        return y;
    }

    /** Crop each image of a batch to this size at a random position, after padding it with zeros. */
    public static NDArray randomCrop(NDArray x, long height, long width, long padding, boolean channelsFirst) {
        NDArray y = NDArray.wrap(Native.randomCrop(x.handle(), height, width, padding, channelsFirst));
        Reference.reachabilityFence(x);
        return y;
    }
}
