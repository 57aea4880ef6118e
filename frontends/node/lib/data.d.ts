// SPDX-License-Identifier: Apache-2.0
/// <reference lib="esnext.disposable" />
import type { Device, DType, Input, NDArray, PendingArray } from './core';

/** A collection of samples. */
export class Dataset {
  private constructor();
  /** Sample i is row i of each array; a list of arrays, or an object whose keys name the fields. */
  static arrays(fields: readonly Input[] | Record<string, Input>): Dataset;
  /** MNIST, or data in its format; without a folder, Debian's dataset-fashion-mnist. */
  static mnist(options?: { folder?: string | null; part?: 'train' | 'test' }): Dataset;
  /** A CSV file of numbers. */
  static csv(
    path: string,
    options?: {
      delimiter?: string;
      header?: boolean;
      target?: string | null;
      columns?: readonly string[] | string | null;
      missing?: boolean;
      dtype?: DType;
      targetDtype?: DType;
    },
  ): Dataset;
  /** A folder of images with one folder per class. */
  static folder(path: string, options?: { height?: number; width?: number; channels?: 1 | 3 }): Dataset;
  static concat(parts: Iterable<Dataset>): Dataset;
  subset(indices: Iterable<number>): Dataset;
  readonly length: number;
  readonly fields: string[];
  readonly classes: string[];
  /** The samples at these indices: one array per field. */
  take(indices: Iterable<number>): PendingArray[];
  dispose(): void;
}
export interface Dataset extends Disposable {}

export interface LoaderOptions {
  batchSize?: number;
  /** A different order in each epoch, which depends on the seed and the epoch. */
  shuffle?: boolean;
  seed?: number;
  /** Drop an incomplete last batch. */
  dropLast?: boolean;
  /** Batches that are issued ahead. */
  prefetch?: number;
  device?: Device | null;
}

/** Iterates over a dataset in batches.  One iteration is one epoch. */
export class Loader<Batch = PendingArray[]> implements Iterable<Batch>, AsyncIterable<Batch> {
  constructor(data: Dataset, options?: LoaderOptions);
  /** Apply a function to each batch. */
  map<Next>(fn: (batch: Batch) => Next): Loader<Next>;
  /** Start an epoch, perhaps after some of its batches. */
  start(epoch: number, skip?: number): this;
  [Symbol.iterator](): Generator<Batch>;
  /** The same; each batch is computed when it is given out, and the event loop runs meanwhile. */
  [Symbol.asyncIterator](): AsyncGenerator<Batch>;
  /** Batches in an epoch. */
  readonly length: number;
  readonly epoch: number;
  readonly batch: number;
  dispose(): void;
}
export interface Loader<Batch> extends Disposable {}

/** One image as uint8 (height, width, channels). */
export function readImage(path: string, options?: { channels?: 0 | 1 | 3 }): PendingArray;
/** The array of an IDX file, plain or gzip. */
export function readIdx(path: string): PendingArray;
/** Flip each image of a batch left to right with probability p. */
export function randomFlip(x: NDArray, options?: { p?: number; channelsFirst?: boolean }): PendingArray;
/** Crop each image of a batch at a random position, after padding it. */
export function randomCrop(
  x: NDArray,
  height: number,
  width: number,
  options?: { padding?: number; channelsFirst?: boolean },
): PendingArray;

/** Write arrays to a safetensors file.  Blocks. */
export function save(path: string, arrays: Record<string, Input> | Map<string, Input>, options?: { metadata?: Record<string, string> }): void;
/** Read the arrays of a safetensors file; with `map`, its pages are read on first use. */
export function load(path: string, options?: { map?: boolean }): Record<string, PendingArray>;
/** Read the metadata of a safetensors file. */
export function loadMetadata(path: string): Record<string, string>;
