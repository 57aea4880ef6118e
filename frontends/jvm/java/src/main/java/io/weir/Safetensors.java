// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files of named arrays, which PyTorch and others read and write too. */
public final class Safetensors {
    private Safetensors() {}

    /** Write arrays to a file.  Waits for the values; an interrupted save leaves an old file unchanged. */
    public static void save(Path path, Map<String, NDArray> arrays) {
        save(path, arrays, Map.of());
    }

    /** Write arrays and metadata. */
    public static void save(Path path, Map<String, NDArray> arrays, Map<String, String> metadata) {
        List<String> pairs = new ArrayList<>();
        metadata.forEach((key, value) -> {
            pairs.add(Handle.text(key));
            pairs.add(Handle.text(value));
        });
        arrays.keySet().forEach(Handle::text);
        NDArray[] list = arrays.values().toArray(new NDArray[0]);
        Native.save(path.toString(), arrays.keySet().toArray(new String[0]), Handle.handles(list), pairs.toArray(new String[0]));
        Reference.reachabilityFence(list);
    }

    /** Read all arrays of a file, in the order of its header. */
    public static Map<String, NDArray> load(Path path) {
        return load(path, false);
    }

    /** Read all arrays; with {@code map}, their memory is the file's, which must not be truncated meanwhile. */
    public static Map<String, NDArray> load(Path path, boolean map) {
        long file = Native.fileOpen(path.toString());
        try {
            Map<String, NDArray> found = new LinkedHashMap<>();
            for (int i = 0, n = Native.fileCount(file); i < n; i++)
                found.put(Native.fileName(file, i), NDArray.wrap(Native.fileLoad(file, i, map)));
            return found;
        } finally {
            Native.fileClose(file);
        }
    }

    /** Read the metadata of a file. */
    public static Map<String, String> metadata(Path path) {
        long file = Native.fileOpen(path.toString());
        try {
            Map<String, String> found = new LinkedHashMap<>();
            String key;
            for (int i = 0; (key = Native.fileMetadata(file, i, 0)) != null; i++) found.put(key, Native.fileMetadata(file, i, 1));
            return found;
        } finally {
            Native.fileClose(file);
        }
    }
}
