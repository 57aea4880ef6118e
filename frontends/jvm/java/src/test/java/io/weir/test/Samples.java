// SPDX-License-Identifier: Apache-2.0
package io.weir.test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.weir.NDArray;
import io.weir.Safetensors;
import io.weir.Weir;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The recorded inputs and results of samples (tools/record_samples.py). */
public class Samples {
    private static final long SEED = 7;
    private static final Map<String, NDArray> RECORDED =
            Safetensors.load(Path.of(System.getProperty("weir.recorded"), "samples.safetensors"));
    private static final Set<String> KEYS = new HashSet<>();

    static {
        for (String name : RECORDED.keySet()) KEYS.add(name.substring(0, name.indexOf('.', name.indexOf('.') + 1)));
    }

    /** Whether a sample was recorded; its random numbers start with the seed of the recording. */
    public boolean start(String key) {
        Weir.seed(SEED);
        return KEYS.contains(key);
    }

    /** An input. */
    public NDArray in(String name) {
        return RECORDED.get(name);
    }

    /** Compare results with those recorded, bit for bit. */
    public void check(String key, NDArray... out) {
        for (int i = 0; i < out.length; i++) {
            NDArray wanted = RECORDED.get(key + ".out" + i);
            assertEquals(wanted.dtype(), out[i].dtype(), key + ": dtype of output " + i);
            assertArrayEquals(wanted.shape(), out[i].shape(), key + ": shape of output " + i);
            assertArrayEquals(wanted.toBytes(), out[i].toBytes(), key + ": output " + i);
        }
    }
}
