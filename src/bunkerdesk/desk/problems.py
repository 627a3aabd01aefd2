"""From an error to what a person reads: what happened, what is safe, what to do. Plain trade words, no traceback."""

import logging
from dataclasses import dataclass

from bunkerdesk.cache import Reason, StoreProblem

_LOG = logging.getLogger(__name__)
SEEN_IS_SAFE = "Everything already seen stays readable, and nothing you typed is lost."
NOTHING_SENT = "Nothing was changed on the service."


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal in the desk's words; `reference` is the service's trace id or the place on this computer."""

    title: str
    happened: str
    safe: str = SEEN_IS_SAFE
    todo: str = ""
    reference: str | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.happened, self.safe, self.todo)))


class KnownProblem(Exception):
    """An error that brings its own words, for what only the raiser knows."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.happened)
        self.problem = problem


class SecretMissing(KnownProblem):
    """Neither the keyring nor this run has the client secret of a connection."""

    def __init__(self, client_id: str) -> None:
        super().__init__(
            Problem(
                title="Sign in to the service",
                happened=f"The client secret of {client_id or 'this connection'} is not known on this computer.",
                todo="Open the connection and enter the secret.",
            )
        )


def explain(error: BaseException) -> Problem:
    """The problem behind any error; what is not foreseen is this program's own mistake, says so, and is logged."""
    problem = foreseen(error)
    if problem is not None:
        return problem
    _LOG.error("unforeseen %s", type(error).__name__, exc_info=error)
    return Problem(
        title="Bunker Desk made a mistake",
        happened=f"Something unforeseen happened inside Bunker Desk ({type(error).__name__}).",
        todo="Go on working. If it happens again, report it with what you were doing.",
    )


def foreseen(error: BaseException) -> Problem | None:
    """The problem behind an error; None for one that is this program's own mistake."""
    from bunkerdesk.api.errors import ServiceError

    match error:
        case BaseExceptionGroup():
            return foreseen(error.exceptions[0])
        case KnownProblem():
            return error.problem
        case ServiceError():
            return _service(error)
        case StoreProblem():
            return _store(error)
        case OSError():  # TimeoutError too
            return _computer(error)
        case _:
            return None


def _computer(error: OSError) -> Problem:
    if isinstance(error, TimeoutError):
        return Problem(
            title="The service takes too long",
            happened="The service did not answer in time.",
            todo="Try again in a moment.",
        )
    return Problem(
        title="This computer refused",
        happened=f"{error.strerror or 'A file or connection could not be used'}.",
        todo="Check free space and permissions, then try again.",
        reference=str(error.filename) if error.filename else None,
    )


def not_found(reference: str) -> Problem:
    """Nothing under a reference that a person asked for."""
    return Problem(
        title="Nothing under this reference",
        happened=f"No nomination or operation {reference} on this service.",
        safe="The service answered properly; it shows only what your company may see.",
        todo="Check the spelling, capital letters included, and that this is the right connection.",
    )


def not_read_back(reference: str, why: str) -> Problem:
    """The service took something and could not be asked how it has it now."""
    return Problem(
        title="Sent, and not read back",
        happened=f"The service took {reference}, but could not be asked for it afterwards. {why}",
        safe="It was sent, and is not sent again.",
        todo="Synchronise later to see it as the service has it.",
    )


_WORDS: dict[str, tuple[str, str]] = {
    "AuthenticationFailed": (
        "The service does not accept these credentials",
        "Check client id and secret in the connection, or ask the vendor for new ones.",
    ),
    "InsecureAddress": (
        "This address is not secure",
        "Use an address that begins with https:// in the connection.",
    ),
    "NotFound": (
        "Not found on the service",
        "Check the reference, and that this is the right connection.",
    ),
    "SharedReference": (
        "Several share this reference",
        "Open the reference and choose the one you mean.",
    ),
    "Refused": (
        "The service refused",
        "Mend what the service names, then send again.",
    ),
    "TooManyRequests": (
        "The service asks to slow down",
        "Wait a moment; Bunker Desk tries again by itself.",
    ),
    "Unreachable": (
        "The service cannot be reached",
        "Check the network and the address. Bunker Desk tries again by itself.",
    ),
    "UnreadableAnswer": (
        "The service's answer cannot be read",
        "Check that the address is the service's own, not a web page or a proxy. Otherwise report it to the vendor.",
    ),
    "NotSaved": (
        "The file could not be saved",
        "Check free space and permissions of the folder, then try again.",
    ),
}


def _service(error: Exception) -> Problem:
    names = [kind.__name__ for kind in type(error).__mro__]
    title, todo = next(
        (_WORDS[name] for name in names if name in _WORDS),
        ("The service reports a problem", "Try again; if it stays, report it to the vendor."),
    )
    if getattr(error, "is_outcome_unknown", False):
        safe = "It is not known whether the service received what was sent; sending it again is safe."
    else:
        safe = SEEN_IS_SAFE
    return Problem(title=title, happened=_happened(error), safe=safe, todo=todo, reference=_trace(error))


def _happened(error: Exception) -> str:
    """The error's own sentence, with the service's detail where the sentence does not already say it."""
    sentence = str(error).strip() or "The service did not do what was asked."
    problem = getattr(error, "problem", None)
    detail = (problem.sentence or problem.title or "").strip() if problem is not None else ""
    if detail and detail.rstrip(".") not in sentence:
        sentence = f"{_sentence(sentence)} {detail}"
    return _sentence(sentence)


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _trace(error: Exception) -> str | None:
    trace = getattr(error, "trace_id", None)
    return str(trace) if trace else None


_STORE_TODO = {
    Reason.FULL: "Free some space on the disk, then start Bunker Desk again.",
    Reason.READ_ONLY: "Give yourself the right to write there, or choose another data folder.",
    Reason.UNUSABLE: "Check the disk, then start Bunker Desk again.",
    Reason.NEWER: "Start the newer version of Bunker Desk, or choose another data folder.",
    Reason.CORRUPT: "Start Bunker Desk again: it sets the damaged file aside and fetches everything anew.",
    Reason.BUSY: "Close the other program that uses the data folder, then try again.",
    Reason.CLOSED: "Start Bunker Desk again.",
}


def _store(error: StoreProblem) -> Problem:
    return Problem(
        title="The local store has a problem",
        happened=str(error),
        safe="What the service holds is untouched. What is on the screen stays readable.",
        todo=_STORE_TODO[error.reason],
        reference=error.place or None,
    )
