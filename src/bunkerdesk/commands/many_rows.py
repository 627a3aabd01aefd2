"""What a command does to one row or to many, and how what became of them is told."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bunkerdesk.commands.command import CommandContext
from bunkerdesk.desk.action_results import ActionResult, OnRow, RowResult
from bunkerdesk.desk.problems import KnownProblem
from bunkerdesk.rules.wording import count_words
from bunkerdesk.runtime.prompts import Notice, ResultLine


@dataclass(frozen=True, slots=True)
class Telling:
    """The words for it; `notice` has more to say of the result, or None."""

    doing: str
    done: str
    notice: Callable[[ActionResult], Notice | None] = lambda _: None


async def run_each(
    context: CommandContext,
    telling: Telling,
    ids: Sequence[int],
    work: Callable[[Sequence[int], OnRow | None], Awaitable[ActionResult]],
) -> None:
    """One row: a word, or its problem raised. Many: one progress with a line for each."""
    if len(ids) == 1:
        result = await work(ids, None)
        (row,) = result.rows
        if row.problem:
            raise KnownProblem(row.problem)
        plain = Notice(f"{telling.done}: {row.reference}", tone="ok", key="nomination done")
        await context.prompts.notify(telling.notice(result) or plain)
        return
    board = context.prompts.progress(f"{telling.doing} {count_words(len(ids), 'nomination')}", len(ids))

    stopped: list[bool] = []
    board.on_stop(partial(stopped.append, True))

    def add(row: RowResult) -> bool:
        board.add(ResultLine(row.reference or "Unknown", str(row.problem.happened) if row.problem else ""))
        return not stopped

    notice = telling.notice(await work(ids, add))
    await board.finish()
    if notice:
        await context.prompts.notify(notice)
