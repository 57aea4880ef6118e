// samples.cpp - samples FILE: every sample of every public operator.
//
// SPDX-License-Identifier: Apache-2.0
#include "samples.hpp"

void samples_0(samples::Samples &all);
void samples_1(samples::Samples &all);
void samples_2(samples::Samples &all);
void samples_3(samples::Samples &all);

int main(int argc, char **argv) {
    if (argc < 2) return std::cerr << "samples FILE\n", 2;
    samples::Samples all(argv[1]);
    samples_0(all);
    samples_1(all);
    samples_2(all);
    samples_3(all);
    std::cout << all.skipped << " samples are not recorded\n";
    std::cout << all.passed << " passed, " << all.failed << " failed\n";
    return all.failed > 0;
}
