/* test_cuda_ops.c - every operator that has a kernel for CUDA devices, on the stand-in or on a GPU.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

static void share(uint32_t index) {
    if (!cuda_is_there()) SKIP("there is no CUDA device, and no stand-in in TEST_BUILD");
    walk_share(check_cuda, index, 4);
}

TEST(operators_on_a_cuda_device_0) { share(0); }
TEST(operators_on_a_cuda_device_1) { share(1); }
TEST(operators_on_a_cuda_device_2) { share(2); }
TEST(operators_on_a_cuda_device_3) { share(3); }
