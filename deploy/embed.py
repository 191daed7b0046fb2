#!/usr/bin/env python3
"""Copies routes.js into template.yaml: CloudFormation takes the code of a CloudFront function only as text.

`--check` compares and changes nothing. The exit code is 1 where they differ.
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
# Maximum size of a function's code (quotas of CloudFront Functions: 10 KB).
MOST_BYTES = 10_240


def embedded(template: str, code: str) -> str:
    """The template with `code` in the place of the function's code."""
    indented = "".join(f"        {line}\n" if line else "\n" for line in code.rstrip("\n").split("\n"))
    pattern = r"(      FunctionCode: !Sub \|\n)(?:(?:        .*)?\n)+?(?=\n  \w)"
    return re.sub(pattern, lambda found: found.group(1) + indented, template)


def main() -> int:
    code = (HERE / "routes.js").read_text()
    if len(code.encode()) > MOST_BYTES:
        print(f"deploy/routes.js has more than {MOST_BYTES} bytes", file=sys.stderr)
        return 1
    path = HERE / "template.yaml"
    old = path.read_text()
    new = embedded(old, code)
    if old == new:
        return 0
    if "--check" in sys.argv:
        print("deploy/template.yaml does not contain the current deploy/routes.js: run python3 deploy/embed.py", file=sys.stderr)
        return 1
    path.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
