// SPDX-License-Identifier: Apache-2.0
import type { DType } from './core';
import * as layers from './generated/layers';
import * as optimizers from './generated/optimizers';
import { Block, parse } from './nn';
import { Metric, Optimizer, Plateau, clipGradNorm, clipGradValue } from './optim';

export * from './core';
export * from './data';
export * from './errors';
export * from './generated/operators';
export * from './runtime';
export { Metric };

/** The names of all dtypes. */
export const dtypes: readonly DType[];

/** Layers, losses and networks. */
export const nn: typeof layers & { Block: typeof Block; parse: typeof parse };
/** Optimisers and schedules. */
export const optim: typeof optimizers & {
  Optimizer: typeof Optimizer;
  Plateau: typeof Plateau;
  clipGradNorm: typeof clipGradNorm;
  clipGradValue: typeof clipGradValue;
};
export type { Block, Optimizer };
