"""The switch for the estimated alongside time of a connection."""

from dataclasses import dataclass
from typing import Protocol

from bunkerdesk.commands.command import Command, CommandContext, Group
from bunkerdesk.runtime.prompts import Choice, Question

WORDS = {
    "as_allowed": ("As the service allows", "Asked for once the service is known to take it from this company."),
    "always": ("Always", "Asked for on every nomination; the service refuses it where it is not enabled."),
    "never": ("Never", "Not asked for; one that the service's copy holds stays as it is."),
}


class AlongsideActions(Protocol):
    """What the command asks of the editor."""

    @property
    def alongside_choice(self) -> str:
        """`as_allowed`, `always` or `never`."""
        ...

    def set_alongside(self, choice: str) -> None:
        """Keep another choice for this connection, and show it in what is being edited."""
        ...


@dataclass(frozen=True, slots=True)
class _Choose:
    actions: AlongsideActions

    async def __call__(self, context: CommandContext) -> None:
        now = self.actions.alongside_choice
        choices = [
            Choice(key, f"{text} (as it is now)" if key == now else text, detail)
            for key, (text, detail) in WORDS.items()
        ]
        text = "Some services take it, others refuse a nomination with it. This is kept for this connection only."
        chosen = await context.prompts.choose(Question("Estimated alongside time", text, "Use this"), choices)
        if chosen:
            self.actions.set_alongside(chosen.key)


def alongside_commands(actions: AlongsideActions) -> list[Command]:
    """Estimated alongside time…"""
    return [
        Command(
            "program.alongside_time",
            "Estimated alongside time…",
            "Choose whether nominations over this connection are asked for an estimated alongside time.",
            Group.PROGRAM,
            _Choose(actions),
            icon="clock",
        )
    ]
