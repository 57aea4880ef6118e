// SPDX-License-Identifier: Apache-2.0

/** Weir in Scala: `import io.weir.*, weir.*`.
  *
  * Arrays, blocks and optimisers are the classes of `io.weir`.  This package adds operators, slices, futures, scopes, and functions
  * with named arguments: `ops`, `nn`, `optim`.
  */
package weir

import io.weir.*
import scala.annotation.targetName
import scala.concurrent.Future
import scala.language.implicitConversions
import scala.jdk.CollectionConverters.*
import scala.jdk.FutureConverters.*

// ---- Arguments of the generated functions ---------------------------------------------------------------------------

/** One integer or several: a shape, axes. */
type Ints = Int | Long | Seq[Int] | Seq[Long]

/** Integers that may be left out. */
type OptionalInts = Ints | None.type

/** An integer that may be left out. */
type OptionalInt = Int | Long | None.type

/** A number that may be left out. */
type OptionalFloat = Double | Float | Int | Long | None.type

private[weir] def longs(numbers: Ints): Array[Long] = numbers match
  case n: Int     => Array(n.toLong)
  case n: Long    => Array(n)
  case list: Seq[?] =>
    list.map { case n: Int => n.toLong; case n: Long => n; case other => throw IllegalArgumentException(s"$other is not an integer") }.toArray

private[weir] def optionalLongs(numbers: OptionalInts): Option[Array[Long]] = numbers match
  case None    => None
  case n: Ints @unchecked => Some(longs(n))

private[weir] def optionalLong(numbers: OptionalInt): Option[Long] = numbers match
  case None    => None
  case n: Int  => Some(n.toLong)
  case n: Long => Some(n)

private[weir] def optionalDouble(numbers: OptionalFloat): Option[Double] = numbers match
  case None      => None
  case x: Double => Some(x)
  case x: Float  => Some(x.toDouble)
  case n: Int    => Some(n.toDouble)
  case n: Long   => Some(n.toDouble)

// ---- Making arrays --------------------------------------------------------------------------------------------------

/** An array of one dimension, with the dtype of the numbers: `array(1f, 2f)` is float32, `array(1, 2)` int32. */
def array(values: Float*): NDArray = NDArray.of(values.toArray*)

/** A float64 array of one dimension. */
@targetName("arrayOfDoubles") def array(values: Double*): NDArray = NDArray.of(values.toArray*)

/** An int32 array of one dimension. */
@targetName("arrayOfInts") def array(values: Int*): NDArray = NDArray.of(values.toArray*)

/** An int64 array of one dimension. */
@targetName("arrayOfLongs") def array(values: Long*): NDArray = NDArray.of(values.toArray*)

/** A bool array of one dimension. */
@targetName("arrayOfBooleans") def array(values: Boolean*): NDArray = NDArray.of(values.toArray*)

/** An array from a Scala array or nested arrays, with the dtype of their elements. */
def array(values: Array[?]): NDArray = values match
  case v: Array[Float]   => NDArray.of(v*)
  case v: Array[Double]  => NDArray.of(v*)
  case v: Array[Int]     => NDArray.of(v*)
  case v: Array[Long]    => NDArray.of(v*)
  case v: Array[Boolean] => NDArray.of(v*)
  case v: Array[Byte]    => NDArray.of(v, v.length.toLong)
  case v: Array[Short]   => NDArray.of(v, v.length.toLong)
  case v                 => NDArray.of(v.asInstanceOf[Array[Object]])

/** A number where an operator takes an array: `ops.full(Seq(3, 4), 2.5)`.  Implicit definitions, because `import weir.*` does not import
  * givens.
  */
implicit def arrayOfDouble(value: Double): NDArray = NDArray.number(value)
implicit def arrayOfInt(value: Int): NDArray = NDArray.number(value.toLong)
implicit def arrayOfLong(value: Long): NDArray = NDArray.number(value)

// ---- Operators ------------------------------------------------------------------------------------------------------

