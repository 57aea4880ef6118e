// types.mts - the types of the ES module; compiled, never run.
//
// SPDX-License-Identifier: Apache-2.0
import weir, { array, nn, type NDArray, var as variance } from 'libweir';
import * as all from 'libweir';

const x: NDArray = await array([1, 2]);
export const n: number = variance(x).item();
export const y: all.PendingArray = weir.add(x, 1);
export const net: all.nn.Block = nn.parse('Linear(1, 2)');
