// SPDX-License-Identifier: Apache-2.0
/// <reference lib="esnext.disposable" />
import type { NDArray, PendingArray } from './core';

export * from './generated/optimizers';

/** Parameters in groups, their settings, and the state that steps keep. */
export class Optimizer {
  protected constructor();
  /** Add parameters with settings of their own. */
  addGroup(parameters: Iterable<NDArray>, settings?: object): this;
  /** Issue one update of the parameters from their gradients.  Does not wait. */
  step(): void;
  zeroGrad(): void;
  /** After a failed batch: restore the values of the last good step.  Blocks. */
  clear(): void;
  readonly groupCount: number;
  /** The learning rate of the first group; setting it sets that of all groups. */
  lr: number;
  setGroupLr(group: number, rate: number): void;
  /** Replace the parameters, after `block.toDevice()`. */
  setParameters(parameters: Iterable<NDArray>): void;
  /** The arrays that steps keep, by name: `'0.exp_avg'`. */
  state(): Map<string, PendingArray>;
  setState(entries: Iterable<readonly [string, NDArray]>): void;
  dispose(): void;
}
export interface Optimizer extends Disposable {}

/** Scale the gradients so that their joint norm is at most `maxNorm`; returns the norm before. */
export function clipGradNorm(parameters: Iterable<NDArray>, maxNorm: number): PendingArray;
/** Clip the elements of the gradients to `-limit .. limit`. */
export function clipGradValue(parameters: Iterable<NDArray>, limit: number): void;

/** Reduces the learning rate when a measure has stopped improving. */
export class Plateau {
  constructor(settings?: {
    factor?: number;
    patience?: number;
    threshold?: number;
    cooldown?: number;
    minLr?: number;
    maximize?: boolean;
  });
  /** Record a measure; returns the new learning rate. */
  next(lr: number, measure: number): number;
}
