// SPDX-License-Identifier: Apache-2.0
import type { DType } from './core';

export * from './core';
export * from './data';
export * from './errors';
export * from './generated/operators';
export * from './metric';
export * from './runtime';

/** The names of all dtypes. */
export const dtypes: readonly DType[];

/** Layers, losses and networks. */
export * as nn from './nn';
/** Optimisers and schedules. */
export * as optim from './optim';
