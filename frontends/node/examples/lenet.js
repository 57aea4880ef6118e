// lenet.js - LeNet on Fashion-MNIST, trained for some steps and saved to a file.
//
//   node lenet.js STEPS FILE          Fashion-MNIST (Debian: dataset-fashion-mnist)
//   node lenet.js STEPS FILE made     random images, where the data are not installed
//
// tests/frontends/lenet_steps.c does the same in C; the files that they save have the same bytes.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';

const weir = require('libweir');

const { nn, optim } = weir;
const IMAGES = 1024;
const SIDE = 28;

function madeImages() {
  const images = weir.integers(0, 256, [IMAGES, SIDE, SIDE], { dtype: 'uint8' });
  return weir.Dataset.arrays([images, weir.integers(0, 10, [IMAGES])]);
}

function lenet() {
  return new nn.Sequential(
    new nn.Conv2d(1, 6, 5, { padding: 2 }),
    new nn.ReLU(),
    new nn.MaxPool2d(2),
    new nn.Conv2d(6, 16, 5),
    new nn.ReLU(),
    new nn.MaxPool2d(2),
    new nn.Flatten(),
    new nn.Linear(400, 120),
    new nn.ReLU(),
    new nn.Linear(120, 84),
    new nn.ReLU(),
    new nn.Linear(84, 10),
  );
}

function train(steps, made) {
  weir.seed(1);
  const data = made ? madeImages() : weir.Dataset.mnist();
  const loader = new weir.Loader(data, { batchSize: 128, shuffle: true });
  const net = lenet();
  const lossOf = new nn.CrossEntropyLoss();
  const adam = new optim.Adam(net.parameters(), { lr: 2e-3 });
  let loss;
  for (let step = 0; step < steps; ) {
    for (const [images, labels] of loader) {
      loss = weir.tidy(() => {
        const x = images.astype('float32').multiply(1 / 255).reshape([-1, 1, SIDE, SIDE]);
        const l = weir.record(() => lossOf.forward(net.forward(x), labels));
        l.backward();
        adam.step();
        return l;
      });
      if (++step === steps) break;
    }
  }
  return { net, loss };
}

async function main() {
  const [steps, file, made] = process.argv.slice(2);
  if (file === undefined) throw new Error('usage: node lenet.js STEPS FILE [made]');
  const { net, loss } = train(Number(steps), made === 'made');
  console.log(`loss after ${steps} steps: ${(await loss).item().toFixed(4)}`);
  net.save(file);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
