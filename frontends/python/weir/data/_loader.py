"""DataLoader, which iterates over a dataset in batches and prepares them ahead of use."""
from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator

from weir import _core
from weir._describe import telling
from weir.data import _collate
from weir.data._datasets import IterableDataset, permutation

_WORD = (1 << 64) - 1


def _mix(a, b):
    """Return a 64-bit hash of two integers; the C library's loaders compute the same hash."""
    x = (a + (b + 1) * 0x9E3779B97F4A7C15) & _WORD
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & _WORD
    return x ^ x >> 31


class _Seeded:
    """Context manager that seeds `random` and, if NumPy is loaded, its global generator, and restores their states on
    exit."""

    def __init__(self, seed):
        self._seed = seed

    def __enter__(self):
        import random

        self._random = random.getstate()
        random.seed(self._seed)
        numpy = sys.modules.get("numpy")
        self._numpy = getattr(numpy, "random", None)
        if self._numpy is not None:
            self._state = self._numpy.get_state()
            self._numpy.seed(self._seed & 0xFFFFFFFF)

    def __exit__(self, *error):
        import random

        random.setstate(self._random)
        if self._numpy is not None:
            self._numpy.set_state(self._state)


class Maker:
    """Creates the batches of one epoch of a Python dataset, in the loader's process or in one of `count` workers."""

    def __init__(self, dataset, collate_fn, epoch, order, worker=0, count=1, *, batch_size, drop_last, seed):
        self.dataset, self.collate_fn, self.epoch, self.order = dataset, collate_fn, epoch, order
        self.worker, self.count = worker, count
        self.batch_size, self.drop_last, self.seed = batch_size, drop_last, seed
        self.stream, self.place = None, 0
        if isinstance(dataset, IterableDataset):
            own = getattr(dataset, "shard", None) if count > 1 else None
            self.stream = iter(dataset if own is None else own(worker, count))
            self.stride = 1 if own is not None else count  # this worker takes every stride-th batch of the stream
            self.place = 0 if own is not None else worker
            self.at = 0  # number of batches read from the stream so far

    def _samples(self, batch):
        if self.stream is None:
            first = batch * self.batch_size
            end = min(first + self.batch_size, len(self.dataset))
            dataset, order = self.dataset, self.order
            return [dataset[i if order is None else order[i]] for i in range(first, end)]
        while True:
            samples, mine = [], self.at == self.place
            for _ in range(self.batch_size):
                try:
                    samples.append(next(self.stream))
                except StopIteration:
                    break
            self.at += 1
            if mine or not samples:
                break
        self.place += self.stride
        return [] if self.drop_last and len(samples) < self.batch_size else samples

    def _inside(self, make, batch):
        """Return make(batch), called with the random generators seeded from the seed, the epoch and the batch."""
        seed = _mix(self.seed, self.epoch)
        with _Seeded(_mix(seed, batch)):
            return _core.Stream(seed, batch << 20).draw(make, batch)

    def packed(self, batch):
        """Create a batch for another process; return (found, description, size, leaves), where the last three are the
        result of _collate.pack.  found is False after the last batch of a stream."""
        def make(batch):
            samples = self._samples(batch)
            if not samples:
                return False, None, 0, None
            if self.collate_fn is None:
                return True, *_collate.pack(None, samples)
            return True, *_collate.pack(self.collate_fn(samples))

        return self._inside(make, batch)

    def made(self, batch):
        """Create a batch for this process; return (found, batch).  found is False after the last batch of a stream."""
        def make(batch):
            samples = self._samples(batch)
            if not samples:
                return False, None
            if self.collate_fn is None:
                return True, _collate.default_collate(samples)
            return True, _collate.as_arrays(self.collate_fn(samples))

        return self._inside(make, batch)


def _on(device, batch):
    """Return the batch with all arrays in its tuples, lists and dictionaries copied to the device; None: as it is."""
    if device is None:
        return batch
    if isinstance(batch, _core.Array):
        return batch.to_device(device)
    if isinstance(batch, dict):
        return {key: _on(device, value) for key, value in batch.items()}
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*(_on(device, value) for value in batch))
    if isinstance(batch, (tuple, list)):
        return type(batch)(_on(device, value) for value in batch)
    return batch


