// SPDX-License-Identifier: Apache-2.0
package weir.test

import io.weir.*
import org.junit.jupiter.api.Assertions.*
import org.junit.jupiter.api.Test
import scala.concurrent.Await
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration.Duration
import weir.*

/** What Scala adds: operators, slices, futures, scopes, named arguments. */
class ScalaTest:
  private def values(x: NDArray): List[Float] = x.toFloats.toList

  @Test def operators(): Unit =
    val x = array(1f, 2f, 3f)
    assertEquals(List(2f, 3f, 4f), values(x + 1))
    assertEquals(List(3f, 2.5f, 2f), values(3.5 - x * 0.5))
    assertEquals(List(-1f, 0f, 1f), values(-(2 - x)))
    assertEquals(List(1f, 4f, 9f), values(x ** 2))
    assertEquals(List(1f, 0f, 1f), values(x % 2))
    assertEquals(14.0, (x @@ x).item())
    assertEquals(List(false, true, true), (x >= 2.0).toBooleans.toList)
    assertTrue((x === x).all().toBooleans.head)
    assertEquals(List(7f, 7f), values(ops.full(Seq(2), 7.0)))
    assertEquals(List(7L, 7L), ops.full(2, 7, dtype = DType.INT64).toLongs.toList)

  @Test def arraysHaveTheTypeOfTheirNumbers(): Unit =
    assertEquals(DType.INT32, array(1, 2).dtype)
    assertEquals(DType.INT64, array(1L, 2L).dtype)
    assertEquals(DType.FLOAT32, array(1f, 2f).dtype)
    assertEquals(DType.FLOAT64, array(1.5, 2.5).dtype)
    assertEquals(DType.FLOAT64, array(1, 2.5).dtype)
    assertEquals(DType.BOOL, array(true, false).dtype)
    assertEquals(DType.INT32, array(Array(Array(1, 2), Array(3, 4))).dtype)
    assertEquals(DType.FLOAT64, array(Array(1.5)).dtype)

  @Test def slices(): Unit =
    val x = ops.arange(24).reshape(2, 3, 4)
    assertEquals(List(15f, 19f), values(x(1, 0 until 2, -1)))
    assertEquals(List(1f, 3f), values(x(0, 0, 1 to 3 by 2)))
    assertEquals(List(3, 4), x(0, ::, ::).shape.toList.map(_.toInt))
    val y = ops.zeros(Seq(2, 2))
    y(0, ::) = 1.5
    y(1, 1 until 2) = array(7f)
    assertEquals(List(1.5f, 1.5f, 0f, 7f), values(y))

  @Test def rangesOfNegativePositions(): Unit =
    val x = ops.arange(10)
    assertEquals(List(7f, 8f, 9f), values(x(-3 to -1)))
    assertEquals(List(7f, 8f, 9f), values(x(-3 until 0)))
    assertEquals(List(7f, 8f), values(x(-3 until -1)))
    assertEquals(List(6f, 8f), values(x(-4 to -1 by 2)))
    assertEquals(List(8f, 9f), values(x(8 to -1)))
    assertEquals(List(8f), values(x(8 until -1)))
    assertEquals(List(8f, 9f), values(x(8 to Int.MaxValue)))
    for empty <- Seq(0 until 0, 3 until 0, 5 until 2) do assertEquals(List(), values(x(empty)))
    assertThrows(classOf[IllegalArgumentException], () => { x(-2 to 1); () })
    x(-2 to -1) = 0
    assertEquals(0L, ops.sum(x(8 to 9)).itemLong)

  @Test def longsKeepTheirValue(): Unit =
    val big = 9007199254740993L // a double has no such number
    val x = array(0L, 1L)
    assertEquals(List(big, big + 1), (x + big).toLongs.toList)
    assertEquals(List(big, big + 1), (big + x).toLongs.toList)
    assertEquals(List(true, false), (array(big - 1, big) < big).toBooleans.toList)
    x(0) = big
    x(x === 1) = big - 1
    assertEquals(List(big, big - 1), x.toLongs.toList)
    assertEquals(List(false, true, false), ((array(1, 2, 3) > 1) & !(array(1, 2, 3) === 3)).toBooleans.toList)
    val y = ops.zeros(Seq(1, 1, 1, 2))
    y(0, 0, 0, -1) = 3
    assertEquals(List(0f, 3f), values(y))

  @Test def masks(): Unit =
    val x = array(1f, -2f, 3f)
    assertEquals(List(1f, 3f), values(x(x > 0.0)))
    assertEquals(List(3f, 1f), values(x(array(2, 0))))
    x(x < 0.0) = 0
    assertEquals(List(1f, 0f, 3f), values(x))
    x(array(Array(2L))) = array(7f)
    assertEquals(List(1f, 0f, 7f), values(x))
    assertThrows(classOf[IllegalArgumentException], () => { x(x > 0.0, 1); () })

  @Test def customGradients(): Unit =
    val square = customFunction("square") { (ctx, x) => ctx.save(x.head); Seq(x.head * x.head) } {
      (ctx, dy) => Seq(dy.head * ctx.saved(0) * 2)
    }
    val x = array(1f, 2f, 3f).attachGrad()
    record { square(x).sum() }.backward()
    assertEquals(List(2f, 4f, 6f), values(x.grad()))

  @Test def namedArguments(): Unit =
    val x = array(Array(Array(3f, 1f), Array(4f, 6f)))
    assertEquals(List(4f, 10f), values(ops.sum(x, axes = 1)))
    assertEquals(List(2L, 1L), ops.max(x, axes = Seq(1), keepdims = true).shape.toList)
    val (top, where) = ops.topk(x, k = 1, axis = 0)
    assertEquals(List(4f, 6f), values(top))
    assertEquals(List(1L, 1L), where.toLongs.toList)

  @Test def futures(): Unit =
    val y = array(1f, 2f) + 1
    assertEquals(5.0, Await.result(y.future.map(_.sum().item()), Duration.Inf))
    val bad = ops.take(y, array(9), axis = 0).future
    assertThrows(classOf[WeirException.Async], () => { Await.result(bad, Duration.Inf); () })

  @Test def anErrorHasTheLineOfItsCall(): Unit =
    val x = array(1f, 2f)
    val line = Thread.currentThread.getStackTrace()(1).getLineNumber + 1
    val bad = ops.take(x, array(Array(9L)), axis = 0)
    val e = assertThrows(classOf[WeirException.Async], () => { (bad + 1).await(); () })
    assertEquals(s"ScalaTest.scala:$line", e.line())

  @Test def scopes(): Unit =
    var inner: NDArray = null
    val kept = scoped {
      inner = array(1f, 2f) + 1
      keep(inner * 2)
    }
    assertTrue(inner.isClosed)
    assertEquals(List(4f, 6f), values(kept))

  @Test def training(): Unit =
    Weir.seed(1)
    val x = ops.normal(Seq(64, 3))
    val y = ops.sum(x, axes = 1, keepdims = true)
    val net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    val adam = optim.Adam(net.params, lr = 0.05)
    val loss = nn.MSELoss()
    val losses =
      for _ <- 1 to 100 yield
        val l = record { loss(net(x), y) }
        l.backward()
        adam.step()
        l.item()
    assertTrue(losses.last < losses.head / 10, losses.last.toString)
    val data = loader(Dataset.of(x, y), batchSize = 16, shuffle = true)
    assertEquals(4, data.batches.size)
    assertTrue(inference { !Autograd.isTraining })
    assertEquals(0.05, schedules.step(0.5, 10, 10), 1e-12)
