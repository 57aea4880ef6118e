"""Data for training: datasets, and loaders that prepare batches ahead of use.

    data = weir.data.FashionMNIST()
    loader = weir.data.DataLoader(data, batch_size=256, shuffle=True)
    for image, label in weir.data.progress(loader):
        ...

A built-in dataset (ArrayDataset, MNIST, FashionMNIST, CSVDataset, ImageFolder, and subsets and concatenations of them)
is read, decoded and gathered by the C library's worker threads; Python only queues the work.  A dataset written in
Python defines __len__ and __getitem__, or __iter__.  Its samples are created in the calling thread or, with
num_workers, in worker processes, which return batches in shared memory without a copy.

The order of samples and the random numbers depend only on seed, epoch and batch: they are the same for any number of
worker threads and processes.
"""
from weir.data import transforms
from weir.data._collate import default_collate
from weir.data._datasets import (
    ArrayDataset, ConcatDataset, CSVDataset, Dataset, FashionMNIST, ImageFolder, IterableDataset, MNIST, Subset,
    TensorDataset, random_split, read_idx,
)
from weir.data._loader import DataLoader
from weir.data._progress import Progress, progress
from weir.data._workers import WorkerError, WorkerInfo, worker_info

__all__ = [
    "ArrayDataset", "CSVDataset", "ConcatDataset", "DataLoader", "Dataset", "FashionMNIST", "ImageFolder",
    "IterableDataset", "MNIST", "Progress", "Subset", "TensorDataset", "WorkerError", "WorkerInfo", "default_collate",
    "progress", "random_split", "read_idx", "transforms", "worker_info",
]


def __getattr__(name):
    from weir._hints import missing

    raise missing(__name__, name)
