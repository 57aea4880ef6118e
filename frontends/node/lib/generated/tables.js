// Written by tools/mkfrontends.py from `weir describe --json`. Do not edit.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

module.exports = {
  dtypes: {
    bool: 1,
    int8: 2,
    int16: 3,
    int32: 4,
    int64: 5,
    uint8: 6,
    uint16: 7,
    uint32: 8,
    uint64: 9,
    float16: 10,
    bfloat16: 11,
    float32: 12,
    float64: 13,
    complex64: 14,
    complex128: 15,
  },
};
