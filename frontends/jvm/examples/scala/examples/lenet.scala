// SPDX-License-Identifier: Apache-2.0
package examples

import io.weir.*, weir.*
import java.nio.file.Path

/** LeNet, trained for some steps and saved, as LeNet.java does: STEPS FILE [made].  The file has the same bytes. */
@main def trainLeNet(steps: Int, file: String, made: String*): Unit =
  Weir.seed(1)
  val data = if made.nonEmpty then randomImages() else Dataset.fashionMnist()
  val batches = loader(data, batchSize = 128, shuffle = true)
  val net = nn.Sequential(
    nn.Conv2d(1, 6, 5, padding = 2), nn.ReLU(), nn.MaxPool2d(2),
    nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
    nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))
  val lossOf = nn.CrossEntropyLoss()
  val adam = optim.Adam(net.params, lr = 0.002)
  for Seq(images, labels) <- Iterator.continually(batches.batches).flatten.take(steps) do
    scoped {
      val x = (images.astype(DType.FLOAT32) * (1 / 255.0)).reshape(-1, 1, 28, 28)
      val loss = record { lossOf(net(x), labels) }
      loss.backward()
      adam.step()
    }
  net.save(Path.of(file))

private def randomImages(): Dataset =
  val images = ops.integers(0, 256, Seq(1024, 28, 28), dtype = DType.UINT8)
  Dataset.of(images, ops.integers(0, 10, 1024))
