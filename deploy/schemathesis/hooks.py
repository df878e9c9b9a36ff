"""What Schemathesis needs to know about this service in addition to the OpenAPI document."""

import datetime
import re

import schemathesis
import view
from hypothesis import strategies as st

# The rules that the schema does not express, as regular expressions for the messages of the service. They depend on
# other records, on other fields, on the day, or on lists that would make the document unreadable. The service refuses a
# schema-valid request only because of these rules.
RULES = [
    # Other records.
    r"[\w.\[\]]+( \([\d, ]+\))? must be the id of (a|an|another) [\w ]+ of this account( with contact_is_org 1)?",
    r"gift_adjusts_id must be the id of another gift",
    r"gift_soft_credits\[\d+\] must be another contact than the giver",
    r"\w+_external_id must be the external id of a \w+ of this account",
    r"\w+_external_id is not that of \w+: leave one of them out",
    r"contact_match fits no contact, and has no contact to make",
    r"from_id must be the id of (another contact|a contact of the same contact_type)",
    r"contact_id must be the id of another contact",
    r"\w+\[\d+\]\.id must be the id of an item of this contact's list",
    r"pledge_id must be a pledge of the gift's contact and currency",
    r"(gift|pledge)_id must be a (gift|pledge) of the task's contact(, or one that the contact is credited with)?",
    r"\w+_id must not lead back to this record, from one to the next",
    r"(contact|giftType) is not what the record has; send \w+, or leave \w+ out",
    r"operations(\[\d+\]\.(id|external_id|idempotency_key|if_match))? must not be empty",
    r"operations\[\d+\]\.external_id must not be sent with id",
    r"operations\[\d+\]\.idempotency_key must be visible ASCII characters",
    r"operations\[\d+\]\.if_match must be \* or entity tags in double quotes, separated by commas",
    r"operations\[\d+\]\.if_match must not be sent without id or external_id",
    r"\w+ must not change while gifts are linked to the pledge(, but a merge of both contacts moves them all)?",
    r"contact_is_org must stay 1 while other contacts have this one as contact_org_id",
    r"webhooks are at most 50 in an account",
    # What a saved list keeps: the parameters of the list of its kind, with all of their rules.
    r"lists are at most 500 in an account: remove one on the page Lists",
    r"list_filter must not be longer than 4096 bytes as a query",
    r"list_filter\..*",
    r"list_columns must not have more than 100 columns",
    r"list_columns\[\d+\] must .*",
    r"list_shared can be set to 0 only by who made the list",
    r"columns must (be sent with for=excel|not have .*, which no column is called)",
    r"webhook_status must be active or paused, but is disabled: .*",
    # What to show of others.
    r"(include|webhook_include) must be none alone, or what to show",
    r"webhook_include\[\d+\] must not be giving, which only lists and reads of contacts show",
    # Other fields.
    r"contact_match must (not be sent with contact_id|have a contact_external_id, an email, or a contact with a last name "
    r"and the postal code of an address)",
    r"contact_external_id must be that of contact_match, or be left out",
    # The path, and whether a PUT by external id creates.
    r"\w+_external_id must be that of the path, or be left out",
    r"\w+_external_id must not contain control characters other than tab and newline",
    r"(contact_status|gift_amount|pledge_amount|contact_id|task_subject|household_name|batch_name|list_name|list_kind|fund_name|campaign_name|splits\[\d+\]\.split_amount) is required",
    r"contact_lname is required unless contact_anonymous is 1",
    r"members\[\d+\]\.contact_id must be (a person|of no other household: take it out of household \d+ first)",
    r"members must not have more than (one head|50 members)",
    r"members\[\d+\]\.contact_external_id must be the external id of a contact of this account",
    r"task_assignee_id must be the user_id of a member of this account",
    r"task_done must be 1 exactly when task_completed_on is set",
    r"task_status must be done exactly when (task_done is 1|task_completed_on is set)",
    r"pledge_change_from is for a change: the first term begins on pledge_start_date",
    r"pledge_change_from needs what has changed, because the amount and the frequency are those of the start",
    r"pledge_change_from must not (lie after pledge_end_date|lie ahead of today when the status changes: change it on that day)",
    r"pledge_change_from must not (be sent with another currency, which is a correction|make more than 100 changes)",
    r"pledge_pause_until (needs pledge_status paused: send both|must not lie before the pause begins)",
    r"pledge_currency must not change after the amount or the frequency has changed: end the pledge, and make another",
    r"pledge_end_date must not lie before pledge_start_date",
    r"campaign_start_date must not lie after campaign_end_date",
    # Funds, campaigns and the parts of a gift.
    r"campaign_goal (is too large|must lie within ±\d[\d.]* [A-Z]{3}|must be greater than 0|has more than the \d decimals of [A-Z]{3})",
    r"from_id must be the id of (a|another) (fund|campaign)( of this account)?",
    r"(gift|pledge)_(fund|campaign) must be (an active (fund|campaign) of this account|a (fund|campaign) on the list of this account.*)",
    r"splits\[\d+\]\.split_(fund|campaign) must be (an active (fund|campaign) of this account|a (fund|campaign) on the list of this account.*)",
    r"splits must add up to gift_amount: they come to [-\d.]+ of [-\d.]+",
    r"splits\[\d+\]\.id must be the id of a split of this gift, once",
    r"splits\[\d+\]\.split_amount (is too large|must lie within ±\d[\d.]* [A-Z]{3}|must not be 0|has more than the \d decimals of [A-Z]{3})",
    r"gift_refunded_on must (be empty unless gift_status is refunded|not lie before gift_date)",
    r"gift_tribute_name is required with gift_tribute_type",
    # Batches of gifts.
    r"batch_id must not be batch \d+ \(.*\), which is closed: an owner reopens it first",
    r"\w+ must stay as it is while batch \d+ \(.*\) is closed: an owner reopens it first",
    r"batch_id must be a batch in the gift's currency, and this one is in [A-Z]{3}",
    r"batch_expected_(count|total) is ([-\d.]+|not set), the gifts (are|come to) [-\d.]+: correct one or give batch_close_reason",
    r"batch_close_reason must be empty unless batch_status is closed",
    r"batch_\w+ must stay as it is while the batch is closed: an owner reopens it first, with batch_status open",
    r"batch_currency must stay [A-Z]{3} while the batch has gifts",
    r"since must lie before until( and before now)?",
    # Ranges have an order.
    r"(from|from_year|due_from|since|last_gift_after|given_from) must not lie after (to|to_year|due_to|until|last_gift_before|given_to)",
    r"(min_amount|given_min) must not be more than (max_amount|given_max)",
    r"credit must not be sent with by=household, which would count a couple's gift twice",
    r"group_by takes periods of at most 200 years",
    # Other items of a list.
    r"\w+\[\d+\]\.\w+ is given twice",
    r"\w+ must have only one primary",
    # An item without the id of a stored item is new, and needs all required fields.
    r"\w+\[\d+\]\.\w+ is required",
    # Money: the decimals and the limit depend on the currency, which may be that of the account.
    r"\w+_(amount|total) (is too large|must lie within ±\d[\d.]* [A-Z]{3}|must not be 0|must be greater than 0|has more than the \d decimals of [A-Z]{3})",
    # Days: a pattern cannot check the calendar.
    r"[\w.\[\]]+ must be a date, as YYYY-MM-DD( or --MM-DD)?",
    r"(gift_date|task_completed_on|contact_deceased_on) must not lie more than one day ahead",
    r"(gift_date|pledge_start_date|pledge_change_from|contact_deceased_on|batch_date) must not lie before 1900-01-01",
    r"task_due_time must be empty without task_due_date",
    r"contact_deceased_on must be empty for an organisation: archive it instead",
    r"contact_is_org must stay 0 while the contact is a member of a household",
    # Codes from international standards.
    r"[\w.\[\]]+ must be an ISO \d+(-1 alpha-2 country|\d* currency) code such as \w+",
    r"contact_language must be a BCP 47 language tag such as en or pt-BR",
    r"timezone must be a time zone of the IANA database such as Europe/Lisbon",
    # The settings of the account.
    r"account_name must be a single line without tabs",
    r"currency must stay, because gifts or pledges are in another currency than the new one",
    # The names of fields that can conflict in a merge.
    r"keep\..* is not a field of which a merge keeps one of two values",
    # Values that the service has issued, or has received before.
    r"mapping (must|names|gives) .*",
    r"cursor must be that of a Link to the next page.*",
    r"updated_since must be a date and time, such as .*",
    r"this Idempotency-Key was already used for a different request",
    # A text of white space only counts as empty.
    r"\w+ must not be empty",
    r"(cursor|updated_since|columns|tag|external_id|email|name|q|type|fund|campaign|given_fund|given_campaign|city|state|postal_code) must not contain control characters other than tab and newline",
    r"given_(min|max) (is too large|must lie within ±\d[\d.]* [A-Z]{3}|has more than the \d decimals of [A-Z]{3})",
    r"(min|max)_amount (is too large|must have at most 4 decimals and not be so large)",
    r"q must not have more than 8 words",
    # Objects with the caller's own fields.
    r"custom\[.*\] must (not be empty|not contain control characters other than tab and newline)",
    r"(\w+_custom|list_filter) must (not contain control characters other than tab and newline|not be longer than 16384 bytes)",
    r"webhook_headers\..* (is not the name of a header|is set by the service|must have a value of .*)",
]
# The contact of a match has the rules of a new contact.
RULE = r"(?:contact_match\.contact\.)?(?:" + "|".join(RULES) + ")"
KNOWN = re.compile(f"{RULE}(?:; {RULE})*", re.DOTALL)


