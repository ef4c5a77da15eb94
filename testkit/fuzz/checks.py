"""What the fuzzer checks beside its own checks. Reads what it needs from the environment."""

import json
import os
import re

import schemathesis

FOREIGN_IDS = [one for one in os.environ.get("FUZZ_FOREIGN_IDS", "").split(",") if one]
CLOSED = os.environ.get("FUZZ_CLOSED") == "1"
INTERNALS = re.compile(r"node_modules|\bat .+\.[jt]s:\d+|\bselect .+ from |\binsert into |SQLSTATE|PGlite", re.IGNORECASE)


@schemathesis.serializer("application/x-ndjson")
def one_line(ctx, value):
    return json.dumps(value).encode() + b"\n"


@schemathesis.check
def hides_what_is_foreign(ctx, response, case):
    url = response.request.url or ""
    if response.status_code < 300 and any(one in url for one in FOREIGN_IDS):
        raise AssertionError(f"another organization's object was shown: {url}")


@schemathesis.check
def is_closed_without_a_key(ctx, response, case):
    needs_key = bool(case.operation.definition.raw.get("security"))
    if CLOSED and needs_key and response.status_code < 300:
        raise AssertionError(f"answered {response.status_code} without a key")


@schemathesis.check
def tells_limits_and_request(ctx, response, case):
    for name in ("x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit"):
        if name not in response.headers:
            raise AssertionError(f"the header {name} is missing on a {response.status_code}")


@schemathesis.check
def tells_no_internals(ctx, response, case):
    found = INTERNALS.search(response.text) if response.status_code >= 400 else None
    if found:
        raise AssertionError(f"the body reveals internals: {found.group(0)}")
