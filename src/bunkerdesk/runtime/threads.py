"""Worker threads for what blocks: the keyring, files, long queries, name resolution."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

WORKERS = 4  # a keyring prompt may hold one for minutes; loading a list and resolving a name must go on


class Workers(ThreadPoolExecutor):
    """The program's thread pool. Its end never waits for a running job."""

    def __init__(self) -> None:
        super().__init__(max_workers=WORKERS, thread_name_prefix="worker")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Drop what has not begun and return at once.

        Closing a qasync loop calls `shutdown()` and would block the window's end for as long as a job runs.
        """
        super().shutdown(wait=False, cancel_futures=True)


def install_workers(loop: asyncio.AbstractEventLoop) -> Workers:
    """Make a pool the loop's default: `asyncio.to_thread` and `getaddrinfo` use it too."""
    workers = Workers()
    loop.set_default_executor(workers)
    return workers


async def run_blocking(
    function: Callable[Parameters, Result], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Result:
    """Run a blocking function in a worker thread. Cancelling leaves the function running, its result is dropped."""
    return await asyncio.to_thread(function, *args, **kwargs)
