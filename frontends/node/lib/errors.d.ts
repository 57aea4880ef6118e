// SPDX-License-Identifier: Apache-2.0
/** The base of all errors of the library. */
export class WeirError extends Error {
  constructor(message: string, about?: { code?: string; operator?: string | null; line?: string | null });
  /** The name of the status, such as `'EINVAL'`, as in the system errors of Node. */
  readonly code: string;
  /** The same as `code`. */
  readonly status: string;
  /** The operator that failed after its call had returned; otherwise null. */
  readonly operator: string | null;
  /** Where that operator was issued, as `file:line`; otherwise null. */
  readonly line: string | null;
}
/** A call was refused: a shape, an index, an axis, a dtype, an option. */
export class ArgumentError extends WeirError {}
/** There is not enough memory. */
export class MemoryError extends WeirError {}
/** A wait with a timeout ended without the values. */
export class TimeoutError extends WeirError {}
/** A file cannot be read or written. */
export class FileError extends WeirError {}
/** An operation failed after its call had returned; thrown by every read of its result. */
export class AsyncError extends WeirError {}
