"""Makes lists of contents the same at each build: their moment becomes that of the commit, and their random names come from
what they list.

Usage: fix_sbom.py CYCLONEDX SPDX, with SOURCE_DATE_EPOCH in the environment.
"""

import json
import os
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path


def main(cyclonedx, spdx):
    moment = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    document = json.loads(cyclonedx.read_text())
    document["metadata"]["timestamp"] = moment
    name = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(document.get("components")))
    document["serialNumber"] = f"urn:uuid:{name}"
    cyclonedx.write_text(json.dumps(document, indent=1))

    document = json.loads(spdx.read_text())
    document["creationInfo"]["created"] = moment
    name = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(document["packages"]))
    document["documentNamespace"] = f"urn:uuid:{name}"
    spdx.write_text(json.dumps(document, indent=1))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
