// SPDX-License-Identifier: Apache-2.0
/// <reference lib="esnext.disposable" />
import type { Device, DType, Input, NDArray, PendingArray } from './core';

export * from './generated/layers';

/** A layer, a loss or a network of the library. */
export class Block {
  protected constructor();
  /** Issue the operations of the block. */
  forward(...inputs: (Input | null)[]): PendingArray | PendingArray[];
  /** The arrays that an optimiser trains. */
  parameters(): PendingArray[];
  /** All parameters and buffers by name; null if a shape is not known yet. */
  state(): Map<string, PendingArray | null>;
  /** The parameter or buffer with this name, such as `'0.weight'`. */
  get(name: string): PendingArray;
  /** Copy values into a parameter or buffer. */
  set(name: string, values: Input): this;
  /** Make `name` another name for the parameter `other`. */
  tie(name: string, other: string): this;
  /** Add a child; without a name, its index is its name. */
  add(child: Block, name?: string | null): this;
  children(): Map<string, Block>;
  /** Write the parameters and buffers to a safetensors file.  Blocks. */
  save(path: string): void;
  /** Read them; with `matching`, names that only one side has are skipped. */
  load(path: string, options?: { matching?: boolean }): this;
  /** Cast the parameters to another float dtype. */
  cast(dtype: DType): this;
  toDevice(device: Device): this;
  /** The dtype in which products are computed; null: that of the parameters. */
  setCompute(dtype: DType | null): this;
  /** Exclude the parameters from training. */
  freeze(): this;
  unfreeze(): this;
  zeroGrad(): void;
  /** After a failed batch: restore the last good values.  Blocks. */
  clear(): void;
  /** Set the initial values again, from this seed. */
  initialise(seed: number): this;
  /** The number of trained numbers. */
  readonly parameterCount: number;
  /** A table of the layers with the shapes of their results for these inputs. */
  summary(...inputs: NDArray[]): string;
  toString(): string;
  dispose(): void;
}
export interface Block extends Disposable {}

/** Blocks one after another. */
export class Sequential extends Block {
  constructor(...layers: Block[]);
  forward(...inputs: (Input | null)[]): PendingArray;
}

/** A network from text: `parse('Linear(4, 8), ReLU, Linear(8, 2)')`. */
export function parse(text: string): Sequential;
