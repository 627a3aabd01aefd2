"""The review page: a clean delivery, an error, gas, the verdicts and their dialogs."""

from PySide6.QtWidgets import QApplication

from bunkerdesk.app.tour_guide import Stop, Tour
from bunkerdesk.desk.record import Record

FLASH_POINT, SULPHUR, GAS, CLEAN = "SO-24137", "SO-24136", "SO-24127", "SO-24121"
PAPER_DIFFERS = "SO-24122"
NARROW = (1280, 720)


async def _close(tour: Tour) -> None:
    modal = QApplication.activeModalWidget()
    if modal is not None:
        modal.close()
    await tour.settle()


def _operation(tour: Tour, reference: str) -> Record | None:
    records = tour.workplace.session.desk.records(reference)
    return next((record for record in records if record.kind == "operation"), None)


async def _open(tour: Tour, reference: str) -> None:
    await _close(tour)
    tour.workplace.window.show_page("review")
    record = _operation(tour, reference)
    if record is not None:
        await tour.workplace.reviewing.open(record.id)
    await tour.settle()


async def _queue(tour: Tour) -> None:
    await _close(tour)
    tour.workplace.window.show_page("review")
    await tour.settle()
    view = tour.workplace.reviewing.view
    if view is not None:
        view.take_focus()


async def _clean(tour: Tour) -> None:
    await _open(tour, CLEAN)


async def _error(tour: Tour) -> None:
    await _open(tour, FLASH_POINT)


async def _figure(tour: Tour) -> None:
    await _open(tour, FLASH_POINT)
    view = tour.workplace.reviewing.view
    if view is not None:
        view.go_to("bunkerDeliveryNotes[0].productFlashPoint")


async def _paper(tour: Tour) -> None:
    """A quantity that stands otherwise on the signed paper."""
    await _open(tour, PAPER_DIFFERS)
    view = tour.workplace.reviewing.view
    if view is not None:
        view.go_to("bunkerDeliveryNotes[0].quantityDelivered")
    await tour.settle()


async def _gas(tour: Tour) -> None:
    await _open(tour, GAS)


async def _charts(tour: Tour) -> None:
    await _open(tour, GAS)
    view = tour.workplace.reviewing.view
    if view is not None:
        view.show_below()


async def _protest(tour: Tour) -> None:
    await _open(tour, FLASH_POINT)
    tour.workplace.runner.trigger("review.protest")
    await tour.until_dialog()


async def _limits(tour: Tour) -> None:
    await _open(tour, FLASH_POINT)
    tour.workplace.runner.trigger("review.limits")
    await tour.until_dialog()


async def _claims(tour: Tour) -> None:
    await _open(tour, FLASH_POINT)
    tour.workplace.runner.trigger("review.claims")
    await tour.until_dialog()


async def _later(tour: Tour) -> None:
    """Signed as it was before the service changed a figure: the change stands against the signature."""
    from dataclasses import replace

    from bunkerdesk.contract import jsontext
    from bunkerdesk.contract.operation import Operation
    from bunkerdesk.desk.review_state import Verdict

    await _close(tour)
    record, desk = _operation(tour, SULPHUR), tour.workplace.session.desk
    if record is None:
        return
    shown = await desk.reviews.examine(record.id)
    if shown is not None and not shown.review.is_signed:
        former = jsontext.parse(record.resource.to_json())
        former["bunkerDeliveryNotes"][0]["productSulphurContent"]["value"] = "0.48"
        signed = replace(shown, record=replace(record, resource=Operation.read(former)))
        await desk.reviews.sign(signed, Verdict.REMARK, "A. Surveyor", "Sulphur close to the limit, sample kept.")
    await _open(tour, SULPHUR)


STOPS: list[Stop] = [
    Stop("review-queue", _queue),
    Stop("review-clean", _clean),
    Stop("review-error", _error),
    Stop("review-figure", _figure),
    Stop("review-paper-differs", _paper),
    Stop("review-gas", _gas),
    Stop("review-charts", _charts),
    Stop("review-protest", _protest),
    Stop("review-limits", _limits),
    Stop("review-claims", _claims),
    Stop("review-changed-after-sign-off", _later),
    Stop("review-narrow", _error, NARROW),
]