extension (x: NDArray)
  def +(y: NDArray): NDArray = x.add(y)
  def -(y: NDArray): NDArray = x.subtract(y)
  def *(y: NDArray): NDArray = x.multiply(y)
  def /(y: NDArray): NDArray = x.divide(y)
  def %(y: NDArray): NDArray = x.remainder(y)
  def **(y: NDArray): NDArray = x.pow(y)
  def +(y: Double): NDArray = x.add(y)
  def -(y: Double): NDArray = x.subtract(y)
  def *(y: Double): NDArray = x.multiply(y)
  def /(y: Double): NDArray = x.divide(y)
  def %(y: Double): NDArray = x.remainder(y)
  def **(y: Double): NDArray = x.pow(y)
  def +(y: Int): NDArray = x.add(y.toLong)
  def -(y: Int): NDArray = x.subtract(y.toLong)
  def *(y: Int): NDArray = x.multiply(y.toLong)
  def /(y: Int): NDArray = x.divide(y.toLong)
  def %(y: Int): NDArray = x.remainder(y.toLong)
  def **(y: Int): NDArray = x.pow(y.toLong)
  // A Long would become a Double, and an int64 array with it.
  def +(y: Long): NDArray = x.add(y)
  def -(y: Long): NDArray = x.subtract(y)
  def *(y: Long): NDArray = x.multiply(y)
  def /(y: Long): NDArray = x.divide(y)
  def %(y: Long): NDArray = x.remainder(y)
  def **(y: Long): NDArray = x.pow(y)
  def unary_- : NDArray = x.negative()

  /** Matrix product. */
  infix def @@(y: NDArray): NDArray = x.matmul(y)

  def <(y: NDArray): NDArray = x.less(y)
  def <=(y: NDArray): NDArray = x.lessEqual(y)
  def >(y: NDArray): NDArray = x.greater(y)
  def >=(y: NDArray): NDArray = x.greaterEqual(y)
  def <(y: Double): NDArray = x.less(y)
  def <=(y: Double): NDArray = x.lessEqual(y)
  def >(y: Double): NDArray = x.greater(y)
  def >=(y: Double): NDArray = x.greaterEqual(y)
  def <(y: Int): NDArray = x.less(y.toLong)
  def <=(y: Int): NDArray = x.lessEqual(y.toLong)
  def >(y: Int): NDArray = x.greater(y.toLong)
  def >=(y: Int): NDArray = x.greaterEqual(y.toLong)
  def <(y: Long): NDArray = x.less(y)
  def <=(y: Long): NDArray = x.lessEqual(y)
  def >(y: Long): NDArray = x.greater(y)
  def >=(y: Long): NDArray = x.greaterEqual(y)

  /** Bit by bit; of masks, both: `(x > 0) & (x < 1)`. */
  def &(y: NDArray): NDArray = x.bitwiseAnd(y)
  def |(y: NDArray): NDArray = x.bitwiseOr(y)
  def ^(y: NDArray): NDArray = x.bitwiseXor(y)

  /** Where a mask is false. */
  def unary_! : NDArray = x.logicalNot()

  /** Elementwise equality; `==` compares references, as for all objects. */
  infix def ===(y: NDArray): NDArray = x.equal(y)
  infix def =!=(y: NDArray): NDArray = x.notEqual(y)

  /** A view: `x(1 until 3, ::, -1)`.  With one array, a copy of the elements that it selects: `x(x > 0.0)`, `x(rows)`.
    *
    * Negative positions count from the end, those of a range too: `x(-3 to -1)` are the last three, and `x(1 until -1)` are all but the
    * first and the last.
    */
  def apply(items: IndexItem*): NDArray = items match
    case Seq(key: NDArray) => x.get(key)
    case _                 => x.get(items.map(index)*)

  /** Write into a part: `x(0, ::) = 1.0`, `x(x < 0.0) = 0`. */
  def update(item: IndexItem, value: Written): Unit = write(x, Seq(item), value)
  def update(item: IndexItem, item2: IndexItem, value: Written): Unit = write(x, Seq(item, item2), value)
  def update(item: IndexItem, item2: IndexItem, item3: IndexItem, value: Written): Unit = write(x, Seq(item, item2, item3), value)
  def update(item: IndexItem, item2: IndexItem, item3: IndexItem, item4: IndexItem, value: Written): Unit =
    write(x, Seq(item, item2, item3, item4), value)

  /** A future of this array, completed when its values are computed, or with a `WeirException`. */
  def future: Future[NDArray] = x.whenReady().asScala

extension (n: Double)
  def +(x: NDArray): NDArray = Ops.add(n, x)
  def -(x: NDArray): NDArray = Ops.subtract(n, x)
  def *(x: NDArray): NDArray = Ops.multiply(n, x)
  def /(x: NDArray): NDArray = Ops.divide(n, x)

extension (n: Int)
  def +(x: NDArray): NDArray = Ops.add(n.toLong, x)
  def -(x: NDArray): NDArray = Ops.subtract(n.toLong, x)
  def *(x: NDArray): NDArray = Ops.multiply(n.toLong, x)
  def /(x: NDArray): NDArray = Ops.divide(n.toLong, x)

extension (n: Long)
  def +(x: NDArray): NDArray = Ops.add(n, x)
  def -(x: NDArray): NDArray = Ops.subtract(n, x)
  def *(x: NDArray): NDArray = Ops.multiply(n, x)
  def /(x: NDArray): NDArray = Ops.divide(n, x)

