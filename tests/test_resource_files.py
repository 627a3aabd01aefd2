"""Where the program finds its data."""

from bunkerdesk import resource_files


def test_resources_are_found_in_a_checkout() -> None:
    """The tables are there; a missing file is a path that does not exist, not an error."""
    assert resource_files.path("data", "ports.csv").is_file()
    assert not resource_files.path("data", "no such file").exists()
