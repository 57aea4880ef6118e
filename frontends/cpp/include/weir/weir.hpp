/// \file
/// weir.hpp - the C++ interface of Weir, an asynchronous tensor runtime.
///
/// Operations are queued and return at once.  Reading a value waits for it, and throws if the operation that computes it
/// has failed, with the source line that issued it.  Everything is in namespace weir; the library is linked as
/// weir::cpp (CMake) or -lweir.
///
///     #include <weir/weir.hpp>
///
///     auto x = weir::array({{1., 2.}, {3., 4.}});
///     std::cout << weir::matmul(x, x) + 1 << "\n";
//
// SPDX-License-Identifier: Apache-2.0
#ifndef WEIR_WEIR_HPP
#define WEIR_WEIR_HPP

#include <weir/async.hpp>
#include <weir/custom.hpp>
#include <weir/data.hpp>
#include <weir/io.hpp>
#include <weir/nn.hpp>
#include <weir/ops.hpp>
#include <weir/optim.hpp>

#endif
