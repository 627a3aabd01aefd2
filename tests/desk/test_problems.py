"""Every refusal says what happened, what is safe, what to do: in plain words, without a traceback or a class name."""

import errno

import pytest

from bunkerdesk import api
from bunkerdesk.cache import Reason, StoreProblem
from bunkerdesk.contract.problem import ProblemDetail
from bunkerdesk.desk.problems import explain, foreseen, not_found

DETAIL = ProblemDetail(title="Unprocessable", detail="laycanEnd is missing", status=422)

ERRORS = [
    api.ServiceError("Odd."),
    api.AuthenticationFailed("The service refused the credentials.", status=401),
    api.NotFound("Nothing there.", status=404),
    api.SharedReference("Several share it.", status=422),
    api.Refused("The service refused.", status=422, problem=DETAIL, trace_id="abc-1"),
    api.TooManyRequests("Slow down.", status=429),
    api.Unreachable.because(api.Reason.NETWORK, "No route to the service"),
    api.UnreadableAnswer("A web page came instead."),
    api.InsecureAddress("http:// is not secure."),
    api.NotSaved("The disk is full."),
    *(StoreProblem(reason, "/somewhere") for reason in Reason),
    OSError(errno.EACCES, "Permission denied", "/somewhere"),
    TimeoutError(),
    KeyError("secret-internal-detail"),
    ExceptionGroup("group", [api.TooManyRequests("Slow down.", status=429)]),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: f"{type(error).__name__}-{error}"[:40])
def test_each_error_has_all_three_parts(error: Exception):
    """No empty sentence, none that breaks off, no inner detail of the program."""
    problem = explain(error)
    assert problem.title
    for sentence in (problem.happened, problem.safe, problem.todo):
        assert sentence.endswith((".", "!"))
    assert "secret-internal-detail" not in str(problem)
    assert "Traceback" not in str(problem)


def test_what_nobody_foresaw_leaves_its_trace_in_the_log(caplog: pytest.LogCaptureFixture):
    """A person is told in plain words; whoever has to mend it needs the place."""
    with pytest.raises(KeyError) as raised:
        {}["key"]
    assert foreseen(raised.value) is None
    explain(raised.value)
    assert "test_problems.py" in caplog.text
    caplog.clear()
    explain(api.TooManyRequests("Slow down.", status=429))
    assert caplog.text == ""


def test_the_service_s_own_words_and_mark_are_passed_on():
    """What the service names is what the person mends, and the trace id is what support asks for."""
    problem = explain(api.Refused("The service refused.", status=422, problem=DETAIL, trace_id="abc-1"))
    assert "laycanEnd is missing" in problem.happened
    assert problem.reference == "abc-1"


def test_an_unknown_outcome_is_said():
    """After a broken connection nobody may claim that nothing was sent."""
    problem = explain(api.Unreachable.because(api.Reason.TIMEOUT, "No answer.", was_sent=True))
    assert "not known" in problem.safe


def test_a_group_is_explained_by_its_cause():
    """Several tasks failed for one reason: one message."""
    assert "slow down" in explain(ERRORS[-1]).title


def test_nothing_under_a_reference_names_it():
    """The person sees what was searched for."""
    assert "BD-7" in not_found("BD-7").happened
