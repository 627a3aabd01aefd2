"""Templates on this computer: making one of a record, beginning with one, deleting one."""

from typing import TYPE_CHECKING

from bunkerdesk.commands.command import Possible
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.record import Record
from bunkerdesk.runtime.prompts import Choice, Notice, Prompts, Question

if TYPE_CHECKING:
    from bunkerdesk.desk.editing_session import EditSession

LONGEST_NAME = 80
_KEY = "template"


def is_kept(desk: Desk) -> Possible:
    """Whether there is one to choose."""
    return desk.has_templates or "No template is kept on this computer yet. Make one of a nomination first."


async def make(desk: Desk, record: Record, prompts: Prompts) -> None:
    """Keep a record as a template under a name; one of that name is replaced only after a word."""
    question = Question(
        "Make a template",
        "It is kept on this computer, without the reference.",
        "Keep",
        label="Name of the template",
        suggestions=desk.editing.templates(),
        maximum_length=LONGEST_NAME,
    )
    name = await prompts.ask(question)
    if not name:
        return
    is_taken = name in desk.editing.templates()
    if is_taken and not await prompts.confirm(
        Question(f"Replace the template {name}?", "One of this name exists.", "Replace", is_dangerous=True)
    ):
        return
    await desk.editing.keep_template(name, record)
    await prompts.notify(Notice(f"The template {name} is kept on this computer", tone="ok", key=_KEY))


async def begin(desk: Desk, prompts: Prompts) -> "EditSession | None":
    """A new one from a chosen template; None when refused."""
    name = await _chosen(desk, Question("New from template", accept="Begin"), prompts)
    return await desk.editing.from_template(name) if name else None


async def delete(desk: Desk, prompts: Prompts) -> None:
    """Delete a chosen template."""
    name = await _chosen(desk, Question("Delete a template", accept="Delete…", refuse="Keep all"), prompts)
    text = "What was begun with it stays as it is. A deleted template does not come back."
    question = Question(f"Delete the template {name}?", text, "Delete", "Keep", is_dangerous=True)
    if name and await prompts.confirm(question):
        await desk.editing.drop_template(name)
        await prompts.notify(Notice(f"The template {name} is deleted", tone="ok", key=_KEY))


async def _chosen(desk: Desk, question: Question, prompts: Prompts) -> str:
    chosen = await prompts.choose(question, [Choice(name, name) for name in desk.editing.templates()])
    return chosen.key if chosen else ""
