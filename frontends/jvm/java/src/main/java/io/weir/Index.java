// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** One item of an index expression: a position, a slice, a new axis, or all axes that are not named. */
public final class Index {
    private static final long NONE = Long.MIN_VALUE;
    private static final Index ALL = new Index(0, NONE, NONE, NONE);
    private static final Index NEW_AXIS = new Index(2, NONE, NONE, NONE);
    private static final Index REST = new Index(3, NONE, NONE, NONE);

    private final long kind, start, stop, step; // as basic_index of the library takes them

    private Index(long kind, long start, long stop, long step) {
        this.kind = kind;
        this.start = start;
        this.stop = stop;
        this.step = step;
    }

    /** One position, which removes the axis; a negative number counts from the end. */
    public static Index at(long index) {
        return new Index(1, index, NONE, NONE);
    }

    /** Positions from {@code start} up to but not including {@code stop}; negative numbers count from the end. */
    public static Index range(long start, long stop) {
        return new Index(0, start, stop, NONE);
    }

    /** Every {@code step}-th position of a range; a negative step goes backwards. */
    public static Index range(long start, long stop, long step) {
        return new Index(0, start, stop, step);
    }

    /** Positions from {@code start} to the end. */
    public static Index from(long start) {
        return new Index(0, start, NONE, NONE);
    }

    /** Positions up to but not including {@code stop}. */
    public static Index to(long stop) {
        return new Index(0, NONE, stop, NONE);
    }

    /** The whole axis. */
    public static Index all() {
        return ALL;
    }

    /** A new axis of size 1. */
    public static Index newAxis() {
        return NEW_AXIS;
    }

    /** All axes that the other items do not use. */
    public static Index rest() {
        return REST;
    }

    /** Items written as in Python: {@code "1:3, :, -1, None, ..."}. */
    public static Index[] parse(String text) {
        String[] parts = text.split(",");
        Index[] items = new Index[parts.length];
        for (int i = 0; i < parts.length; i++) items[i] = parseOne(parts[i].strip(), text);
        return items;
    }

    private static Index parseOne(String part, String text) {
        if (part.equals("...")) return REST;
        if (part.equals("None")) return NEW_AXIS;
        String[] ends = part.split(":", -1);
        if (ends.length > 3 || part.isEmpty()) throw new IllegalArgumentException("index \"" + text + "\": \"" + part + "\" is not an item");
        long[] values = {NONE, NONE, NONE};
        for (int i = 0; i < ends.length; i++) {
            String end = ends[i].strip();
            try {
                if (!end.isEmpty()) values[i] = Long.parseLong(end);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("index \"" + text + "\": \"" + end + "\" is not an integer");
            }
        }
        return ends.length == 1 ? at(values[0]) : new Index(0, values[0], values[1], values[2]);
    }

    private boolean usesAxis() {
        return kind < 2;
    }

    /** Refuse a position outside its axis.  Other mistakes are refused by the library. */
    static void check(long[] shape, Index... items) {
        int left = 0, axis = 0;
        for (Index item : items) if (item.usesAxis()) left++;
        for (Index item : items) {
            if (item == REST) axis = shape.length - left;
            if (!item.usesAxis()) continue;
            left--;
            if (item.kind == 1 && axis >= 0 && axis < shape.length && (item.start >= shape[axis] || item.start < -shape[axis]))
                throw new WeirException.Index(
                        "EINDEX", "index " + item.start + " is out of range for axis " + axis + " of size " + shape[axis], null);
            axis++;
        }
    }

    /** The attributes of basic_index. */
    static Options options(Index... items) {
        int n = items.length;
        long[] kinds = new long[n], starts = new long[n], stops = new long[n], steps = new long[n];
        for (int i = 0; i < n; i++) {
            kinds[i] = items[i].kind;
            starts[i] = items[i].start;
            stops[i] = items[i].stop;
            steps[i] = items[i].step;
        }
        Options o = new Options.Plain();
        o.put(0, kinds);
        o.put(1, starts);
        o.put(2, stops);
        o.put(3, steps);
        return o;
    }
}
