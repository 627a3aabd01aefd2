"""The FastAPI application: routes from the endpoint table, authentication, and problem details for everything else."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox import openapi
from bunkerdesk.sandbox.calls import Call, raw_body, read_body, read_path, read_query
from bunkerdesk.sandbox.endpoints import ENDPOINTS, JSON, Endpoint
from bunkerdesk.sandbox.refusals import PROBLEM_TYPE, Refusal, problem_text, title
from bunkerdesk.sandbox.service import Service
from bunkerdesk.sandbox.tokens import TokenRefusal

TOKEN_PATH = "/oauth/token"
_NO_STORE = {"Cache-Control": "no-store", "Pragma": "no-cache"}

Answer = Callable[[Request], Awaitable[Response]]


class RawPath:
    """Routes on the path as it was sent, so that `%2F` stays inside its segment; parameters are decoded later."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope.get("raw_path"):
            path = scope["raw_path"].partition(b"?")[0].decode("latin-1")
            if path.startswith("http://"):  # the form that is sent to proxies; every server must take it (RFC 9112)
                path = "/" + path.removeprefix("http://").partition("/")[2]
            scope = {**scope, "path": path}
        await self._app(scope, receive, send)


def make_application(service: Service, base_url: str) -> FastAPI:
    """The application over a service; `base_url` is what the OpenAPI document names as its server."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.add_middleware(RawPath)
    app.add_exception_handler(HTTPException, _on_http_exception(service))
    app.add_exception_handler(Exception, _on_failure(service))
    described = jsontext.write(openapi.document(base_url), indent=2)

    async def describe(request: Request) -> Response:
        return Response(described, media_type=JSON)

    _add(app, service, "/openapi.json", {"GET": describe})
    _add(app, service, TOKEN_PATH, {"POST": _token(service)})
    by_path: dict[str, dict[str, Answer]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, {})[endpoint.method] = _authenticated(service, endpoint)
    for path, answers in by_path.items():
        _add(app, service, path, answers)
    return app


def _add(app: FastAPI, service: Service, path: str, answers: dict[str, Answer]) -> None:
    """One route a path, so that 405 names every method it has."""

    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        try:
            return await answers[method](request)
        except Refusal as refusal:
            return _problem(service, request, refusal.status, refusal.detail, refusal.headers)
        except ClientDisconnect:
            return Response(status_code=400)

    app.router.routes.append(Route(path, answer, methods=list(answers)))


def _authenticated(service: Service, endpoint: Endpoint) -> Answer:
    async def answer(request: Request) -> Response:
        company = service.tokens.company(request.headers.getlist("authorization"))
        call = Call(service, company, read_path(request.path_params))
        if endpoint.query:
            call.query = read_query(request.scope["query_string"], endpoint.query)
        if endpoint.body is not None:
            body = await raw_body(request)
            call.body = read_body(request.headers.get("content-type"), body, optional=endpoint.body_optional)
        return await endpoint.handler(call)

    return answer


def _token(service: Service) -> Answer:
    async def answer(request: Request) -> Response:
        try:
            body = await raw_body(request)
            issued = service.tokens.issue(request.headers.get("content-type", ""), body)
        except TokenRefusal as refusal:
            return _token_refusal(refusal.status, refusal)
        except Refusal as refusal:
            return _token_refusal(400, TokenRefusal("invalid_request", refusal.detail))
        return Response(jsontext.write(issued), 200, _NO_STORE, JSON)

    return answer


def _token_refusal(status: int, refusal: TokenRefusal, headers: dict[str, str] | None = None) -> Response:
    """The form of the token endpoint; it never answers a problem detail ("Errors" 2)."""
    return Response(jsontext.write(refusal.body), status, {**_NO_STORE, **(headers or {})}, JSON)


def _problem(
    service: Service, request: Request, status: int, detail: str, headers: dict[str, str] | None = None
) -> Response:
    text = problem_text(status, detail, request.scope["path"], service.clock.now())
    return Response(text, status, headers, PROBLEM_TYPE)


def _on_http_exception(service: Service) -> Callable[[Request, Any], Response]:
    """404 of an unknown path and 405 with its Allow header."""

    def answer(request: Request, error: HTTPException) -> Response:
        detail = {404: "There is no such path.", 405: "The path does not take this method."}
        headers, sentence = dict(error.headers or {}), detail.get(error.status_code, title(error.status_code))
        if request.scope["path"] == TOKEN_PATH:
            return _token_refusal(error.status_code, TokenRefusal("invalid_request", sentence), headers)
        return _problem(service, request, error.status_code, sentence, headers)

    return answer


def _on_failure(service: Service) -> Callable[[Request, Exception], Response]:
    """A fault of the service itself: the caller learns its trace id and no more."""

    def answer(request: Request, error: Exception) -> Response:
        sentence = "The service has failed to answer."
        if request.scope["path"] == TOKEN_PATH:
            return _token_refusal(500, TokenRefusal("server_error", sentence))
        return _problem(service, request, 500, sentence)

    return answer
