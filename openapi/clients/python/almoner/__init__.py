"""A client of Almoner, the donor-management service: typed records, safe retries, copies that stay true, verified events."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Generic, Iterable, Iterator, List, Mapping, Optional, Tuple, TypeVar, Union, cast, overload
from urllib.parse import quote, unquote, urlencode, urljoin

import httpx
import standardwebhooks
from typing_extensions import Literal, NotRequired, TypedDict

from . import types
from .types import Event

__all__ = ["Almoner", "AlmonerError", "Answer", "BatchOperation", "Event", "Kind", "MirrorState", "MirroredKind", "Page", "Records", "types", "verify"]

Record = TypeVar("Record")
Create = TypeVar("Create")
Update = TypeVar("Update")
Query = TypeVar("Query", bound=Mapping[str, object])
Kind = Literal["contacts", "gifts", "pledges", "tasks", "households", "funds", "campaigns", "batches"]
# The kinds whose changes the service tells. The lists of the others are read whole.
MirroredKind = Literal["contacts", "gifts", "pledges", "tasks"]

_PAGE = 500
_EVENTS_PAGE = 1000
_LONGEST_BACKOFF = 30.0


class AlmonerError(Exception):
    """A request that the service refused, or that got no answer; or an event that cannot be verified."""

    def __init__(self, message: str, status: int = 0, code: str = "", headers: Optional[Mapping[str, str]] = None) -> None:
        super().__init__(message)
        headers = headers or {}
        #: What is wrong, for people.
        self.message = message
        #: The status of the answer; 0 if none came, or only a part of one.
        self.status = status
        #: The `Error-Code` of the answer, such as `taken`; `no_answer` or `unverified` if the client says so itself.
        self.code = code or headers.get("Error-Code", "")
        #: The fields that have a problem.
        self.fields = _strings(headers.get("Error-Fields", ""))
        #: The id of the request, with which the operator finds it in the log.
        self.request_id = headers.get("X-Request-Id")
        #: How many seconds the service wants to be left alone.
        self.retry_after = _seconds(headers.get("Retry-After", ""))

    @property
    def is_transient(self) -> bool:
        """Whether the same request may succeed later."""
        return self.code in ("no_answer", "in_progress") or self.status in (408, 429, 502, 503, 504)


@dataclass(frozen=True)
class Answer(Generic[Record]):
    """What the service has answered: the record, and what the headers say of it."""

    data: Record
    status: int
    headers: Mapping[str, str]

    @property
    def etag(self) -> Optional[str]:
        """The record as it is now: pass it as `if_match` to change nothing that you have not seen."""
        return self.headers.get("ETag")


@dataclass(frozen=True)
class Page(Generic[Record]):
    """A page of a list."""

    records: List[Record]
    #: The number of records on all pages.
    total_count: int
    #: Where to go on when the list has changed: keep that of the first page.
    sync_cursor: Optional[str]


class BatchOperation(TypedDict):
    """One create or update of a batch: by `id`, by `external_id`, or of a new record."""

    kind: Kind
    body: Mapping[str, object]
    id: NotRequired[int]
    external_id: NotRequired[str]
    idempotency_key: NotRequired[str]
    if_match: NotRequired[str]


class MirrorState(TypedDict, total=False):
    """Where a copy is. Begin with `{}`, and store it with the copy."""

    cursor: Optional[str]
    #: Whether what came was the whole list. Then drop from the copy what did not come.
    whole: bool


class Almoner:
    """A client for one account of the service at `base_url`. Threads may share it.

    A request is tried up to `tries` times, and no try begins later than `patience` seconds after the first. Each waits up to
    `timeout` seconds for the service. Waits between tries begin with `backoff` seconds, and double.
    """

    def __init__(
        self, base_url: str, api_key: str, *, timeout: float = 30, tries: int = 6, patience: float = 90, backoff: float = 0.5
    ) -> None:
        # The web application shows the address with the path of the API.
        self._base = base_url.rstrip("/").removesuffix("/api/v1") + "/api/v1/"
        # A key that was read from a file ends with a line. What cannot be in a header must not come into an error's text.
        api_key = api_key.strip()
        if not re.fullmatch(r"[!-~]+", api_key):
            raise AlmonerError("the API key is empty, or has characters that no key has", code="invalid_key")
        self._http = httpx.Client(headers={"Authorization": f"Bearer {api_key}"}, timeout=timeout)
        self._tries, self._patience, self._backoff = tries, patience, backoff
        self.contacts: Records[types.Contact, types.ContactCreate, types.ContactUpdate, types.ContactsQuery]
        self.contacts = Records(self, "contacts")
        self.gifts: Records[types.Gift, types.GiftCreate, types.GiftUpdate, types.GiftsQuery] = Records(self, "gifts")
        self.pledges: Records[types.Pledge, types.PledgeCreate, types.PledgeUpdate, types.PledgesQuery]
        self.pledges = Records(self, "pledges")
        self.tasks: Records[types.Task, types.TaskCreate, types.TaskUpdate, types.TasksQuery] = Records(self, "tasks")
        self.households: Records[types.Household, types.HouseholdCreate, types.HouseholdUpdate, types.HouseholdsQuery]
        self.households = Records(self, "households")
        self.funds: Records[types.Fund, types.FundCreate, types.FundUpdate, types.FundsQuery] = Records(self, "funds")
        self.campaigns: Records[types.Campaign, types.CampaignCreate, types.CampaignUpdate, types.CampaignsQuery]
        self.campaigns = Records(self, "campaigns")
        self.batches: Records[types.GiftBatch, types.GiftBatchCreate, types.GiftBatchUpdate, types.BatchesQuery]
        self.batches = Records(self, "batches")

    def __enter__(self) -> Almoner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, object]] = None,
        body: Optional[object] = None,
        headers: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Any]:
        """Sends a request to any operation in JSON, such as `request("GET", "giving-summary")`, until an answer is final."""
        url = urljoin(self._base, path if path.startswith("/api/v1/") else path.lstrip("/"))
        if not url.startswith(self._base):
            raise AlmonerError("the address is not one of the service, so the key is not sent there", code="foreign_address")
        if parameters := list(_parameters(query or {})):
            url += "?" + urlencode(parameters)
        sent = dict(headers or {})
        content = None if body is None else json.dumps(body, default=_json_number).encode()
        if content is not None:
            sent["Content-Type"] = "application/json"
        if method not in ("GET", "HEAD"):
            sent["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        end = time.monotonic() + self._patience
        tried = 0
        while True:
            try:
                return self._attempt(method, url, content, sent)
            except AlmonerError as error:
                tried += 1
                backoff = min(self._backoff * 2 ** (tried - 1), _LONGEST_BACKOFF) * random.uniform(0.5, 1)
                wait = max(backoff, error.retry_after)
                if not error.is_transient or tried >= self._tries or time.monotonic() + wait > end:
                    raise
            time.sleep(wait)

    def _attempt(self, method: str, url: str, content: Optional[bytes], headers: Mapping[str, str]) -> Answer[Any]:
        try:
            response = self._http.request(method, url, content=content, headers=headers)
        except httpx.RequestError as error:
            raise AlmonerError(f"no answer: {error or type(error).__name__}", code="no_answer") from error
        try:
            envelope = json.loads(response.content, parse_float=Decimal)
            data, message = envelope["data"], envelope["message"]
        except (ValueError, KeyError, TypeError) as error:
            if response.is_success:
                raise AlmonerError("the answer is not whole", code="no_answer") from error
            data, message = None, f"the answer is {response.status_code} {response.reason_phrase}"
        if not response.is_success:
            raise AlmonerError(message, response.status_code, headers=response.headers)
        return Answer(data, response.status_code, response.headers)

    def batch(
        self, operations: Iterable[BatchOperation], *, atomic: bool = False, idempotency_key: Optional[str] = None
    ) -> Answer[types.Batch]:
        """Carries out up to 100 creates and updates. Look at `failed_count`: each operation has an answer of its own."""
        body = {"operations": list(operations), "atomic": int(atomic)}
        return self.request("POST", "batch", body=body, idempotency_key=idempotency_key)

    @overload
    def mirror(self, kind: Literal["contacts"], state: MirrorState) -> Iterator[types.Contact]: ...
    @overload
    def mirror(self, kind: Literal["gifts"], state: MirrorState) -> Iterator[types.Gift]: ...
    @overload
    def mirror(self, kind: Literal["pledges"], state: MirrorState) -> Iterator[types.Pledge]: ...
    @overload
    def mirror(self, kind: Literal["tasks"], state: MirrorState) -> Iterator[types.Task]: ...
    def mirror(self, kind: MirroredKind, state: MirrorState) -> Iterator[Any]:
        """Yields the records that have changed since `state`, each without what it shows of others; all, the first time.

        A record may come twice: the later one counts. `state` moves on when the last record has been taken. If the service no
        longer knows the cursor, because its database was restored, all records come again, and `state["whole"]` is true.
        """
        records: Records[Any, Any, Any, Dict[str, object]] = Records(self, kind)
        query: Dict[str, object] = {"include": ["none"]}
        since = state.get("cursor")
        pages = records.pages({**query, "updated_since": since} if since else query)
        try:
            first = next(pages)
        except AlmonerError as error:
            if not since or error.status != 422:
                raise
            since, pages = None, records.pages(query)
            first = next(pages)
        state["whole"] = not since
        yield from first.records
        for page in pages:
            yield from page.records
        # That of the first page: what changes while the others are read comes the next time.
        state["cursor"] = first.sync_cursor

    def events(self, after: Optional[str] = None, query: Optional[types.EventsQuery] = None) -> Iterator[Event]:
        """Yields the events after the one with this id, or all, up to the end of the log. Then call it with the last id."""
        while True:
            asked = {**(query or {}), "limit": _EVENTS_PAGE, **({"after": after} if after else {})}
            events = self.request("GET", "events", query=asked).data
            yield from events
            if len(events) < _EVENTS_PAGE:
                return
            after = events[-1]["id"]


class Records(Generic[Record, Create, Update, Query]):
    """The records of one kind."""

    def __init__(self, client: Almoner, kind: str) -> None:
        self._client, self._kind = client, kind

    def list(self, query: Optional[Query] = None) -> List[Record]:
        """Returns the whole list, or with `limit` one page of it."""
        return cast(List[Record], self._client.request("GET", self._kind, query=query).data)

    def pages(self, query: Optional[Query] = None) -> Iterator[Page[Record]]:
        """Yields the list page by page, of `limit` records each."""
        answer = self._client.request("GET", self._kind, query={"limit": _PAGE, **(query or {})})
        while True:
            yield Page(answer.data, int(answer.headers["Total-Count"]), answer.headers.get("Sync-Cursor"))
            following = re.match(r'<([^>]*)>; rel="next"', answer.headers.get("Link", ""))
            if not following:
                return
            answer = self._client.request("GET", following[1])

    def read(self, id: int, *, include: Optional[List[str]] = None) -> Answer[Record]:
        """Reads a record; `include` says what it shows of others, such as `["none"]`."""
        return self._client.request("GET", f"{self._kind}/{id}", query={"include": include})

    def create(self, body: Create, *, idempotency_key: Optional[str] = None) -> Answer[Record]:
        """Creates a record."""
        return self._client.request("POST", self._kind, body=body, idempotency_key=idempotency_key)

    def update(
        self, id: int, body: Update, *, if_match: Optional[str] = None, idempotency_key: Optional[str] = None
    ) -> Answer[Record]:
        """Changes the fields that are sent. With `if_match` it fails with 412 if the record is no longer the one you know."""
        return self._put(str(id), body, {"If-Match": if_match}, idempotency_key)

    def upsert(
        self,
        external_id: str,
        body: Update,
        *,
        if_match: Optional[str] = None,
        only_new: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Answer[Record]:
        """Updates the record that has this id in another system (status 200), or creates it (201)."""
        headers = {"If-Match": if_match, "If-None-Match": "*" if only_new else None}
        return self._put(f"by-external-id/{quote(external_id, safe='')}", body, headers, idempotency_key)

    def _put(self, path: str, body: Update, headers: Mapping[str, Optional[str]], key: Optional[str]) -> Answer[Record]:
        sent = {name: value for name, value in headers.items() if value is not None}
        return self._client.request("PUT", f"{self._kind}/{path}", body=body, headers=sent, idempotency_key=key)


def verify(headers: Mapping[str, str], body: Union[bytes, str], secret: str) -> Event:
    """Returns the event of a webhook's request, from its headers and its body as it came. Raises `AlmonerError` if it is not
    signed with the secret, or is more than five minutes old."""
    webhook = standardwebhooks.Webhook(secret)
    try:
        webhook.verify(body, dict(headers), json_parse=False)
        return cast(Event, json.loads(body, parse_float=Decimal))
    except (standardwebhooks.WebhookVerificationError, ValueError) as error:
        raise AlmonerError(f"the event is not verified: {error}", code="unverified") from error


def _parameters(query: Mapping[str, object]) -> Iterator[Tuple[str, str]]:
    def text(value: object) -> str:
        return value if isinstance(value, str) else json.dumps(value, default=_json_number)

    for name, value in query.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}[{key}]", text(one)) for key, one in value.items())
        elif isinstance(value, (list, tuple)):
            yield name, ",".join(map(text, value))
        elif value is not None:
            yield name, text(value)


def _json_number(value: object) -> Union[float, str]:
    """Writes a decimal as a number if a float has the same digits, and otherwise as a string, which the service reads too."""
    if not isinstance(value, Decimal):
        raise TypeError(f"{type(value).__name__} is not JSON")
    return float(value) if Decimal(repr(float(value))) == value else str(value)


def _strings(header: str) -> List[str]:
    """Reads a list of strings (RFC 9651)."""
    found = re.findall(r'(%?)"((?:[^"\\]|\\.)*)"', header)
    return [unquote(text) if display else re.sub(r"\\(.)", r"\1", text) for display, text in found]


def _seconds(retry_after: str) -> float:
    """Reads a `Retry-After`: seconds, or a date."""
    try:
        return float(retry_after)
    except ValueError:
        pass
    try:
        return (parsedate_to_datetime(retry_after) - datetime.now(timezone.utc)).total_seconds()
    except (TypeError, ValueError):
        return 0
