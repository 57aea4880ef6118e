// core.js - arrays, and calls of operators.
//
//   NDArray        a handle of the library: dtype, shape, and values that may still be computed
//   PendingArray   an NDArray that can be awaited; operators return these.  `await x` gives an NDArray of the same
//                  values, which is not thenable, so that promises do not unwrap it again
//
// The arguments of a call go through `frame`, a Float64Array shared with the addon (src/op.c has its layout).  The addon knows
// arrays by their slots.  A call that passes a slot passes the object too, as a last argument that the addon does not read:
// otherwise the collector could release the array during the call.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const { inspect } = require('node:util');
const { markAsUntransferable } = require('node:worker_threads');
const native = require('./native.js');
const { ArgumentError, WeirError, raise } = require('./errors.js');
const site = require('./site.js');
const collect = require('./collect.js');
const { dtypes } = require('./generated/tables.js');

native.setUp(raise, site.locate, collect);
site.useIntern(native.internSite);

// ---- Dtypes ----------------------------------------------------------------------------------------------------------

const typedArrays = {
  bool: Uint8Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  float16: Uint16Array,
  bfloat16: Uint16Array,
  float32: Float32Array,
  float64: Float64Array,
  complex64: Float32Array,
  complex128: Float64Array,
};
// By the tag of the class, which a Buffer, a class that extends a typed array and a typed array of another context (node:vm, Jest) have too.
const dtypeOfTag = {
  Int8Array: 'int8',
  Int16Array: 'int16',
  Int32Array: 'int32',
  BigInt64Array: 'int64',
  Uint8Array: 'uint8',
  Uint8ClampedArray: 'uint8',
  Uint16Array: 'uint16',
  Uint32Array: 'uint32',
  BigUint64Array: 'uint64',
  Float32Array: 'float32',
  Float64Array: 'float64',
};
const dtypeOfTyped = (data) => dtypeOfTag[data[Symbol.toStringTag]];
const dtypeNames = [];
for (const [name, value] of Object.entries(dtypes)) dtypeNames[value] = name;

function dtypeNumber(name) {
  const value = Object.hasOwn(dtypes, name) ? dtypes[name] : undefined;
  if (value === undefined) {
    throw new ArgumentError(`${inspect(name)} is not a dtype; the dtypes are ${Object.keys(dtypes).join(', ')}`, {
      code: 'EDTYPE',
    });
  }
  return value;
}

function deviceNumber(name) {
  return native.deviceParse(String(name));
}

let floatDtype = 'float32'; // of arrays made from numbers; see setDefaultDtype

// A timeout in milliseconds as the library takes it: one that has passed is 0, one of more than 292 years none (-1).
function nanoseconds(owner, timeout) {
  if (timeout === undefined || timeout === null) return -1;
  if (typeof timeout !== 'number' || Number.isNaN(timeout)) badAttr(owner, 'timeout', 'a number of milliseconds', timeout);
  return timeout * 1e6 < 2 ** 63 ? Math.max(Math.round(timeout * 1e6), 0) : -1;
}

// ---- The frame -------------------------------------------------------------------------------------------------------

const NONE = 0;
const ARRAY = 1;
const INTEGER = 2;
const FLOAT = 3;
const BOOL = 4;
const INPUTS_AT = 4;
const NO_INTEGER = -(2 ** 63); // an omitted part of a slice
const PROPERTY = { dtype: 0, shape: 1, strides: 2, device: 3, size: 4, ready: 5, gradMode: 6, requiresGrad: 7, number: 8, contiguous: 9 };

let frame;

function growFrame(length) {
  const old = frame;
  frame = new Float64Array(length);
  if (old !== undefined) frame.set(old);
  native.setFrame(frame);
}
growFrame(1 << 13);

function need(length) {
  if (length > frame.length) growFrame(2 * length);
}

// ---- Scopes ----------------------------------------------------------------------------------------------------------

let scope = null; // the arrays made in the innermost tidy()

function isThenable(value) {
  return value !== null && typeof value === 'object' && !(value instanceof NDArray) && typeof value.then === 'function';
}

function keepReturned(value, kept) {
  if (value instanceof NDArray) kept.add(value);
  else if (Array.isArray(value)) value.forEach((one) => keepReturned(one, kept));
  else if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    Object.values(value).forEach((one) => keepReturned(one, kept));
  }
}

// The result of a function that must not be asynchronous.  Its promise is rejected later, because its arrays are gone or its mode
// has ended; the error thrown here is the one to report.
function synchronous(result, message) {
  if (!isThenable(result)) return result;
  result.then(undefined, () => {});
  throw new ArgumentError(message);
}

// Run a function, then dispose the arrays that were made in it, but those that it returns.
function tidy(fn) {
  const outer = scope;
  const made = [];
  let result;
  scope = made;
  try {
    result = synchronous(fn(), 'tidy: the function must not be asynchronous');
  } catch (error) {
    for (const array of made) array.dispose();
    throw error;
  } finally {
    scope = outer;
  }
  const kept = new Set();
  keepReturned(result, kept);
  for (const array of made) {
    if (!kept.has(array)) array.dispose();
    else if (outer !== null) outer.push(array);
  }
  return result;
}

