// SPDX-License-Identifier: Apache-2.0
/// <reference lib="esnext.disposable" />
/** The names of the dtypes. */
export type DType =
  | 'bool'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float16'
  | 'bfloat16'
  | 'float32'
  | 'float64'
  | 'complex64'
  | 'complex128';

/** A device, such as `'cpu:0'` or `'cuda:0'`. */
export type Device = string;

/** One integer, or a list: a shape, axes. */
export type Ints = number | readonly number[];

/** The typed arrays that hold the values of arrays. */
export type TypedArray =
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint8ClampedArray
  | Uint16Array
  | Uint32Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

/** A complex number. */
export interface Complex {
  re: number;
  im: number;
}

export type Scalar = number | boolean | bigint | Complex;

/** Lists of numbers, nested to any depth. */
export type NestedList = readonly (Scalar | NestedList | TypedArray)[];

/** What {@link NDArray.toArray} returns. */
export type Values = number | boolean | Complex | Values[];

/** What operators accept as an array. */
export type Input = NDArray | Scalar | NestedList | TypedArray;

/** A part of an index: a number, a slice such as `'1:3'` or `'::2'`, `'...'`, null for a new axis, or an array. */
export type Key = number | string | null | NDArray | readonly number[] | readonly boolean[];

/** The option that all operators with one result have. */
export interface Out {
  /** An array to write the result into; it is returned. */
  out?: PendingArray;
}

export interface BackwardOptions {
  /** Keep what is needed to run backward again. */
  retainGraph?: boolean;
  /** Record the operations of the gradient, for gradients of gradients. */
  createGraph?: boolean;
}

/**
 * An array: dtype, shape, and values that may still be computed.
 *
 * Operators are methods, generated from the library, and return at once.  Methods that give out values (`item`,
 * `toArray`, `toTypedArray`, `toString`) block until they are computed; `await x.ready()` and `await x.data()` do not.
 */
export class NDArray {
  protected constructor();

  readonly dtype: DType;
  readonly shape: number[];
  /** In elements. */
  readonly strides: number[];
  readonly ndim: number;
  /** The number of elements. */
  readonly size: number;
  readonly device: Device;
  /** Whether the values are computed. */
  readonly isReady: boolean;
  readonly isContiguous: boolean;
  readonly requiresGrad: boolean;
  readonly isDisposed: boolean;

  /** Wait for the values without blocking the event loop; rejected with the failure of the operation. */
  ready(): Promise<NDArray>;
  /** Block until the values are computed.  `timeout` is in milliseconds; 0, or a negative one, does not wait. */
  wait(options?: { timeout?: number }): this;
  /** The value of an array of one element: a boolean for bool, a complex number for complex dtypes.  Blocks. */
  item<T extends number | boolean | Complex = number>(): T;
  /** A copy of the values, row-major.  Blocks.  int64 gives a BigInt64Array, float16 a Float32Array. */
  toTypedArray(): TypedArray;
  /** A copy of the bytes, row-major.  Blocks. */
  toBytes(): Uint8Array;
  /** A copy of the values, without blocking the event loop. */
  data(): Promise<TypedArray>;
  /**
   * A typed array over the array's own memory, if that is contiguous and on the CPU; otherwise a copy.  Blocks.
   *
   * While the typed array exists, operations that write the array finish inside their call.  Write to it only with
   * `write: true`.
   */
  view(options?: { write?: boolean }): TypedArray;
  /** The values as nested lists of numbers (of booleans, of complex numbers).  Blocks. */
  toArray(): Values;
  toJSON(): Values;
  /** The values as text; long arrays are shortened.  Blocks. */
  toString(): string;
  valueOf(): number | boolean | Complex;
  /** The rows. */
  [Symbol.iterator](): IterableIterator<PendingArray>;

  /** Index: `x.at(0)`, `x.at('1:3', ':')`, `x.at('...', null)`, `x.at(mask)`.  A view, unless a key is an array. */
  at(...keys: Key[]): PendingArray;
  /** Assign to elements: `x.set(['1:3', 0], 7)`. */
  set(keys: Exclude<Key, readonly unknown[]> | readonly Key[], value: Input): this;
  /** Rows `start` to `stop` (exclusive), as of a JavaScript array; a view. */
  slice(start?: number, stop?: number): PendingArray;
  /** Overwrite all values, broadcast and cast. */
  assign(value: Input): this;

  /** Make the array a leaf, whose gradient backward computes. */
  attachGrad(mode?: 'write' | 'add' | 'step' | 'none'): this;
  /** The gradient as of the last backward pass, or null. */
  get grad(): PendingArray | null;
  set grad(value: NDArray | null);
  /** The same values without history. */
  detach(): PendingArray;
  /** Compute the gradients of all leaves that the array depends on.  Does not wait. */
  backward(headGrad?: Input | null, options?: BackwardOptions): void;

