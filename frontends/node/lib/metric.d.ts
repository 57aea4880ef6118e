// SPDX-License-Identifier: Apache-2.0
/// <reference lib="esnext.disposable" />
import type { Input, PendingArray } from './core';

/** Accumulates a measure over batches; an update does not wait. */
export class Metric {
  /**
   * @param name - What is measured.
   * @param number - k of top_k, the number of classes of confusion.
   */
  constructor(name: 'accuracy' | 'mean' | 'perplexity' | 'mse' | 'mae');
  constructor(name: 'top_k' | 'confusion', number: number);
  update(x: Input, target?: Input | null): this;
  /** The value so far; NaN before the first batch.  Blocks. */
  value(): number;
  /** The value so far, without blocking the event loop. */
  read(): Promise<number>;
  /** What is accumulated: the confusion matrix, or the sum and the count. */
  readonly array: PendingArray;
  reset(): void;
  dispose(): void;
}
export interface Metric extends Disposable {}
