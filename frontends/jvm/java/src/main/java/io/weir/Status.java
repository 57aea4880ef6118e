// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** The names of statuses. */
final class Status {
    private Status() {}

    static String of(int status) {
        return switch (status) {
            case 0 -> "OK";
            case 1 -> "PENDING";
            case -1 -> "EINVAL";
            case -2 -> "ENOMEM";
            case -3 -> "ETIMEDOUT";
            case -4 -> "EINTR";
            case -5 -> "ECANCELED";
            case -6 -> "EFAILED";
            case -7 -> "EDEADLK";
            case -8 -> "ECLOSED";
            case -9 -> "EFORKED";
            case -10 -> "ESYS";
            case -11 -> "EDEVICE";
            case -12 -> "EENV";
            case -13 -> "EINDEX";
            case -14 -> "EAXIS";
            case -15 -> "EDTYPE";
            case -16 -> "ERANGE";
            case -17 -> "ENOENT";
            case -18 -> "EACCES";
            case -19 -> "EEXIST";
            case -20 -> "EISDIR";
            case -21 -> "ENOTDIR";
            default -> "status " + status;
        };
    }
}
