"""Names of months and days in English, Spanish, German and French, folded (lower case, no accents)."""

_MONTHS = (
    "january jan enero ene januar jaenner janvier janv",
    "february feb febrero februar fevrier fevr fev",
    "march mar marzo maerz marz mrz mars",
    "april apr abril abr avril avr",
    "may mayo mai",
    "june jun junio juni juin",
    "july jul julio juli juillet juil",
    "august aug agosto ago aout",
    "september sept sep septiembre septembre setiembre",
    "october oct octubre oktober okt octobre",
    "november nov noviembre novembre",
    "december dec diciembre dic dezember dez decembre",
)
_DAYS = (
    "monday mon lunes lun montag mo lundi",
    "tuesday tue tues martes mar dienstag di mardi",
    "wednesday wed miercoles mie mittwoch mi mercredi mer",
    "thursday thu thur thurs jueves jue donnerstag do jeudi jeu",
    "friday fri viernes vie freitag fr vendredi ven",
    "saturday sat sabado sab samstag sa samedi sam",
    "sunday sun domingo dom sonntag so dimanche dim",
)
_RELATIVE = {
    "today": 0,
    "hoy": 0,
    "heute": 0,
    "aujourd'hui": 0,
    "aujourdhui": 0,
    "tonight": 0,
    "tomorrow": 1,
    "tmrw": 1,
    "tmr": 1,
    "manana": 1,
    "morgen": 1,
    "demain": 1,
    "yesterday": -1,
    "ayer": -1,
    "gestern": -1,
    "hier": -1,
}


def _numbered(lines: tuple[str, ...], first: int) -> dict[str, int]:
    return {name: number for number, line in enumerate(lines, first) for name in line.split()}


MONTHS: dict[str, int] = _numbered(_MONTHS, 1)
"""Month number of a folded name or short form."""

WEEKDAYS: dict[str, int] = _numbered(_DAYS, 0)
"""Day of the week, Monday 0, of a folded name or short form."""

RELATIVE_DAYS: dict[str, int] = _RELATIVE
"""Days from today of a folded word."""
