// types.ts - a program that uses the types; compiled, never run.
//
// SPDX-License-Identifier: Apache-2.0
import weir = require('libweir');

const x: weir.PendingArray = weir.array([[1, 2], [3, 4]], { dtype: 'float32' });
const shape: number[] = x.shape;
const dtype: weir.DType = x.dtype;
const sum: number = x.add(1).multiply(2n).sum({ axis: [0, 1], keepdims: true }).item();
const y: weir.PendingArray = weir.softmax(x, { axis: 1 });
const [values, indices] = weir.topk(x, 1, { largest: true });
const parts: weir.PendingArray[] = weir.split(x, { sections: 2 });
const typed: weir.TypedArray = x.toTypedArray();
const picked = x.at('1:', null, -1, x.greater(0)).slice(1, 2);
const variance = weir.var(x, { correction: 1 });

async function awaited(): Promise<weir.NDArray> {
  const ready = await x; // an NDArray, which is not thenable
  const again: weir.NDArray = await ready;
  const data: weir.TypedArray = await x.data();
  void data;
  return again.add(1);
}

const net = new weir.nn.Sequential(new weir.nn.Conv2d(1, 6, 5, { padding: 2 }), new weir.nn.ReLU(), new weir.nn.Linear(null, 10));
const adam = new weir.optim.Adam(net.parameters(), { lr: 1e-3, amsgrad: true });
const layer: weir.nn.Linear = new weir.nn.Linear(2, 3);
const block: weir.nn.Block = layer;
const optimizer: weir.optim.Optimizer = adam;
const lossOf = new weir.nn.CrossEntropyLoss({ reduction: 'mean' });
const loss: weir.PendingArray = weir.record(() => lossOf.forward(net.forward(x), [1, 0]));
loss.backward(null, { retainGraph: true });
adam.step();
adam.lr = weir.optim.schedules.cosine(1e-3, 3, 10, { etaMin: 1e-5 });
const gradient: weir.PendingArray | null = weir.grad(loss, x);
const [h, hn] = new weir.nn.GRU(3, 5, { batchFirst: true }).forward(x);

async function train(): Promise<void> {
  const loader = new weir.Loader(weir.Dataset.arrays([x, y]), { batchSize: 2 }).map(([a, b]) => ({ a, b }));
  for await (const { a } of loader) a.dispose();
  for (const { b } of loader) b?.dispose();
}

function scope(): number {
  using temporary = x.add(1);
  return weir.tidy(() => temporary.sum()).item();
}

try {
  x.matmul(weir.zeros([3]));
} catch (error) {
  if (error instanceof weir.AsyncError) console.log(error.operator, error.line);
}

// @ts-expect-error -- there is no such dtype
weir.zeros([2], { dtype: 'float31' });
// @ts-expect-error -- the option is called axis
weir.softmax(x, { dim: 1 });
// @ts-expect-error -- a kernel size is required
new weir.nn.Conv2d(1, 6);
// @ts-expect-error -- arrays are made by functions
new weir.NDArray();
// @ts-expect-error -- it has no such setting
new weir.optim.SGD([x], { beta1: 0.9 });

export { shape, dtype, sum, values, indices, parts, typed, picked, variance, awaited, gradient, h, hn, train, scope, block, optimizer };
