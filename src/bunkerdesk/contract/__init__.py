"""The service's interface as data: one pydantic model per resource of the specification.

Read answers with `Resource.read` (tolerant), build requests with the models of `requests` (strict). May use
nothing else of ours; knows neither Qt, httpx nor sqlite3.
"""
