#!/usr/bin/env python3
"""usage: testkit/slim-aws.py SOURCE SERVICE…

Leaves of the AWS provider's source, in the directory SOURCE, what the named services (directories of internal/service) and those that
they build upon need: the whole has 271 services and takes most of an hour to build.
"""
import re
import subprocess
import sys
from pathlib import Path

MODULE = "github.com/hashicorp/terraform-provider-aws"
SERVICES = f"{MODULE}/internal/service/"


def keep_packages(file: Path, wanted: set[str]) -> None:
    """Takes the other services out of a list of service packages: each has an import and a line."""
    lines = []
    for line in file.read_text().splitlines():
        imported = re.match(rf'\s*(?:(\w+) )?"{re.escape(SERVICES)}(\w+)"', line)
        listed = re.match(r"\s*(\w+)\.ServicePackage\(", line)
        if not (imported and imported[2] not in wanted) and not (listed and listed[1] not in wanted):
            lines.append(line)
    file.write_text("\n".join(lines) + "\n")


def packages_of(source: Path) -> list[Path]:
    """The directories of the provider's own packages that its program is made of."""
    listing = ["go", "list", "-deps", "-f", "{{.ImportPath}} {{.Dir}}", "."]
    found = subprocess.run(listing, cwd=source, check=True, capture_output=True, text=True).stdout
    return [Path(dir) for path, dir in map(str.split, found.splitlines()) if path.startswith(MODULE)]


def keep_clients(source: Path) -> None:
    """Takes out the clients that nobody asks for: each brings its service's SDK."""
    clients = source / "internal/conns/awsclient_gen.go"
    text = clients.read_text()
    code = [file for dir in packages_of(source) for file in dir.glob("*.go") if file != clients]
    asked = {name for file in code for name in re.findall(r"\.(\w+Client)\b", file.read_text())}
    method = re.compile(r"^func \(c \*AWSClient\) (\w+)\(.*?^}\n\n?", re.M | re.S)
    text = method.sub(lambda found: found[0] if found[1] in asked else "", text)
    used = set(re.findall(r"\b(\w+)\.", text.split(")", 1)[1]))
    lines = text.splitlines()
    imported = re.compile(r'^\s*(?:(\w+) )?"([^"]+)"$')
    kept = [line for line in lines if not (found := imported.match(line)) or (found[1] or found[2].split("/")[-1]) in used]
    clients.write_text("\n".join(kept) + "\n")


def main() -> None:
    source, wanted = Path(sys.argv[1]), set(sys.argv[2:])
    keep_packages(source / "internal/provider/sdkv2/service_packages_gen.go", wanted)
    keep_clients(source)


main()
