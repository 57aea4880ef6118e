# lenet.R - LeNet on Fashion-MNIST, trained for some steps with a plain loop, and saved.
#
#   Rscript lenet.R STEPS FILE          Fashion-MNIST (Debian: dataset-fashion-mnist)
#   Rscript lenet.R STEPS FILE made     random images, where the data are not installed
#
# The file has the same bytes in every language.
# SPDX-License-Identifier: Apache-2.0
library(weir, warn.conflicts = FALSE)

arguments <- commandArgs(TRUE)
if (length(arguments) < 2) stop("lenet.R STEPS FILE [made]")
steps <- as.integer(arguments[[1]])

weir_seed(1)
data <- if (length(arguments) > 2) {
    images <- weir_integers(0, 256, c(1024, 28, 28), dtype = "uint8")
    dataset_arrays(image = images, label = weir_integers(0, 10, 1024) + 1L) # labels count from 1
} else {
    dataset_mnist()
}
batches <- loader(data, batch_size = 128, shuffle = TRUE)

net <- nn_sequential(
    nn_conv2d(1, 6, 5, padding = 2), nn_relu(), nn_max_pool2d(2),
    nn_conv2d(6, 16, 5), nn_relu(), nn_max_pool2d(2),
    nn_flatten(), nn_linear(400, 120), nn_relu(), nn_linear(120, 84), nn_relu(), nn_linear(84, 10))
loss <- nn_cross_entropy_loss()
opt <- optim_adam(net, lr = 2e-3)

for (i in seq_len(steps)) {
    batch <- next_batch(batches)
    if (is.null(batch)) batch <- next_batch(batches) # the next epoch
    x <- weir_reshape(weir_astype(batch$image, "float32") * (1 / 255), c(-1, 1, 28, 28))
    value <- with_record(loss(net(x), batch$label))
    backward(value)
    opt$step()
}
save_block(net, arguments[[2]])
cat("loss", item(value), "\n")
