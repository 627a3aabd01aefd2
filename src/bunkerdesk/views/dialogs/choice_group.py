"""One question of a dialog, answered by one of a few radio buttons."""

from collections.abc import Sequence

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from bunkerdesk.views.widgets.labels import label

Option = tuple[str, str, str]
"""Key, words and a hint."""
CHOICE_PADDING = 3
"""Above the words of a radio button: the style sheet's padding and border."""


class ChoiceGroup(QButtonGroup):
    """The buttons in the order of the options, to be laid out by the dialog beside the `heading`."""

    def __init__(self, name: str, title: str, options: Sequence[Option], chosen: str, parent: QWidget) -> None:
        """The first is chosen where what was chosen before is none of them; buttons are called `name.key`."""
        super().__init__(parent)
        self.heading = label(title, "dim", parent)
        # In line with the words of the first choice.
        self.heading.setContentsMargins(0, CHOICE_PADDING, 0, 0)
        keys = [key for key, _, _ in options]
        for place, (key, words, hint) in enumerate(options):
            one = QRadioButton(words, parent)
            one.setObjectName(f"{name}.{key}")
            one.setAccessibleName(f"{title}: {words}")
            one.setAccessibleDescription(hint)
            one.setToolTip(hint)
            one.setProperty("key", key)
            one.setChecked(key == chosen or (place == 0 and chosen not in keys))
            self.addButton(one)

    @property
    def answer(self) -> str:
        """The key of what is chosen."""
        checked = self.checkedButton()
        return str(checked.property("key")) if checked is not None else ""