class DataLoader:
    """Iterates over a dataset in batches; each `for` loop over the loader is an epoch.

    dataset       a built-in dataset, any object with __len__ and __getitem__, or an IterableDataset
    batch_size    number of samples in a batch
    shuffle       whether to use a different random order in each epoch, determined by seed and epoch
    seed          seed of the random order and of random transforms; the default is the seed of weir.random
    num_workers   number of processes that create the samples of a Python dataset; with 0, the calling thread creates
                  them.  Built-in datasets use no processes: the C library's worker threads prepare their batches
    drop_last     whether to drop the last batch if it is not full
    collate_fn    function that returns a batch for a list of samples; the default is default_collate
    transform     function that is called with the fields of each batch and returns the new fields; see
                  weir.data.transforms
    prefetch      number of batches prepared ahead of the current one (with num_workers, number of batches requested
                  from each worker); by default 2, or 1 for a Python dataset without worker processes
    timeout       seconds to wait for a batch from a worker process; None for no limit
    start         how worker processes are started: 'spawn', 'fork', or 'auto' (spawn if possible, otherwise fork)
    device        device to which the batches are copied, ahead of their use like the rest of their preparation; by
                  default they stay where the dataset and the transform make them: on the device of the samples, on the
                  CPU if a built-in dataset reads files, and on the default device if samples are NumPy arrays or numbers
                  or come from worker processes, which compute on the CPU
    """

    @telling
    def __init__(self, dataset, batch_size: int = 1, *, shuffle: bool = False, seed: int | None = None, num_workers: int = 0,
                 drop_last: bool = False, collate_fn: Callable | None = None, transform: Callable | None = None,
                 prefetch: int | None = None, timeout: float | None = None, start: str = "auto",
                 device=None):
        if not isinstance(batch_size, int) or batch_size < 1:
            raise ValueError(f"DataLoader: batch_size must be a positive integer, not {batch_size!r}")
        if not isinstance(num_workers, int) or num_workers < 0:
            raise ValueError(f"DataLoader: num_workers must be a non-negative integer, not {num_workers!r}")
        if prefetch is not None and not 0 <= prefetch <= 64:
            raise ValueError(f"DataLoader: prefetch must be between 0 and 64, not {prefetch!r}")
        if isinstance(dataset, IterableDataset) and shuffle:
            raise ValueError("DataLoader: shuffle=True is not supported for an IterableDataset; shuffle the samples in "
                             "its __iter__")
        if not isinstance(dataset, IterableDataset) and not (hasattr(dataset, "__len__") and hasattr(dataset, "__getitem__")):
            raise TypeError(f"DataLoader: {type(dataset).__name__} must define __len__ and __getitem__; derive streams "
                            "from IterableDataset")
        self.dataset, self.batch_size, self.shuffle = dataset, batch_size, bool(shuffle)
        seed = _core.random_place()[0] if seed is None else seed
        self.seed, self.num_workers, self.drop_last = seed & _WORD, num_workers, bool(drop_last)
        self.collate_fn, self.transform = collate_fn, transform
        self.prefetch, self.timeout, self.start = prefetch, timeout, start
        self.device = None if device is None else _core.Device(device)
        self.epoch = 0
        self._skip, self._batch = 0, 0
        self._native = getattr(dataset, "_native", None) if collate_fn is None else None
        self._spare, self._workers, self._next_order = None, None, None

    def __len__(self) -> int:
        """Return the number of batches in an epoch."""
        if isinstance(self.dataset, IterableDataset):
            raise TypeError("a DataLoader over an IterableDataset has no len()")
        n = len(self.dataset)
        return n // self.batch_size if self.drop_last else -(-n // self.batch_size)

    def __iter__(self) -> Iterator:
        epoch, skip = self.epoch, self._skip
        self.epoch, self._skip, self._batch = epoch + 1, 0, skip
        if self._native is not None:
            return self._count(self._library(epoch, skip), skip)
        if self.num_workers:
            return self._count(self._processes(epoch, skip), skip)
        return self._count(self._here(epoch, skip), skip)

    def state_dict(self) -> dict:
        """Return a dictionary of the seed, the current epoch and the next batch, from which iteration can resume."""
        inside = self._batch > 0
        return {"seed": self.seed, "epoch": self.epoch - 1 if inside else self.epoch, "batch": self._batch}

    @property
    def resumes_at(self) -> int:
        """The batch at which the next `for` loop begins: 0, unless load_state_dict restored a position inside an
        epoch."""
        return self._skip

    def load_state_dict(self, state: dict) -> None:
        """Restore a position from state_dict: the next `for` loop yields the remaining batches of that epoch."""
        self.seed, self.epoch, self._skip = state["seed"], state["epoch"], state["batch"]
        self._batch, self._spare, self._next_order = 0, None, None
        self.close()

    def close(self) -> None:
        """Stop the worker processes, which would otherwise be kept for the next epoch."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None

    def _count(self, batches, done):
        for batch in batches:
            done += 1
            self._batch = done
            yield batch
        self._batch = 0

    # ---- Built-in datasets ----

    def _library(self, epoch, skip):
        loader, self._spare = self._spare, None
        if loader is None:
            loader = _core.Loader(self._native, self.batch_size, self.shuffle, self.seed, self.drop_last,
                                  2 if self.prefetch is None else self.prefetch, self.transform, self.device)
        loader.start(epoch, skip)
        while (batch := loader.next()) is not None:
            yield batch if len(batch) > 1 else batch[0]
        self._spare = loader  # kept: it is already computing the order of the next epoch

    # ---- Python datasets ----

    def _settings(self):
        return dict(batch_size=self.batch_size, drop_last=self.drop_last, seed=self.seed)

    def _order(self, epoch):
        """Return the order of samples in an epoch, or None without shuffling.  Also start computing the order for the
        next epoch, so that it is ready in time."""
        if not self.shuffle:
            return None
        ahead, self._next_order = self._next_order, None
        order = ahead[1] if ahead is not None and ahead[0] == epoch else permutation(len(self.dataset), self.seed, epoch)
        self._next_order = epoch + 1, permutation(len(self.dataset), self.seed, epoch + 1)
        from array import array

        return array("q", order.tobytes())

    def _finish(self, batch, epoch, number):
        """Apply the transform to a batch, copy the result to the loader's device and return it.  The transform draws
        from its own random stream."""
        if self.transform is None:
            return _on(self.device, batch)
        fields = batch if isinstance(batch, (tuple, list)) else (batch,)
        recording = _core.set_recording(False)
        try:
            batch = _core.Stream(_mix(self.seed, epoch), (number << 20) + (1 << 19)).draw(self.transform, *fields)
            return _on(self.device, batch)
        finally:
            _core.set_recording(recording)

    def _numbers(self, skip):
        if isinstance(self.dataset, IterableDataset):
            from itertools import count

            return count(0)
        return iter(range(skip, len(self)))

    def _here(self, epoch, skip):
        maker = Maker(self.dataset, self.collate_fn, epoch, self._order(epoch), **self._settings())
        ahead, numbers = deque(), self._numbers(skip)
        depth = 1 if self.prefetch is None else self.prefetch
        failure, more = None, True
        while True:
            while more and failure is None and len(ahead) <= depth:
                number = next(numbers, None)
                more = number is not None
                if not more:
                    break
                recording = _core.set_recording(False)
                try:
                    more, batch = maker.made(number)
                    if more and number >= skip:
                        ahead.append(self._finish(batch, epoch, number))
                except Exception as error:
                    failure = error  # raised once the batches before this one have been yielded
                finally:
                    _core.set_recording(recording)
            if ahead:
                yield ahead.popleft()
            elif failure is not None:
                raise failure
            else:
                return

    def _processes(self, epoch, skip):
        from weir.data._workers import Workers, choose

        workers, self._workers = self._workers, None  # taken from self, so that a nested loop starts its own workers
        if workers is None or not workers.alive:
            how, data = choose(self.start, self.dataset, self.collate_fn)
            workers = Workers(self.num_workers, how, data, self.dataset, self.collate_fn, self._settings())
        order = self._order(epoch)
        good = False
        try:
            workers.start(epoch, order)
            yield from self._taken(workers, epoch, skip)
            good = True
        except GeneratorExit:
            good = True  # the loop was left early: batches still being prepared are discarded when they arrive
            raise
        finally:
            if good and self._workers is None:
                self._workers = workers
            else:
                workers.close()

    def _taken(self, workers, epoch, skip):
        """Yield the batches in order, with several requests per worker in flight."""
        depth = 2 if self.prefetch is None else max(1, self.prefetch)
        numbers, asked = self._numbers(skip), deque()
        shards = isinstance(self.dataset, IterableDataset) and hasattr(self.dataset, "shard") and self.num_workers > 1
        turn = deque(range(self.num_workers))

        def ask():
            number = next(numbers, None)
            if number is None or not turn:
                return
            worker = turn[0] if shards else number % self.num_workers
            turn.rotate(-1)
            workers.ask(worker, number)
            asked.append((worker, number))

        for _ in range(depth * self.num_workers):
            ask()
        given = 0
        while asked:
            worker, number = asked.popleft()
            if shards and worker not in turn:
                continue
            found, batch = workers.take(worker, number, self.timeout)
            if not found:
                if not shards:
                    return  # the stream has no more batches
                turn.remove(worker)
                continue
            ask()
            given += 1
            if isinstance(self.dataset, IterableDataset) and given <= skip:
                continue
            yield self._finish(batch, epoch, number)
