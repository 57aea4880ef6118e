#!/usr/bin/env python3
"""A network behind asyncio: requests that arrive together are computed as one batch.

    python service.py           2000 requests
    python service.py --quick   fewer, for a test

The event loop never blocks: `await y` suspends the task until the back end has computed y.
"""
import argparse
import asyncio

import weir
from weir import nn


class Service:
    """Collects requests for at most `delay` seconds, or until `limit` are there, and answers them together."""

    def __init__(self, net, limit=32, delay=0.002):
        self.net, self.limit, self.delay = net, limit, delay
        self.queue = asyncio.Queue()
        self.batches = 0

    async def ask(self, features):
        answer = asyncio.get_running_loop().create_future()
        await self.queue.put((features, answer))
        return await answer

    async def batch(self):
        """The next requests: the first is waited for, the others as long as `delay` allows."""
        requests = [await self.queue.get()]
        until = asyncio.get_running_loop().time() + self.delay
        while len(requests) < self.limit:
            try:
                left = until - asyncio.get_running_loop().time()
                requests.append(await asyncio.wait_for(self.queue.get(), left))
            except asyncio.TimeoutError:
                break
        return requests

    async def run(self):
        while True:
            requests = await self.batch()
            try:
                result = await self.net(weir.asarray([features for features, _ in requests])).argmax(axis=1)
            except (weir.AsyncError, ValueError) as error:
                for _, answer in requests:
                    answer.set_exception(error)
                continue
            self.batches += 1
            for (_, answer), label in zip(requests, result.tolist()):
                answer.set_result(label)


async def serve(count):
    weir.random.seed(1)
    net = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 4))
    questions = weir.random.normal(size=(count, 8))
    expected = net(questions).argmax(axis=1).tolist()
    service = Service(net)
    worker = asyncio.create_task(service.run())
    answers = await asyncio.gather(*(service.ask(row) for row in questions.tolist()))
    worker.cancel()
    right = sum(a == b for a, b in zip(answers, expected))
    print(f"{count} requests in {service.batches} batches; {100 * right / count:.1f}% answered as without batching")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a short run, for tests")
    asyncio.run(serve(200 if parser.parse_args().quick else 2000))
