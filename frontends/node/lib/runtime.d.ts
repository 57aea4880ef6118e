// SPDX-License-Identifier: Apache-2.0
import type { Device } from './core';

/** The version of the library. */
export const version: string;
/** Seed the random numbers. */
export function seed(number: number | bigint): void;
/** Block until everything issued so far is done; throws the first failure that has not been read. */
export function waitAll(options?: { timeout?: number }): void;

export interface Stats {
  workers: number;
  /** Operations that were queued, and those that are done.  Small ones run inside their call and are not counted. */
  issued: number;
  finished: number;
  queued: number;
  failures: number;
  /** Waits that blocked, and those that found the value ready. */
  waits: number;
  waitsReady: number;
  waitMs: number;
  /** Arrays that objects of this thread hold. */
  liveArrays: number;
  liveBytes: number;
  /** Memory outside the heap that V8 was told of, by all addons. */
  externalBytes: number;
  /** How often the library asked the collector to run. */
  collections: number;
}
export function stats(): Stats;

export interface Memory {
  used: number;
  peak: number;
  cached: number;
  reserved: number;
  budget: number;
  level: number;
}
/** Bytes in use on a device. */
export function memory(device?: Device): Memory;
/** Return free memory to the system. */
export function trimMemory(): void;
/** Lower the memory budget of a device. */
export function setMemoryBudget(device: Device, bytes: number): void;
export function devices(): Device[];
/** `'serial'`: each operation runs inside its call, for debugging. */
export function setEngine(engine: 'threaded' | 'serial'): void;
/** Cancel all operations that have not started. */
export function cancelAll(): void;

/** Where the program waited, longest first. */
export function waitProfile(): { reason: string; line: string | null; count: number; ms: number }[];
export function clearWaitProfile(): void;
/** Record operations and waits, at most this many events (0: a million). */
export function startTrace(events?: number): void;
/** Write the recording in Chrome's trace format, or discard it. */
export function stopTrace(path?: string | null): void;
/** Run V8's collector, so that unreachable arrays are released now. */
export function collect(): void;
