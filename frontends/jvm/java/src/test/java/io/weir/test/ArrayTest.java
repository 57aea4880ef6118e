// SPDX-License-Identifier: Apache-2.0
package io.weir.test;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.weir.Autograd;
import io.weir.Block;
import io.weir.DType;
import io.weir.Device;
import io.weir.Index;
import io.weir.MappedArray;
import io.weir.NDArray;
import io.weir.Ops;
import io.weir.Safetensors;
import io.weir.Weir;
import io.weir.WeirException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Making, reading, indexing and printing arrays. */
class ArrayTest {
    private static final NDArray X = Ops.arange(24).reshape(2, 3, 4);

    @Test
    void javaArraysInAndOut() {
        assertArrayEquals(new float[] {1, 2, 3}, NDArray.of(1f, 2f, 3f).toFloats());
        assertArrayEquals(new double[] {1, 2}, NDArray.of(1.0, 2.0).toDoubles());
        assertArrayEquals(new int[] {1, 2}, NDArray.of(1, 2).toInts());
        assertArrayEquals(new long[] {1, 1L << 40}, NDArray.of(1, 1L << 40).toLongs());
        assertArrayEquals(new boolean[] {true, false}, NDArray.of(true, false).toBooleans());
        assertEquals(DType.UINT8, NDArray.ofBytes(new byte[] {-1}, 1).dtype());
        assertEquals(255, NDArray.ofBytes(new byte[] {-1}, 1).itemLong());
        assertArrayEquals(new long[] {2}, NDArray.of(new byte[] {1, -1}).shape());
        assertArrayEquals(new int[] {1, -1}, NDArray.of(new byte[] {1, -1}).toInts());
        assertArrayEquals(new long[] {1}, NDArray.of(new short[] {300}).shape());
        assertArrayEquals(new int[] {1, 255}, NDArray.ofBytes(new byte[] {1, -1}).toInts());
        assertArrayEquals(new long[0], NDArray.of(new short[] {300}, new long[0]).shape());
        NDArray nested = NDArray.of(new float[][] {{1, 2}, {3, 4}, {5, 6}});
        assertArrayEquals(new long[] {3, 2}, nested.shape());
        assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6}, nested.toFloats());
        assertArrayEquals(new float[0], NDArray.of(new float[0], 0, 3).toFloats());
    }

    @Test
    void masksAndIntegersSelect() {
        NDArray x = NDArray.of(new float[][] {{1, -2}, {3, 4}, {-5, 6}});
        assertArrayEquals(new float[] {1, 3, 4, 6}, x.get(x.greater(0)).toFloats());
        assertArrayEquals(new long[] {2, 2}, x.get(NDArray.of(true, false, true)).shape());
        assertArrayEquals(new float[] {-5, 6, 1, -2}, x.get(NDArray.of(2L, 0L)).toFloats());
        x.set(0, x.less(0));
        assertArrayEquals(new float[] {1, 0, 3, 4, 0, 6}, x.toFloats());
        x.set(NDArray.of(8f, 9f), NDArray.of(1L));
        x.set(NDArray.of(7f), NDArray.of(true, false, false));
        assertArrayEquals(new float[] {7, 7, 8, 9, 0, 6}, x.toFloats());
        assertThrows(WeirException.class, () -> x.get(NDArray.of(true, false)).await());
        assertThrows(WeirException.class, () -> x.get(NDArray.of(0.5f)).await());
    }

    @Test
    void fullTakesTheShapeFirst() {
        assertArrayEquals(new double[] {7, 7}, Ops.full(new long[] {2}, 7).toDoubles());
        assertArrayEquals(new float[] {2.5f, 2.5f}, Ops.full(new long[] {2}, 2.5).toFloats());
        assertArrayEquals(new long[] {7, 7}, Ops.full(new long[] {2}, 7, o -> o.dtype(DType.INT64)).toLongs());
        assertArrayEquals(new float[] {1, 2, 1, 2}, Ops.full(new long[] {2, 2}, NDArray.of(1f, 2f)).toFloats());
    }

    @Test
    void wrongSizesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> NDArray.of(new float[5], 2, 3));
        assertThrows(IllegalArgumentException.class, () -> NDArray.of(new float[][] {{1, 2}, {3}}));
    }

    @Test
    void properties() {
        assertEquals(3, X.ndim());
        assertEquals(24, X.count());
        assertEquals(4, X.size(-1));
        assertEquals(Device.CPU, X.device());
        assertEquals("cpu:0", X.device().toString());
        assertEquals("float16", X.astype(DType.FLOAT16).dtype().toString());
        assertEquals(5f, X.astype(DType.BFLOAT16).toFloats()[5]);
    }

    @Test
    void positionsAndSlices() {
        assertEquals(23, X.get(1, 2, 3).item());
        assertEquals(23, X.get(-1, -1, -1).item());
        NDArray part = X.get(Index.at(1), Index.range(0, 2), Index.all());
        assertArrayEquals(new long[] {2, 4}, part.shape());
        assertArrayEquals(new float[] {12, 13, 14, 15, 16, 17, 18, 19}, part.toFloats());
        assertArrayEquals(new float[] {3, 7, 11}, X.at("0, :, -1").toFloats());
        assertArrayEquals(new float[] {3, 2, 1, 0}, X.at("0, 0, ::-1").toFloats());
        assertArrayEquals(new long[] {1, 2, 3, 2}, X.at("None, ..., ::2").shape());
        assertThrows(WeirException.Index.class, () -> X.get(2));
        assertThrows(IllegalArgumentException.class, () -> X.at("a"));
    }

    @Test
    void writingParts() {
        NDArray x = Ops.zeros(2, 3);
        x.set(1, Index.at(0));
        x.set(NDArray.of(5f, 6f), Index.all(), Index.from(1));
        assertArrayEquals(new float[] {1, 5, 6, 0, 5, 6}, x.toFloats());
        NDArray n = NDArray.of(new byte[] {1, 2, 3});
        n.set(7, Index.at(0));
        n.set(8, n.equal(2));
        n.set(9, NDArray.of(2L));
        assertArrayEquals(new int[] {7, 8, 9}, n.toInts());
        assertThrows(WeirException.Range.class, () -> n.set(300, Index.from(1)));
        assertThrows(WeirException.Range.class, () -> n.set(300));
        assertThrows(WeirException.DataType.class, () -> n.set(2.5, Index.at(0)));
        assertArrayEquals(new int[] {7, 8, 9}, n.toInts());
    }

    @Test
    void writingPartsIsRecorded() {
        NDArray x = Ops.ones(2, 2).attachGrad(), y;
        try (var recording = Autograd.record()) {
            NDArray z = x.multiply(3);
            z.set(5, Index.at(0), Index.at(1));
            z.set(x.get(0), Index.from(1));
            y = z.sum();
        }
        y.backward();
        assertEquals(10, y.item());
        assertArrayEquals(new float[] {4, 1, 0, 0}, x.grad().toFloats());
    }

    @Test
    void printing() {
        assertEquals("[[1., 2.],\n [3., 4.]]", NDArray.of(new float[][] {{1, 2}, {3, 4}}).toString());
        assertEquals("[True, False]".toLowerCase(), NDArray.of(true, false).toString().toLowerCase());
    }

    @Test
    void arithmeticWithNumbers() {
        NDArray x = NDArray.of(4f, 6f);
        assertArrayEquals(new float[] {5, 7}, x.add(1).toFloats());
        assertArrayEquals(new float[] {6, 4}, Ops.subtract(10, x).toFloats());
        assertArrayEquals(new float[] {2, 3}, x.divide(2).toFloats());
        assertEquals(DType.INT32, NDArray.of(1, 2).add(1).dtype());
        assertEquals(DType.FLOAT32, x.multiply(0.5).dtype());
        assertThrows(WeirException.Range.class, () -> NDArray.of(new byte[] {1}, 1).add(1000));
    }

    @Test
    void optionsAndSeveralResults() {
        NDArray x = NDArray.of(new float[][] {{3, 1, 2}, {4, 6, 5}});
        assertArrayEquals(new float[] {6, 15}, x.sum(o -> o.axes(1)).toFloats());
        assertArrayEquals(new long[] {2, 1}, x.max(o -> o.axes(1).keepdims(true)).shape());
        Ops.TopkResult top = x.topk(2, o -> o.axis(1));
        assertArrayEquals(new float[] {3, 2, 6, 5}, top.values().toFloats());
        assertArrayEquals(new long[] {0, 2, 1, 2}, top.indices().toLongs());
        assertArrayEquals(new long[] {2, 2}, Ops.einsum("ij,kj->ik", x, x).shape());
    }

    @Test
    void memoryIsSharedWithBuffers() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
        NDArray x = NDArray.from(buffer, DType.FLOAT32, 2, 2);
        x.set(7);
        x.await();
        assertEquals(7f, buffer.getFloat(12));
        NDArray y = Ops.zeros(3);
        try (MappedArray m = y.mapForWriting()) {
            m.buffer().asFloatBuffer().put(1, 2.5f);
        }
        assertArrayEquals(new float[] {0, 2.5f, 0}, y.toFloats());
        try (MappedArray m = y.map()) {
            assertTrue(m.buffer().isReadOnly());
            assertEquals(2.5f, m.buffer().asFloatBuffer().get(1));
        }
        assertThrows(IllegalArgumentException.class, () -> NDArray.from(ByteBuffer.allocate(16), DType.FLOAT32, 4));
        NDArray frozen = NDArray.from(buffer.asReadOnlyBuffer().order(ByteOrder.nativeOrder()), DType.FLOAT32, 4);
        assertThrows(WeirException.class, () -> frozen.set(1));
    }

    @Test
    void aBufferInTheOtherByteOrderIsRefused() {
        ByteBuffer other = ByteBuffer.allocateDirect(8).order(
                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        other.putFloat(1).putFloat(2).flip();
        var e = assertThrows(IllegalArgumentException.class, () -> NDArray.from(other, DType.FLOAT32, 2));
        assertTrue(e.getMessage().contains("ByteOrder.nativeOrder()"), e.getMessage());
        assertEquals(8, NDArray.from(other, DType.UINT8, 8).count()); // bytes have no order
    }

    @Test
    void anItemThatJavaCannotHoldIsRefused() {
        NDArray most = NDArray.of(-1L).astype(DType.UINT64);
        assertEquals(Long.MAX_VALUE, NDArray.of(Long.MAX_VALUE).itemLong());
        assertEquals(Long.MIN_VALUE, NDArray.of(Long.MIN_VALUE).itemLong());
        assertEquals(Long.MAX_VALUE, NDArray.of(Long.MAX_VALUE).astype(DType.UINT64).itemLong());
        assertEquals(-2, NDArray.of(-2.9f).itemLong());
        assertThrows(WeirException.Range.class, most::itemLong);
        assertThrows(WeirException.Range.class, () -> NDArray.of(0x1p63).itemLong());
        assertThrows(WeirException.Range.class, () -> NDArray.of(Double.NaN).itemLong());
        assertThrows(WeirException.DataType.class, () -> NDArray.of(1f).astype(DType.COMPLEX64).item());
        assertThrows(WeirException.DataType.class, () -> NDArray.of(1f).astype(DType.COMPLEX64).itemLong());
    }

    @Test
    void textsWithNulAreRefused() {
        Path path = Path.of(System.getProperty("weir.made"), "nul.safetensors");
        assertThrows(IllegalArgumentException.class, () -> Block.parse("Linear(2, 2)\0, ReLU"));
        assertThrows(IllegalArgumentException.class, () -> Device.of("cpu\0"));
        assertThrows(IllegalArgumentException.class, () -> Ops.einsum("ij->ji\0", NDArray.of(new float[][] {{1}})));
        assertThrows(IllegalArgumentException.class, () -> Safetensors.save(path, Map.of("a\0b", X)));
        assertThrows(IllegalArgumentException.class, () -> Safetensors.save(path, Map.of("a", X), Map.of("k", "v\0")));
    }

    @Test
    void filesKeepNamesOrderAndMetadata() {
        Path path = Path.of(System.getProperty("weir.made"), "some arrays é.safetensors");
        Map<String, NDArray> arrays = new LinkedHashMap<>();
        arrays.put("weight", X);
        arrays.put("bias", NDArray.of(1L, 2L));
        Safetensors.save(path, arrays, Map.of("made by", "Java 😀"));
        Map<String, NDArray> found = Safetensors.load(path);
        assertEquals(arrays.keySet(), found.keySet());
        assertArrayEquals(X.toBytes(), found.get("weight").toBytes());
        assertEquals("Java 😀", Safetensors.metadata(path).get("made by"));
        assertThrows(WeirException.File.class, () -> Safetensors.load(Path.of("no such file")));
    }

    @Test
    void seedsRepeatRandomNumbers() {
        Weir.seed(3);
        float[] first = Ops.normal(5).toFloats();
        long[] state = Weir.randomState();
        float[] second = Ops.normal(5).toFloats();
        Weir.setRandomState(state);
        assertArrayEquals(second, Ops.normal(5).toFloats());
        Weir.seed(3);
        assertArrayEquals(first, Ops.normal(5).toFloats());
        assertFalse(Device.all().isEmpty());
    }
}
