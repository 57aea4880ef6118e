// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** The names of statuses. */
final class Status {
    private Status() {}

    static String of(int status) {
        return switch (status) {
            case 0 -> "WEIR_OK";
            case 1 -> "WEIR_PENDING";
            case -1 -> "WEIR_EINVAL";
            case -2 -> "WEIR_ENOMEM";
            case -3 -> "WEIR_ETIMEDOUT";
            case -4 -> "WEIR_EINTR";
            case -5 -> "WEIR_ECANCELED";
            case -6 -> "WEIR_EFAILED";
            case -7 -> "WEIR_EDEADLK";
            case -8 -> "WEIR_ECLOSED";
            case -9 -> "WEIR_EFORKED";
            case -10 -> "WEIR_ESYS";
            case -11 -> "WEIR_EDEVICE";
            case -12 -> "WEIR_EENV";
            case -13 -> "WEIR_EINDEX";
            case -14 -> "WEIR_EAXIS";
            case -15 -> "WEIR_EDTYPE";
            case -16 -> "WEIR_ERANGE";
            case -17 -> "WEIR_ENOENT";
            case -18 -> "WEIR_EACCES";
            case -19 -> "WEIR_EEXIST";
            case -20 -> "WEIR_EISDIR";
            case -21 -> "WEIR_ENOTDIR";
            default -> "status " + status;
        };
    }
}