@schemathesis.check
def rejected_for_a_reason(ctx, response, case):
    """Checks that the service answers a schema-valid request with 422 only because of the rules above."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 422:
        return
    # The schema does not describe the contents of a file.
    if case.media_type == "text/csv":
        return
    # Some problems contain names that the caller chose, so the message cannot simply be split.
    message = response.json()["message"]
    assert KNOWN.fullmatch(message), f"the schema allows this request, but it breaks a rule that is not in RULES: {message}"


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Adds what the service understands besides the document (view.py). Removes the headers that make a request
    conditional. With them, the service would answer most requests with 304 or 412 before it checks anything else.
    Conditional requests have tests of their own."""
    view.apply(raw_schema)
    conditions = [{"$ref": f"#/components/parameters/{name}"} for name in ("IfMatch", "IfNoneMatch", "OnlyNew")]
    for item in raw_schema["paths"].values():
        for operation in item.values():
            parameters = operation.get("parameters", [])
            parameters[:] = [parameter for parameter in parameters if parameter not in conditions]


# Nothing listens at this address, and it needs no name lookup.
NOWHERE = "https://127.0.0.1:9/"
schemathesis.openapi.format("iri", st.text("abc012/-_.", max_size=20).map(lambda path: NOWHERE + path))


@schemathesis.hook
def before_call(context, case, kwargs):
    """Replaces the webhook URL of the examples, so that their webhooks go nowhere too."""
    if isinstance(case.body, dict) and case.body.get("webhook_url") == "https://hooks.example.org/almoner":
        case.body = {**case.body, "webhook_url": NOWHERE}


schemathesis.openapi.format(
    "date-time",
    st.datetimes(datetime.datetime(1970, 1, 1), datetime.datetime(9999, 12, 31)).map(
        lambda moment: moment.isoformat() + "Z"
    ),
)
