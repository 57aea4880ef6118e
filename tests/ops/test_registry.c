/* test_registry.c - checks of every operator, by its samples.
 *
 * Each test walks the registry; a new operator is tested without changes here.
 * docs/operators.md describes the checks and how to run them for one operator.  Long walks are split into
 * several tests, each with a share of the operators.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

TEST(every_operator_gives_what_its_formula_says) { walk(check_forward); }
TEST(every_operator_without_a_formula_has_a_reference) { walk(check_reference); }
TEST(every_operator_treats_nan_and_infinity_as_its_formula_does) { walk(check_special); }
TEST(every_random_operator_follows_its_seed) { walk(check_random); }
TEST(every_gradient_is_that_of_central_differences) { walk(check_gradient); }
TEST(every_operator_accepts_any_input_layout) { walk_share(check_layouts, 0, 3); }
TEST(every_operator_accepts_any_input_layout_2) { walk_share(check_layouts, 1, 3); }
TEST(every_operator_accepts_any_input_layout_3) { walk_share(check_layouts, 2, 3); }
TEST(every_operator_writes_into_existing_arrays) { walk(check_outputs); }
TEST(every_dtype_is_computed_or_refused_by_name) { walk(check_dtypes); }
TEST(two_dtypes_promote_as_the_standard_requires) { walk(check_mixed); }
TEST(every_operator_handles_empty_and_0d_inputs) { walk(check_edges); }
TEST(any_number_of_workers_gives_the_same_bits) { walk_share(check_workers, 0, 3); }
TEST(any_number_of_workers_gives_the_same_bits_2) { walk_share(check_workers, 1, 3); }
TEST(any_number_of_workers_gives_the_same_bits_3) { walk_share(check_workers, 2, 3); }
TEST(a_device_gives_the_same_bits) { walk(check_devices); }
