from typing import Any

import pytest
from tests.rules.notes import delivery
from tests.rules.notes.delivery import Judge, MakeCase

from bunkerdesk.rules.notes.outcomes import Judged
from bunkerdesk.rules.notes.registry import BY_NUMBER


@pytest.fixture
def make_case() -> MakeCase:
    return delivery.make_case


@pytest.fixture
def judge() -> Judge:
    def ask(rule: str, **spoiled: Any) -> Judged:
        return BY_NUMBER[rule].judge(delivery.make_case(**spoiled))

    return ask
