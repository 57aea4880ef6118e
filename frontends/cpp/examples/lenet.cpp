// lenet.cpp - LeNet, trained for some steps and saved: lenet STEPS FILE [made]
//
// Trains on Fashion-MNIST (Debian: dataset-fashion-mnist), or with `made` on random images.  The file has the same bytes
// as that of tests/frontends/lenet_steps.c, which describes the procedure.
//
// SPDX-License-Identifier: Apache-2.0
#include <weir/weir.hpp>

#include <cstdlib>
#include <iostream>

using namespace weir;

static Dataset images(bool made) {
    if (!made) return Dataset::mnist();
    Array pixels = integers(0, 256, {1024, 28, 28}, UInt8);
    Array labels = integers(0, 10, {1024});
    return Dataset::arrays({pixels, labels});
}

int main(int argc, char **argv) {
    if (argc < 3) return std::cerr << "lenet STEPS FILE [made]\n", 2;
    int steps = std::atoi(argv[1]);
    seed(1);
    LoaderOptions options;
    options.batch_size = 128;
    options.shuffle = true;
    Loader loader(images(argc > 3), options);

    nn::Sequential net{nn::Conv2d(1, 6, 5, None, 2), nn::ReLU(), nn::MaxPool2d(2),  //
                       nn::Conv2d(6, 16, 5), nn::ReLU(), nn::MaxPool2d(2),          //
                       nn::Flatten(), nn::Linear(400, 120), nn::ReLU(),             //
                       nn::Linear(120, 84), nn::ReLU(), nn::Linear(84, 10)};
    nn::CrossEntropyLoss loss;
    optim::Adam adam(net.parameters(), 2e-3);

    Training training;
    Array value;
    while (steps > 0) {
        for (auto [image, label] : loader.unpack<2>()) {
            Array x = reshape(astype(image, Float32) * (1 / 255.0), {-1, 1, 28, 28});
            {
                Recording recording;
                value = loss(net(x), label);
            }
            value.backward();
            adam.step();
            if (--steps == 0) break;
        }
    }
    net.save(argv[2]);
    std::cout << "loss " << value << "\n";
}