// ---- Indices --------------------------------------------------------------------------------------------------------

/** An item of an index: a position, a range, `::` for a whole axis, or an `io.weir.Index`.  An array, a mask or integers, must be the only
  * item.
  */
type IndexItem = Int | Range | ::.type | Index | NDArray

private def index(item: IndexItem): Index = item match
  case n: Int   => Index.at(n.toLong)
  case i: Index => i
  case _: NDArray => throw IllegalArgumentException("an array must be the only item of an index")
  case r: Range =>
    if r.step < 0 then throw IllegalArgumentException(s"$r goes backwards; use Index.range(start, stop, step)")
    // the end of an inclusive range of Scala is part of it
    val stop = if r.isInclusive then r.end.toLong + 1 else r.end.toLong
    if r.start < 0 && stop > 0 then
      throw IllegalArgumentException(s"$r goes from positions that count from the end to others; use Index.from(${r.start}) or Index.to($stop)")
    // after -1, the last position, comes the end, and not position 0
    val toEnd = stop == 0 && (r.isInclusive || r.start < 0)
    Index.range(r.start.toLong, if toEnd then Long.MaxValue else stop, r.step.toLong)
  case _ => Index.all()

/** What can be written into a part of an array. */
type Written = NDArray | Double | Int | Long

private def write(x: NDArray, items: Seq[IndexItem], value: Written): Unit = (items, value) match
  case (Seq(key: NDArray), v: NDArray) => x.set(v, key)
  case (Seq(key: NDArray), v: Double)  => x.set(v, key)
  case (Seq(key: NDArray), v: Int)     => x.set(v.toLong, key)
  case (Seq(key: NDArray), v: Long)    => x.set(v, key)
  case _                               => writePart(x, items, value)

private def writePart(x: NDArray, items: Seq[IndexItem], value: Written): Unit = value match
  case v: Double => x.set(v, items.map(index)*)
  case v: Int    => x.set(v.toLong, items.map(index)*)
  case v: Long   => x.set(v, items.map(index)*)
  case v: NDArray => x.set(v, items.map(index)*)

// ---- Regions --------------------------------------------------------------------------------------------------------

/** Run `body` and close the arrays that it makes, except those that it keeps: `scoped { ...; keep(loss) }`. */
def scoped[T](body: Scope ?=> T): T =
  val scope = Scope.open()
  try body(using scope)
  finally scope.close()

/** Keep an array beyond the scope. */
def keep(x: NDArray)(using scope: Scope): NDArray = scope.keep(x)

/** Record operations for gradients, in training mode. */
def record[T](body: => T): T = within(Autograd.record())(body)

/** Do not record operations. */
def pause[T](body: => T): T = within(Autograd.pause())(body)

/** Inference: do not record, and let layers act as after training. */
def inference[T](body: => T): T = within(Autograd.inference())(body)

/** A function with its own gradient.
  *
  * {{{
  * val square = customFunction("square") { (ctx, x) => ctx.save(x.head); Seq(x.head * x.head) } {
  *   (ctx, dy) => Seq(dy.head * ctx.saved(0) * 2)
  * }
  * val y = square(x)
  * }}}
  *
  * The operations of `forward` are not recorded.  `backward` gets the gradient of each result and returns a gradient for each input; null
  * is none.
  */
def customFunction(name: String)(forward: (CustomFunction.Context, Seq[NDArray]) => Seq[NDArray])(
    backward: (CustomFunction.Context, Seq[NDArray]) => Seq[NDArray]): CustomFunction =
  CustomFunction.of(name, (ctx, x) => forward(ctx, x.toSeq).toArray, (ctx, dy) => backward(ctx, dy.toSeq).toArray)

extension (f: CustomFunction)
  /** The first result. */
  def apply(inputs: NDArray*): NDArray = f.call(inputs*)

private def within[T](region: Autograd.Region)(body: => T): T =
  try body
  finally region.close()

// ---- Collections ----------------------------------------------------------------------------------------------------

extension (net: Block)
  /** The first output. */
  def apply(inputs: NDArray*): NDArray = net.call(inputs*)

  /** The parameters, for an optimiser. */
  def params: Seq[NDArray] = net.parameters().asScala.toSeq

/** A loader of batches. */
def loader(data: Dataset, batchSize: Long = 1, seed: Long = 0, shuffle: Boolean = false, dropLast: Boolean = false,
    prefetch: Int = 2): Loader =
  Loader(data, o => { o.batchSize(batchSize).seed(seed).shuffle(shuffle).dropLast(dropLast).prefetch(prefetch); () })

extension (source: Loader)
  /** An epoch, or, after `start`, the rest of that epoch. */
  def batches: Iterator[Seq[NDArray]] = source.iterator().asScala.map(_.toSeq)
