"""Names of months and days in the languages of the trade's mail, folded (lower case, no accents)."""

_MONTHS = (
    "january jan enero ene januar jaenner janvier janv gennaio gen janeiro januari",
    "february feb febrero februar fevrier fevr fev februari febbraio fevereiro",
    "march mar marzo maerz marz mrz mars maart mrt marco",
    "april apr abril abr avril avr aprile",
    "may mayo mai mei maggio maio maj",
    "june jun junio juni juin giugno giu junho",
    "july jul julio juli juillet juil luglio lug julho",
    "august aug agosto ago aout augusti augustus",
    "september sept sep septiembre septembre setiembre settembre setembro",
    "october oct octubre oktober okt octobre ottobre ott outubro",
    "november nov noviembre novembre novembro",
    "december dec diciembre dic dezember dez decembre desember dicembre dezembro",
)
_DAYS = (
    "monday mon lunes lun montag mo lundi lunedi maandag mandag",
    "tuesday tue tues martes mar dienstag di mardi martedi dinsdag tirsdag",
    "wednesday wed miercoles mie mittwoch mi mercredi mer mercoledi woensdag onsdag",
    "thursday thu thur thurs jueves jue donnerstag do jeudi jeu giovedi donderdag torsdag",
    "friday fri viernes vie freitag fr vendredi ven venerdi vrijdag fredag",
    "saturday sat sabado sab samstag sa samedi sam sabato zaterdag lordag",
    "sunday sun domingo dom sonntag so dimanche dim domenica zondag sondag",
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
