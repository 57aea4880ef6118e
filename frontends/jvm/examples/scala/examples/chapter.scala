// SPDX-License-Identifier: Apache-2.0
package examples

import io.weir.*, weir.*

/** Asynchronous computation, by experiment: queueing, barriers, blockers, synchronous against asynchronous, memory.
  *
  * `chapter [quick]` prints what it measures.
  */
@main def chapter(how: String*): Unit =
  val quick = how.contains("quick")
  queueing(if quick then 256 else 1000)
  barriers(if quick then 256 else 1000)
  blockers(if quick then 256 else 1000)
  asynchronous(if quick then 1000 else 10000)
  memory(if quick then 10 else 60)

private def timed[T](name: String)(body: => T): T =
  val start = System.nanoTime()
  val result = body
  println(f"  $name%-52s ${(System.nanoTime() - start) / 1e6}%9.2f ms")
  result

/** A call puts work into a queue and returns; the workers compute while the program goes on. */
private def queueing(n: Int): Unit =
  println("Queueing: ten products of matrices")
  val a = ops.normal(Seq(n, n)).await()
  var b = a
  timed("issue them") { for _ <- 1 to 10 do b = a @@ b }
  timed("wait for the last one") { b.await() }

/** await waits for one array, waitAll for everything. */
private def barriers(n: Int): Unit =
  println("Barriers")
  val a = ops.normal(Seq(n, n)).await()
  val small = a(0 until 8, 0 until 8)
  val first = small @@ small
  val second = a @@ a @@ a
  timed("wait for a small result, issued first") { first.await() }
  timed("wait for everything") { Weir.waitAll() }
  assert(second.isReady)

/** Reading values waits for them: printing, item, toFloats. */
private def blockers(n: Int): Unit =
  println("Blockers: a sum is read")
  val a = ops.normal(Seq(n, n)).await()
  val waits = Weir.stats().waits
  timed("toFloats, all values")((a @@ a).toFloats)
  timed("item, one value")((a @@ a).sum().item())
  timed("toString")((a @@ a).toString)
  println(s"  ${Weir.stats().waits - waits} of 3 reads had to wait")

/** One wait at the end instead of one for each operation. */
private def asynchronous(n: Int): Unit =
  println(s"Synchronous against asynchronous: $n additions")
  val x = ops.ones(Seq(64, 64)).await()
  timed("wait for each") { for _ <- 1 to n do (x + 1).await() }
  timed("wait at the end") {
    for _ <- 1 to n do x + 1
    Weir.waitAll()
  }

/** Batches that are issued far ahead of their computation need memory; the runtime starts them only as memory allows. */
private def memory(steps: Int): Unit =
  println(s"Memory: $steps batches of a network")
  val net = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10))
  val sgd = optim.SGD(net.params, lr = 0.01)
  val loss = nn.MSELoss()
  def train(each: () => Unit): Unit =
    for _ <- 1 to steps do
      scoped {
        val x = ops.normal(Seq(1024, 512))
        record { loss(net(x), ops.zeros(Seq(1024, 10))) }.backward()
        sgd.step()
      }
      each()
    Weir.waitAll()
  timed("wait for each batch") { train(() => Weir.waitAll()) }
  println(f"  peak ${Weir.memory().peak / 1e6}%.1f MB")
  timed("never wait") { train(() => ()) }
  println(f"  peak ${Weir.memory().peak / 1e6}%.1f MB")
