// SPDX-License-Identifier: Apache-2.0
package examples

import io.weir.*, weir.*

/** The program that the repository's README.md shows in every language. */
@main def fitInScala(): Unit =
  Weir.seed(1)
  val x = ops.normal(Seq(64, 3))
  val y = ops.sum(x, axes = 1, keepdims = true)
  val net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
  val lossOf = nn.MSELoss()
  val adam = optim.Adam(net.params, lr = 0.05)
  val losses = for _ <- 1 to 100 yield
    val loss = record { lossOf(net(x), y) }
    loss.backward()
    adam.step()
    loss
  println(f"loss ${losses.last.item()}%.6f")