// ---- Arrays ----------------------------------------------------------------------------------------------------------

const handOver = Symbol('libweir'); // of a function's context
const key = Symbol('libweir'); // given by the functions here that make arrays
let slotOf; // the slot of an array
let fill; // give a new array its slot
let isArray;

class NDArray {
  #slot = 0;

  static {
    slotOf = (x) => x.#slot;
    isArray = (x) => typeof x === 'object' && x !== null && #slot in x;
    fill = (x, slot) => {
      x.#slot = slot;
      if (scope !== null) scope.push(x);
      return x;
    };
  }

  constructor(given) {
    if (given !== key) throw new ArgumentError('NDArray: make arrays with weir.array(...), weir.zeros(...) or an operator');
  }

  #property(which) {
    return native.arrayProperty(this.#slot, which, this);
  }

  get dtype() {
    return dtypeNames[this.#property(PROPERTY.dtype)];
  }
  get shape() {
    return this.#property(PROPERTY.shape);
  }
  get strides() {
    return this.#property(PROPERTY.strides);
  }
  get ndim() {
    return this.shape.length;
  }
  get size() {
    return this.#property(PROPERTY.size);
  }
  get device() {
    return this.#property(PROPERTY.device);
  }
  get isReady() {
    return this.#property(PROPERTY.ready) === 1;
  }
  get isContiguous() {
    return this.#property(PROPERTY.contiguous) === 1;
  }
  get requiresGrad() {
    return this.#property(PROPERTY.requiresGrad) === 1;
  }
  get isDisposed() {
    return this.#slot === -1;
  }

  // ---- Waiting and reading ----

  // A promise of an NDArray of these values, once they are computed.  It does not block the event loop.
  async ready() {
    const kept = retain(this);
    await native.readyWhen(kept.#slot, kept);
    return kept;
  }

  // Block until the values are computed.
  wait(options = noOptions) {
    checkOptions('wait', options, ['timeout']);
    native.arrayWait(this.#slot, nanoseconds('wait', options.timeout), this);
    return this;
  }

  // The one value, as a number (a boolean for bool, { re, im } for complex dtypes).  Blocks.
  item() {
    const { dtype } = this;
    if (dtype.startsWith('complex')) {
      if (this.size !== 1) throw new ArgumentError(`item: the array has ${this.size} elements, not one`);
      const [re, im] = this.toTypedArray();
      return { re, im };
    }
    const value = native.arrayItem(this.#slot, this);
    return dtype === 'bool' ? value !== 0 : value;
  }

  // A copy of the bytes, row-major.  Blocks.
  toBytes() {
    const bytes = new Uint8Array(this.size * typedArrays[this.dtype].BYTES_PER_ELEMENT * (this.dtype.startsWith('complex') ? 2 : 1));
    native.arrayRead(this.#slot, bytes, this);
    return bytes;
  }

  // A copy of the values as a typed array, row-major.  Blocks.  float16 and bfloat16 become Float32Array.
  toTypedArray() {
    const { dtype } = this;
    if (dtype === 'float16' || dtype === 'bfloat16') return this.astype('float32').toTypedArray();
    return new typedArrays[dtype](this.toBytes().buffer);
  }

  // The same without blocking.
  async data() {
    const kept = retain(this);
    try {
      await native.readyWhen(kept.#slot, kept);
      return kept.toTypedArray();
    } finally {
      kept.dispose();
    }
  }

  // A typed array over the array's own memory, without a copy, if the array is contiguous and on the CPU; otherwise a
  // copy.  Blocks.
  view({ write = false } = {}) {
    const { dtype } = this;
    const Type = typedArrays[dtype];
    const own = this.size > 0 && this.isContiguous && this.device.startsWith('cpu');
    const buffer = own ? native.arrayMap(this.#slot, write, this) : undefined;
    if (buffer !== undefined) return new Type(buffer);
    if (write) throw new ArgumentError('view: only a contiguous array on the CPU can be written through a typed array');
    return new Type(this.toBytes().buffer);
  }

  // The values as nested lists of numbers.  Blocks.
  toArray() {
    const { dtype, shape } = this;
    const values = this.toTypedArray();
    const complex = dtype.startsWith('complex');
    const one =
      dtype === 'bool'
        ? (i) => values[i] !== 0
        : complex
          ? (i) => ({ re: values[2 * i], im: values[2 * i + 1] })
          : (i) => Number(values[i]);
    let at = 0;
    const nest = (axis) =>
      axis === shape.length ? one(at++) : Array.from({ length: shape[axis] }, () => nest(axis + 1));
    return nest(0);
  }

  toJSON() {
    return this.toArray();
  }

  toString() {
    return native.arrayText(this.#slot, this);
  }

  [inspect.custom]() {
    if (this.#slot === -1) return 'NDArray (disposed)';
    const head = `NDArray ${this.dtype} (${this.shape.join(', ')})`;
    try {
      const text = this.toString();
      return text.includes('\n') ? `${head}\n${text}` : `${head} ${text}`;
    } catch (error) {
      return `${head} <${error.message}>`;
    }
  }

  valueOf() {
    const { size } = this;
    if (size !== 1) {
      throw new ArgumentError(`an array of ${size} elements is not a number; for arithmetic use methods: x.add(1), not x + 1`);
    }
    return this.item();
  }

  *[Symbol.iterator]() {
    const [rows] = this.shape;
    if (rows === undefined) throw new ArgumentError('an array without dimensions cannot be iterated');
    for (let i = 0; i < rows; i++) yield this.at(i);
  }

  // ---- Life ----

  // Release the memory now.  Queued operations that use the array still run.
  dispose() {
    if (this.#slot > 0) native.arrayDispose(this.#slot);
    this.#slot = -1;
  }

  // Exclude the array from the tidy() that it was made in.
  keep() {
    const at = scope === null ? -1 : scope.indexOf(this);
    if (at >= 0) scope.splice(at, 1);
    return this;
  }

  // A ticket with which another worker thread receives the array: weir.receive(ticket).
  send() {
    return native.arraySend(this.#slot, this);
  }

  // ---- Gradients ----

  // Make the array a leaf whose gradient backward() computes.  mode: 'write', 'add' or 'step'.
  attachGrad(mode = 'write') {
    native.gradAttach(this.#slot, gradMode(mode), this);
    return this;
  }

  get grad() {
    const slot = native.gradGet(this.#slot, this);
    return slot === 0 ? null : adopt(slot);
  }
  set grad(value) {
    const array = value === null || value === undefined ? null : asArray(value);
    native.gradSet(this.#slot, array === null ? 0 : slotOf(array), array, this);
  }

  detach() {
    return adopt(native.gradDetach(this.#slot, this));
  }

  // Compute the gradients of all leaves that the array depends on.
  backward(headGrad, options) {
    backward([this], headGrad === undefined || headGrad === null ? undefined : [headGrad], options);
  }

  // ---- Indexing ----

  // x.at(1), x.at('1:3', ':'), x.at('...', null, -1), x.at(indices), x.at(mask): a view, or a copy for arrays.
  at(...keys) {
    return index.get(this, keys);
  }

  // Assign to elements: x.set(['1:3', 0], 7).  A single key need not be in a list.
  set(keys, value) {
    index.set(this, Array.isArray(keys) ? keys : [keys], value);
    return this;
  }

  // Rows start (inclusive) to stop (exclusive), as of a JavaScript array; a view.
  slice(start = 0, stop = undefined) {
    return index.get(this, [`${start}:${stop ?? ''}`]);
  }

  // Overwrite all values with those of another array, broadcast and cast.
  assign(value) {
    index.set(this, [], value);
    return this;
  }
}

// TypeScript's `using` and the coming JavaScript one.
if (Symbol.dispose !== undefined) {
  Object.defineProperty(NDArray.prototype, Symbol.dispose, { value: NDArray.prototype.dispose, writable: true, configurable: true });
}
Object.defineProperty(NDArray.prototype, Symbol.toStringTag, { value: 'NDArray', configurable: true });

class PendingArray extends NDArray {
  // eslint-disable-next-line unicorn/no-thenable -- `await x` is what this class is for
  then(resolve, reject) {
    return this.ready().then(resolve, reject);
  }
  catch(reject) {
    return this.ready().catch(reject);
  }
  finally(done) {
    return this.ready().finally(done);
  }
}

// An object for a slot.
function adopt(slot, Kind = PendingArray) {
  const x = new Kind(key);
  native.arrayOwn(x, slot);
  return fill(x, slot);
}

// Another object for the array, which no tidy() disposes: it is for a promise, and dispose() of the first one leaves it alone.
function retain(x) {
  const outer = scope;
  scope = null;
  try {
    return adopt(native.arrayRetain(slotOf(x), x), NDArray);
  } finally {
    scope = outer;
  }
}

// The objects for the first `count` slots of the frame.
function adoptMany(count) {
  const slots = Array.from(frame.subarray(0, count));
  return slots.map((slot) => (slot === 0 ? null : adopt(slot)));
}

// An array of the library, where a list or a number would not do.
function needArray(owner, x) {
  if (!isArray(x)) throw new ArgumentError(`${owner}: an NDArray is required, not ${inspect(x, { depth: 0 })}`);
  return x;
}

// A list of arrays.  The objects are those of the program: gradients belong to them.
function needArrays(owner, what, list) {
  const whole = typeof list?.[Symbol.iterator] === 'function' && !isArray(list) ? [...list] : null;
  const bad = whole === null ? [list] : whole.filter((x) => !isArray(x));
  if (bad.length === 0) return whole;
  const example = what === 'parameters' ? ', such as net.parameters()' : '';
  throw new ArgumentError(`${owner}: ${what} must be a list of arrays${example}, not ${whole === null ? '' : 'of '}${inspect(bad[0], { depth: 0 })}`);
}

// Write the slots of some arrays to the frame, from `at`; null is none.
function writeSlots(arrays, at = 0) {
  need(at + arrays.length);
  for (let i = 0; i < arrays.length; i++) frame[at + i] = arrays[i] === null ? 0 : slotOf(arrays[i]);
}

// ---- Making arrays ---------------------------------------------------------------------------------------------------

function shapeOf(list) {
  const shape = [];
  for (let at = list; Array.isArray(at) || isTyped(at); at = at[0]) shape.push(at.length);
  return shape;
}

function isTyped(value) {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

function flatten(list, shape, axis, out) {
  if (axis === shape.length) {
    if (Array.isArray(list)) throw new ArgumentError('array: the lists do not form a rectangle');
    out.push(list);
    return;
  }
  if (!(Array.isArray(list) || isTyped(list)) || list.length !== shape[axis]) {
    throw new ArgumentError('array: the lists do not form a rectangle');
  }
  for (const one of list) flatten(one, shape, axis + 1, out);
}

const isComplex = (v) => typeof v === 'object' && v !== null && typeof v.re === 'number' && typeof v.im === 'number';

function dtypeOfValues(values) {
  if (values.length > 0 && values.every((v) => typeof v === 'boolean')) return 'bool';
  if (values.some(isComplex)) return floatDtype === 'float64' ? 'complex128' : 'complex64';
  if (values.some((v) => typeof v === 'bigint')) return 'int64';
  return floatDtype;
}

const ranges = {
  int8: [-128, 127],
  int16: [-32768, 32767],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint8: [0, 255],
  uint16: [0, 65535],
  uint32: [0, 2 ** 32 - 1],
};

// A number for an array of up to 32 bits.  A typed array would silently store another one.
function inRange(value, dtype) {
  const number = Number(value);
  const range = ranges[dtype];
  if (range === undefined) return number; // a float
  if (!Number.isInteger(number)) throw new ArgumentError(`array: ${value} is not an integer, for ${dtype}`);
  if (number < range[0] || number > range[1]) throw new ArgumentError(`array: ${value} does not fit in ${dtype}`, { code: 'ERANGE' });
  return number;
}

function fitting(value, dtype) {
  if (typeof value === 'number' && !Number.isInteger(value)) throw new ArgumentError(`array: ${value} is not an integer, for ${dtype}`);
  const wide = BigInt(value);
  if ((dtype === 'int64' ? BigInt.asIntN(64, wide) : BigInt.asUintN(64, wide)) !== wide) {
    throw new ArgumentError(`array: ${value} does not fit in ${dtype}`, { code: 'ERANGE' });
  }
  return wide;
}

function pack(values, dtype) {
  const complex = dtype.startsWith('complex');
  const Type = typedArrays[dtype];
  for (const v of values) {
    if (typeof v !== 'number' && typeof v !== 'boolean' && typeof v !== 'bigint' && !(complex && isComplex(v))) {
      throw new ArgumentError(`array: ${inspect(v)} is not a number, a boolean or a bigint${complex ? ', or a { re, im }' : ''}`);
    }
  }
  if (complex) return Type.from(values.flatMap((v) => (isComplex(v) ? [v.re, v.im] : [Number(v), 0])));
  if (dtype === 'bool') return Uint8Array.from(values, (v) => (v ? 1 : 0));
  if (Type === BigInt64Array || Type === BigUint64Array) return Type.from(values, (v) => fitting(v, dtype));
  return Type.from(values, (v) => inRange(v, dtype));
}

function arrayOfValues(values, shape, dtype) {
  if (dtype === 'float16' || dtype === 'bfloat16') return arrayOfValues(values, shape, 'float32').astype(dtype);
  return adopt(native.arrayNew(dtypeNumber(dtype), shape, pack(values, dtype)));
}

// Refuse values of a typed array that an integer dtype cannot hold; a cast would silently give others.
function checkFits(data, dtype) {
  if (dtype === 'int64' || dtype === 'uint64') for (const v of data) fitting(v, dtype);
  else if (ranges[dtype] !== undefined) for (const v of data) inRange(v, dtype);
}

// The memory of a buffer that an array shares must stay where it is: its owner cannot give it to another thread or object.
function pin(buffer) {
  if (buffer instanceof SharedArrayBuffer) return;
  markAsUntransferable(buffer);
  for (const name of ['transfer', 'transferToFixedLength']) {
    if (typeof buffer[name] !== 'function' || Object.hasOwn(buffer, name)) continue;
    Object.defineProperty(buffer, name, {
      value() {
        throw new TypeError(`${name}: an array of libweir shares the memory of this ArrayBuffer`);
      },
    });
  }
}

// The number of elements of a dtype in a typed array.  A complex number is two floats.
function lengthAs(dtype, data) {
  if (!dtype.startsWith('complex')) return data.length;
  if (data.length % 2 !== 0) throw new ArgumentError(`array: ${data.length} floats are not pairs of real and imaginary parts, for ${dtype}`);
  return data.length / 2;
}

// An array over the memory of a typed array.
function arrayOver(data, shape, dtype) {
  const own = isTyped(data) ? dtypeOfTyped(data) : undefined;
  const kind = dtype ?? own;
  const fits = own !== undefined && typedArrays[kind] === typedArrays[own] && (kind !== 'bool' || data.every((v) => v < 2));
  if (!fits) throw new ArgumentError(`array: copy: false needs a typed array with the layout of ${kind ?? 'a dtype'}`);
  if (data.buffer.resizable === true) throw new ArgumentError('array: the memory of a resizable ArrayBuffer cannot be shared');
  const length = lengthAs(kind, data);
  pin(data.buffer);
  return adopt(native.arrayNew(dtypeNumber(kind), shape ?? [length], data, true));
}

function arrayOfTyped(data, shape, dtype) {
  const own = dtypeOfTyped(data);
  if (own === undefined) throw new ArgumentError(`array: ${data.constructor.name} is not supported`);
  const bits = dtype !== undefined && ['bool', 'complex64', 'complex128'].includes(dtype) && typedArrays[dtype] === typedArrays[own];
  const kind = bits ? dtype : own;
  const length = lengthAs(kind, data);
  if (dtype !== undefined && dtype !== kind) checkFits(data, dtype);
  const made = adopt(native.arrayNew(dtypeNumber(kind), shape ?? [length], data));
  return dtype === undefined || dtype === kind ? made : made.astype(dtype);
}

// An array from nested lists, a typed array, a number, or another array.  A copy, unless copy: false is given: then the array
// shares the memory of a typed array.
function array(data, options = noOptions) {
  checkOptions('array', options, ['dtype', 'shape', 'device', 'copy']);
  const { dtype, shape, device, copy = true } = options;
  if (dtype !== undefined) dtypeNumber(dtype);
  if (typeof copy !== 'boolean') badAttr('array', 'copy', 'true or false', copy);
  let made;
  if (!copy) made = arrayOver(data, shape, dtype);
  else if (isArray(data)) made = data.astype(dtype ?? data.dtype);
  else if (isTyped(data)) made = arrayOfTyped(data, shape, dtype);
  else {
    const own = shapeOf(data);
    const values = [];
    flatten(data, own, 0, values);
    made = arrayOfValues(values, shape ?? own, dtype ?? dtypeOfValues(values));
  }
  if (isArray(data) && shape !== undefined) made = made.reshape(shape);
  return device === undefined ? made : made.toDevice(device);
}

// A constant of weak type: in an operation with arrays it takes their dtype.
function constant(value) {
  switch (typeof value) {
    case 'boolean':
      return adopt(native.numberNew(0, value));
    case 'number':
      return adopt(isInteger(value) ? native.numberNew(1, value) : native.numberNew(2, value));
    case 'bigint':
      return adopt(native.numberNew(4, value));
    default:
      return adopt(native.numberNew(3, value.re, value.im));
  }
}

function isInteger(value) {
  return Number.isSafeInteger(value) && !Object.is(value, -0);
}

function asArray(value) {
  if (isArray(value)) return value;
  const type = typeof value;
  if (type === 'number' || type === 'boolean' || type === 'bigint') return constant(value);
  if (isComplex(value)) return constant(value);
  if (Array.isArray(value) || isTyped(value)) return array(value);
  throw new ArgumentError(`${inspect(value, { depth: 0 })} is not an array, a number or a list of numbers`);
}

// Lists of numbers as int64, for inputs that are indices.
function indicesOf(value) {
  if (!Array.isArray(value) || value.some((one) => isArray(one) || isTyped(one))) return value;
  return array(value, { dtype: 'int64' });
}

// ---- Calling operators -----------------------------------------------------------------------------------------------

// An operator as its generated function calls it.  Attributes are [name in C, name in JavaScript, type, required];
// results: 1, the number of results, or 0 for a list; integers: the inputs for which lists of numbers become int64.
function operator(name, inputs, optional, attrs, results, integers = []) {
  const spec = { name, inputs, optional, attrs, results, integers, id: -1, list: false };
  spec.list = inputs.length > 0 && inputs[inputs.length - 1].endsWith('...');
  return spec;
}

function find(spec) {
  spec.id = native.opFind(spec.name, spec.attrs.map(([inC]) => inC));
  if (spec.id < 0) throw new WeirError(`this version of libweir has no operator ${spec.name}`, { code: 'EINVAL' });
}

// Write an input to the frame; returns the object to keep alive.
function input(at, x) {
  if (isArray(x)) {
    frame[at] = ARRAY;
    frame[at + 1] = slotOf(x);
    return x;
  }
  if (typeof x === 'number') {
    frame[at] = isInteger(x) ? INTEGER : FLOAT;
    frame[at + 1] = x;
    return x;
  }
  if (typeof x === 'boolean') {
    frame[at] = BOOL;
    frame[at + 1] = x ? 1 : 0;
    return x;
  }
  if (x === undefined || x === null) {
    frame[at] = NONE;
    frame[at + 1] = 0;
    return x;
  }
  const made = asArray(x);
  return input(at, made);
}

function missing(spec, at) {
  throw new ArgumentError(`${spec.name}: the input ${spec.inputs[at]} is missing`);
}

// An operator with one input and no options.
function call1(spec, x) {
  if (spec.id < 0) find(spec);
  if (x === undefined || x === null) missing(spec, 0);
  const a = input(INPUTS_AT, x);
  frame[0] = spec.id;
  frame[1] = 1;
  frame[2] = 0;
  frame[3] = 0;
  const y = new PendingArray(key);
  native.opCallOne(y, a);
  return fill(y, frame[0]);
}

// An operator with two inputs and no options.
function call2(spec, x1, x2) {
  if (spec.id < 0) find(spec);
  if (x1 === undefined || x1 === null) missing(spec, 0);
  if (x2 === undefined || x2 === null) missing(spec, 1);
  // Converting an input calls the library, which may use the frame: convert first.
  const b = isArray(x2) || typeof x2 === 'number' ? x2 : asArray(x2);
  const a = input(INPUTS_AT, x1);
  input(INPUTS_AT + 2, b);
  frame[0] = spec.id;
  frame[1] = 2;
  frame[2] = 0;
  frame[3] = 0;
  const y = new PendingArray(key);
  native.opCallOne(y, a, b);
  return fill(y, frame[0]);
}

function badAttr(owner, name, expected, value) {
  throw new ArgumentError(`${owner}: ${name} must be ${expected}, not ${inspect(value, { depth: 1 })}`);
}

function integer(owner, name, value) {
  const number = typeof value === 'bigint' ? Number(value) : isArray(value) ? value.item() : value;
  if (!Number.isSafeInteger(number)) badAttr(owner, name, 'an integer', value);
  return number;
}

// Write one attribute; returns where the next one goes.
function writeAttr(owner, at, i, name, type, value, texts) {
  frame[at] = i;
  if (value === null) {
    frame[at + 1] = -1;
    return at + 2;
  }
  if (type === 'ints') {
    const list = typeof value === 'number' || typeof value === 'bigint' ? [value] : value;
    if (!Array.isArray(list) && !isTyped(list)) badAttr(owner, name, 'an integer or a list of integers', value);
    need(at + list.length + 16);
    frame[at + 1] = list.length;
    for (let j = 0; j < list.length; j++) frame[at + 2 + j] = list[j] === null ? NO_INTEGER : integer(owner, name, list[j]);
    return at + 2 + list.length;
  }
  if (type === 'str') {
    if (typeof value !== 'string') badAttr(owner, name, 'a string', value);
    frame[at + 1] = -2;
    frame[at + 2] = texts.push(value) - 1;
    return at + 3;
  }
  let number;
  if (type === 'bool') {
    if (typeof value !== 'boolean') badAttr(owner, name, 'true or false', value);
    number = value ? 1 : 0;
  } else if (type === 'dtype') number = dtypeNumber(value);
  else if (type === 'device') number = deviceNumber(value);
  else if (type === 'int') number = integer(owner, name, value);
  else {
    number = typeof value === 'bigint' ? Number(value) : isArray(value) ? value.item() : value;
    if (typeof number !== 'number') badAttr(owner, name, 'a number', value);
  }
  frame[at + 1] = 1;
  frame[at + 2] = number;
  return at + 3;
}

// Write the attributes that are given, from `at`.  `values` maps names in JavaScript to values.
function writeAttrs(owner, attrs, values, at, texts) {
  let end = at;
  need(at + 3 * attrs.length + 16);
  for (let i = 0; i < attrs.length; i++) {
    const [, name, type, required] = attrs[i];
    const value = values[name];
    if (value !== undefined) end = writeAttr(owner, end, i, name, type, value, texts);
    else if (required) throw new ArgumentError(`${owner}: ${name} is required`);
  }
  frame[end] = -1;
}

function checkOptions(owner, options, accepted) {
  if (options === null || typeof options !== 'object' || isArray(options)) {
    const example = accepted.length > 0 ? ` such as { ${accepted[0]}: ... }` : '';
    throw new ArgumentError(`${owner}: options must be an object${example}, not ${inspect(options, { depth: 0 })}`);
  }
  for (const name of Object.keys(options)) {
    if (!accepted.includes(name)) {
      throw new ArgumentError(
        `${owner}: there is no option ${name}; ${accepted.length > 0 ? `the options are ${accepted.join(', ')}` : 'it has none'}`,
      );
    }
  }
}

const noOptions = Object.freeze({});

// Any operator: its inputs in a list (the last one a list itself, if the operator is variadic), the required attributes by
// name, and the options of the caller.
function invoke(spec, given, required, options = noOptions) {
  if (spec.id < 0) find(spec);
  if (spec.accepted === undefined) {
    spec.accepted = [...spec.attrs.filter((a) => !a[3]).map((a) => a[1]), ...spec.optional];
    if (spec.results === 1) spec.accepted.push('out');
  }
  checkOptions(spec.name, options, spec.accepted);
  let inputs = given;
  if (spec.integers.length > 0) inputs = given.map((x, i) => (spec.integers.includes(i) ? indicesOf(x) : x));
  if (spec.list) {
    const last = inputs[inputs.length - 1];
    if (last === undefined || last === null || typeof last[Symbol.iterator] !== 'function') missing(spec, given.length - 1);
    inputs = [...inputs.slice(0, -1), ...last];
  }
  for (let i = 0; i < given.length; i++) if (given[i] === undefined || given[i] === null) missing(spec, i);
  for (const name of spec.optional) inputs = [...inputs, options[name] ?? null];
  inputs = inputs.map((x) => (x === null || typeof x === 'number' || typeof x === 'boolean' ? x : asArray(x)));
  const values = required === null ? options : { ...options, ...required };
  for (const [, name, type] of spec.attrs) {
    // reading an array for a number calls the library, which may use the frame
    if (isArray(values[name])) throw new ArgumentError(`${spec.name}: ${name} must be a ${type}, not an array`);
  }
  const attrsAt = INPUTS_AT + 2 * inputs.length;
  const texts = [];
  need(attrsAt + 64);
  writeAttrs(spec.name, spec.attrs, values, attrsAt, texts);
  for (let i = 0; i < inputs.length; i++) input(INPUTS_AT + 2 * i, inputs[i]);
  const out = options.out === undefined || options.out === null ? null : options.out;
  if (out !== null && !isArray(out)) throw new ArgumentError(`${spec.name}: out must be an array`);
  frame[0] = spec.id;
  frame[1] = inputs.length;
  frame[2] = out === null ? 0 : slotOf(out);
  frame[3] = spec.attrs.length > 0 ? attrsAt : 0;
  const count = native.opCall(inputs, texts, out);
  if (out !== null) return out;
  const results = adoptMany(count);
  return spec.results === 1 ? results[0] : results;
}

// Call any operator of the library by name, for operators that are newer than this package or registered by the program:
// weir.call('softmax', [x], { axis: 1 }).  The library tells the types of the attributes.
const attrTypes = [undefined, 'bool', 'int', 'float', 'dtype', 'device', 'ints', 'str']; // by the number in C
const named = new Map();
function call(name, inputs, options = noOptions) {
  checkOptions(name, options, options !== null && typeof options === 'object' ? Object.keys(options) : []);
  const names = Object.keys(options);
  const id = [name, ...names].join(' ');
  let spec = named.get(id);
  if (spec === undefined) {
    const attrs = names.map((k) => [k.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), k, undefined, false]);
    spec = operator(name, [], [], attrs, 0);
    find(spec);
    native.opTypes(spec.id).forEach((type, i) => {
      attrs[i][2] = attrTypes[type];
      if (attrs[i][2] === undefined) throw new ArgumentError(`${name}: there is no option ${names[i]}`);
    });
    named.set(id, spec);
  }
  const results = invoke({ ...spec, inputs: [], list: true }, [inputs], null, options);
  return results.length === 1 ? results[0] : results;
}

// ---- Gradients -------------------------------------------------------------------------------------------------------

const RETAIN = 1;
const RECORD = 2;

function gradMode(mode) {
  const value = { none: 0, write: 1, add: 2, step: 3 }[mode];
  if (value === undefined) throw new ArgumentError(`the mode of a gradient is 'write', 'add', 'step' or 'none', not ${inspect(mode)}`);
  return value;
}

function backwardCall(heads, headGrads, inputs, { retainGraph = false, createGraph = false } = {}) {
  const owner = inputs.length > 0 ? 'grad' : 'backward';
  const list = needArrays(owner, 'the losses', heads);
  const grads = headGrads === undefined ? [] : headGrads.map((g) => (g === null ? null : asArray(g)));
  const all = [...list, ...grads, ...needArrays(owner, 'the inputs', inputs)];
  const flags = (retainGraph ? RETAIN : 0) | (createGraph ? RECORD : 0);
  writeSlots(all);
  return native.gradBackward(list.length, inputs.length, flags, headGrads !== undefined, all);
}

// Compute the gradients of all leaves that the arrays depend on.
function backward(heads, headGrads, options) {
  backwardCall(isArray(heads) ? [heads] : heads, isArray(headGrads) ? [headGrads] : headGrads, [], options);
}

// The gradients of `heads` with respect to `inputs`, which need not be leaves; null where there is no dependence.
function grad(heads, inputs, { headGrads, ...options } = {}) {
  const list = Array.isArray(heads) ? heads : [heads];
  const many = Array.isArray(inputs);
  const count = backwardCall(list, headGrads, many ? inputs : [inputs], options);
  const grads = adoptMany(count);
  return many ? grads : grads[0];
}

// What forward leaves for backward: arrays in save(), anything else as properties.
class FunctionContext {
  #arrays = [];
  #count = -1; // of saved arrays, once the library has them

  constructor(needsInputGrad) {
    this.needsInputGrad = needsInputGrad;
  }

  // Keep arrays for backward.  Inputs and results belong here and not in properties or variables of backward: the library
  // checks that they were not overwritten, and a result that backward holds would never be released.
  save(...arrays) {
    for (const x of arrays) if (x !== null && !isArray(x)) throw new ArgumentError(`save: ${inspect(x, { depth: 0 })} is not an array`);
    this.#arrays = arrays;
  }

  // The arrays that forward saved.
  get saved() {
    if (this.#count < 0) return this.#arrays;
    return Array.from({ length: this.#count }, (_, i) => {
      const slot = native.functionSaved(i);
      return slot === 0 ? null : adopt(slot);
    });
  }

  // The arrays to be saved by the library, which this object then no longer holds.
  [handOver](made, outputs) {
    const list = this.#arrays.map((x) => (made.includes(x) ? outputs[made.indexOf(x)] : x));
    this.#count = list.length;
    this.#arrays = [];
    return list;
  }
}

const several = (name, what, result) => {
  const list = Array.isArray(result) ? result : [result];
  for (const x of list) {
    if (!(isArray(x) || (what === 'backward' && (x === null || x === undefined)))) {
      throw new ArgumentError(`${name}: ${what} must return arrays, not ${inspect(x, { depth: 0 })}`);
    }
  }
  return list;
};

// What the library calls for the gradients of a function: the gradients of the results are in the frame.  A function of its own, so
// that it holds no array of the call.
function gradientOf(name, backwardOf, ctx, places, count, likes) {
  return (results) => {
    const slots = Array.from(frame.subarray(0, results));
    const grads = slots.map((slot, i) => (slot === 0 ? call('zeros', [], likes[i]) : adopt(slot)));
    const given = several(name, 'backward', synchronous(backwardOf(ctx, ...grads), `${name}: backward must not be asynchronous`));
    if (given.length !== count) {
      throw new ArgumentError(
        `${name}: backward returned ${given.length} gradient${given.length === 1 ? '' : 's'} for ${count} argument${count === 1 ? '' : 's'} of ` +
          'forward; return null for arguments without a gradient',
      );
    }
    const list = places.map((i) => given[i] ?? null);
    writeSlots(list);
    return list;
  };
}

// A function with its own gradient: const square = weir.customFunction((ctx, x) => { ctx.save(x); return x.square(); },
// (ctx, dy) => dy.multiply(ctx.saved[0]).multiply(2)).  The operations of `forward` are not recorded.  `backwardOf` gets the
// gradient of each result and returns one for each argument, or null.
function customFunction(forward, backwardOf, { name = forward.name || 'function' } = {}) {
  if (typeof forward !== 'function' || typeof backwardOf !== 'function') {
    throw new ArgumentError('customFunction: forward and backward must be functions');
  }
  return (...args) => {
    const places = args.map((x, i) => (isArray(x) ? i : -1)).filter((i) => i >= 0);
    const ctx = new FunctionContext(args.map((x) => isArray(x) && x.requiresGrad));
    const result = pause(() => forward(ctx, ...args));
    const made = several(name, 'forward', result);
    if (native.modeGet('recording') === 0 || !ctx.needsInputGrad.includes(true)) return result;
    // New objects: ctx may hold the first ones, which would hold the function if they had its history.
    const outputs = made.map((x) => x.detach());
    const saved = ctx[handOver](made, outputs);
    const inputs = places.map((i) => args[i]);
    const all = [...inputs, ...outputs, ...saved];
    const likes = outputs.map(({ shape, dtype }) => ({ shape, dtype }));
    const gradient = gradientOf(name, backwardOf, ctx, places, args.length, likes);
    writeSlots(all);
    native.functionRecord(name, inputs.length, outputs.length, saved.length, gradient, all);
    return Array.isArray(result) ? outputs : outputs[0];
  };
}

function withMode(name, value, fn) {
  const before = native.modeSet(name, value);
  try {
    return synchronous(fn(), `${name}: the function must not be asynchronous, because the mode would end at its first await`);
  } finally {
    native.modeSet(name, before);
  }
}

// Record the operations of fn, in training mode, for backward().
function record(fn, { training = true } = {}) {
  return withMode('recording', 1, () => withMode('training', training ? 1 : 0, fn));
}

// Run fn without recording.
function pause(fn) {
  return withMode('recording', 0, fn);
}

// Run fn in training mode, or in inference mode.
function training(on, fn) {
  return withMode('training', on ? 1 : 0, fn);
}

// Run fn with products and the like computed in float16 or bfloat16.
function autocast(dtype, fn) {
  return withMode('autocast', dtypeNumber(dtype), fn);
}

function setDefaultDtype(dtype) {
  if (native.modeSet('dtype', dtypeNumber(dtype)) === 0) {
    throw new ArgumentError(`the default dtype is float32, float64, float16 or bfloat16, not ${dtype}`);
  }
  floatDtype = dtype;
}

function setDefaultDevice(device) {
  native.modeSet('device', deviceNumber(device));
}

// Receive an array that another thread sent.
function receive(ticket) {
  return adopt(native.arrayReceive(ticket));
}

module.exports = {
  NDArray,
  PendingArray,
  native,
  adopt,
  adoptMany,
  array,
  asArray,
  autocast,
  backward,
  badAttr,
  call,
  call1,
  call2,
  checkOptions,
  constant,
  customFunction,
  deviceNumber,
  dtypeNumber,
  grad,
  gradMode,
  integer,
  invoke,
  isArray,
  nanoseconds,
  needArray,
  needArrays,
  operator,
  pause,
  receive,
  record,
  setDefaultDevice,
  setDefaultDtype,
  slotOf,
  tidy,
  training,
  writeAttrs,
  writeSlots,
  frameWrite(values) {
    need(values.length);
    frame.set(values);
  },
  frameRead: (count) => Array.from(frame.subarray(0, count)),
};

const index = require('./indexing.js');
