// SPDX-License-Identifier: Apache-2.0
package io.weir;

import java.util.ArrayList;
import java.util.List;

/** A device: {@code cpu:0}, {@code cuda:0} and so on. */
public final class Device {
    /** The processor. */
    public static final Device CPU = new Device(0);

    final int number;

    private Device(int number) {
        this.number = number;
    }

    static Device of(int number) {
        return number == 0 ? CPU : new Device(number);
    }

    /** The device with this name, such as {@code "cuda:1"}; a name without a number means the first. */
    public static Device of(String name) {
        return of(Native.deviceParse(Handle.text(name)));
    }

    /** The index-th NVIDIA GPU. */
    public static Device cuda(int index) {
        return of("cuda:" + index);
    }

    /** The devices of this machine: the processor, then those with a queue of their own. */
    public static List<Device> all() {
        List<Device> list = new ArrayList<>();
        for (int number : Native.devices()) list.add(of(number));
        return list;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Device && ((Device) other).number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    /** The name, such as {@code cpu:0}. */
    @Override
    public String toString() {
        return Native.deviceName(number);
    }
}