  /** Release the memory now.  Queued operations that use the array still run. */
  dispose(): void;
  /** Exclude the array from the {@link tidy} that it was made in. */
  keep(): this;
  /** A ticket, valid once, with which another worker thread receives the array. */
  send(): bigint;
}

export interface NDArray extends Disposable {}

/**
 * An array that can be awaited; operators return these.
 *
 * `await x` gives an {@link NDArray} of the same values once they are computed.  That one is not thenable, so it can be
 * returned from asynchronous functions.
 */
export class PendingArray extends NDArray implements PromiseLike<NDArray> {
  protected constructor();
  then<A = NDArray, B = never>(
    resolve?: ((value: NDArray) => A | PromiseLike<A>) | null,
    reject?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B>;
  catch<B = never>(reject?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<NDArray | B>;
  finally(done?: (() => void) | null): Promise<NDArray>;
}

/**
 * An array from nested lists, a typed array, a number or another array; a copy, unless `copy: false` is given.
 *
 * Numbers become the default float dtype, booleans bool, bigints int64, `{ re, im }` complex.  Typed arrays keep their dtype.
 */
export function array(
  data: Input,
  options?: {
    dtype?: DType;
    shape?: readonly number[];
    device?: Device;
    /**
     * false: share the memory of a typed array, which the array keeps alive.  Operations that write the array finish in their
     * call.  Before the program writes to the typed array, it must wait for queued operations that read the array.
     */
    copy?: boolean;
  },
): PendingArray;

/** Run a function, then dispose the arrays that were made in it, but those that it returns. */
export function tidy<T>(fn: () => T): T;

/** Call an operator by its name in the library, for operators that this package does not know. */
export function call(name: string, inputs: readonly (Input | null)[], options?: Record<string, unknown>): PendingArray | PendingArray[];

/** Record the operations of a function, in training mode, for backward. */
export function record<T>(fn: () => T, options?: { training?: boolean }): T;
/** Run a function without recording. */
export function pause<T>(fn: () => T): T;
/** Run a function in training mode, or in inference mode. */
export function training<T>(on: boolean, fn: () => T): T;
/** Run a function with products, convolutions and the like computed in a smaller dtype. */
export function autocast<T>(dtype: 'float16' | 'bfloat16', fn: () => T): T;

/** Compute the gradients of all leaves that the arrays depend on. */
export function backward(heads: NDArray | readonly NDArray[], headGrads?: NDArray | readonly (Input | null)[], options?: BackwardOptions): void;

/** What the two halves of a {@link customFunction} share. */
export interface FunctionContext {
  /** Whether each argument of forward requires a gradient. */
  readonly needsInputGrad: readonly boolean[];
  /** Keep arrays for backward.  Inputs and results belong here, not in properties. */
  save(...arrays: (NDArray | null)[]): void;
  /** The arrays that forward saved. */
  readonly saved: NDArray[];
  [property: string]: any;
}

/**
 * A function with its own gradient.  The operations of `forward` are not recorded.  `backward` gets the gradient of each result
 * (zeros for a result without one) and returns a gradient for each argument of `forward`, or null.
 *
 *     const square = weir.customFunction(
 *       (ctx, x: NDArray) => { ctx.save(x); return x.square(); },
 *       (ctx, dy) => dy.multiply(ctx.saved[0]).multiply(2));
 */
export function customFunction<A extends unknown[], R extends NDArray | NDArray[]>(
  forward: (ctx: FunctionContext, ...args: A) => R,
  backward: (ctx: FunctionContext, ...grads: PendingArray[]) => NDArray | null | (NDArray | null)[],
  options?: { name?: string },
): (...args: A) => R;

export interface GradOptions extends BackwardOptions {
  /** The gradient of each head; ones, if left out. */
  headGrads?: readonly (Input | null)[];
}
/** The gradients with respect to arrays that need not be leaves; null where there is no dependence. */
export function grad(heads: NDArray | readonly NDArray[], inputs: readonly NDArray[], options?: GradOptions): (PendingArray | null)[];
export function grad(heads: NDArray | readonly NDArray[], input: NDArray, options?: GradOptions): PendingArray | null;

/** Receive an array that another thread of this process sent. */
export function receive(ticket: bigint): PendingArray;
/** The dtype of new float arrays: float32, float64, float16 or bfloat16. */
export function setDefaultDtype(dtype: DType): void;
/** The device of new arrays. */
export function setDefaultDevice(device: Device): void;
