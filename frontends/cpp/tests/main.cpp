// main.cpp - runs the tests: all of them, or those named.
//
// SPDX-License-Identifier: Apache-2.0
#include "harness.hpp"

int main(int argc, char **argv) {
    int passed = 0, failed = 0;
    for (const harness::Test &test : harness::tests()) {
        bool wanted = argc < 2;
        for (int i = 1; i < argc; i++) wanted = wanted || std::string(argv[i]) == test.name;
        if (!wanted) continue;
        int before = harness::failures();
        try {
            test.run();
        } catch (const std::exception &error) {
            harness::fail(test.name, 0, error.what());
        }
        bool good = harness::failures() == before;
        (good ? passed : failed)++;
        if (!good) std::cout << "FAILED " << test.name << "\n";
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed > 0;
}
