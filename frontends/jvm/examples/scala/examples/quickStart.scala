// SPDX-License-Identifier: Apache-2.0
package examples

import io.weir.*, weir.*

/** The quick start of README.md. */
@main def quickStartInScala(): Unit =
  val a = array(Array(Array(1f, 2f), Array(3f, 4f)))
  val b = array(Array(Array(5f, 6f), Array(7f, 8f)))
  println(a @@ b)                                                   // printing waits for the product
  val net = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 2))
  val lossOf = nn.MSELoss()
  val adam = optim.Adam(net.params, lr = 0.01)
  val losses = for _ <- 1 to 50 yield
    val loss = record { lossOf(net(a), b) }
    loss.backward()
    adam.step()                                                     // nothing in this loop waits
    loss
  println(s"loss ${losses.last.item()}")
  try ops.take(a, array(7), axis = 0).await()                       // fails while it runs, not at the call
  catch case e: WeirException.Async => println(s"${e.operation()} at ${e.line()}: ${e.getMessage}")
