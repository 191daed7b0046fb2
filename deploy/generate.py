#!/usr/bin/env python3
"""Writes the parts of the templates that follow from the site.

forms.yaml gets a route and a throttle for each form of `content/forms`, and alarms.yaml an alarm for each of them. site.yaml gets a copy
of routes.js, because CloudFormation takes the code of a CloudFront function only as text, and the security headers in
`dist-host/headers.json`, which `site build --host-files cloudfront` writes; if that file does not exist, its headers stay as they are.

`--check` changes nothing. The exit code is then 1 if a template is out of date.
"""

import json
import os
import pathlib
import re
import sys
import tomllib

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent
# Maximum size of a function's code (quotas of CloudFront Functions: 10 KB).
MOST_BYTES = 10_240
THROTTLE = "{ ThrottlingBurstLimit: 100, ThrottlingRateLimit: 50 }"


def replaced(template: str, part: str, lines: list[str]) -> str:
    """Returns the template with `lines` between the comments that mark this part, indented like them."""
    pattern = rf"(?m)^( *)(# <{part}: .*>\n)(?:.*\n)*?( *# </{part}>)$"
    content = lambda found: "".join(f"{found[1]}{line}\n" if line else "\n" for line in lines)
    new, count = re.subn(pattern, lambda found: found[1] + found[2] + content(found) + found[3], template)
    if count != 1:
        raise ValueError(f"one part called {part} is needed, but there are {count}")
    return new


def quoted(text: str) -> str:
    """Returns a text as a YAML scalar."""
    return json.dumps(text)


def words(name: str) -> str:
    """Returns a path or a form's name as the beginning of a resource's name: `/hi/contact` as `HiContact`."""
    return "".join(word.capitalize() for word in re.split(r"[^A-Za-z0-9]+", name))


def forms_template(template: str, forms: dict[str, str], subscriptions: set[str]) -> str:
    """Returns forms.yaml with a route and a throttle for each of the `forms`, whose paths are given by name. `subscriptions` are those
    whose mails contain links to the function."""
    links = {f"{words(name)}Link": f"{forms[name]}/{{step}}/{{id}}/{{secret}}" for name in sorted(subscriptions)}
    routes = {**{words(name): path for name, path in forms.items()}, **links, "Health": "/health"}
    keys = {name: f"ANY /api{path}" for name, path in routes.items()}
    lines = []
    for name, key in keys.items():
        properties = f'{{ ApiId: !Ref FormApi, RouteKey: "{key}", Target: !Sub "integrations/${{FormIntegration}}" }}'
        lines += [f"{name}Route:", "  Type: AWS::ApiGatewayV2::Route", f"  Properties: {properties}", ""]
    template = replaced(template, "routes", lines[:-1])
    template = replaced(template, "after", [f"DependsOn: [{', '.join(f'{name}Route' for name in keys)}]"])
    return replaced(template, "throttles", [f'"{key}": {THROTTLE}' for key in keys.values()])


def alarms_template(template: str, forms: dict[str, str]) -> str:
    """Returns alarms.yaml with an alarm about the throttling of each of the `forms`."""
    lines = []
    for name, path in forms.items():
        lines += f"""\
{words(name)}ThrottledCount:
  Type: AWS::Logs::MetricFilter
  Properties:
    LogGroupName: {{ "Fn::ImportValue": !Sub "${{FormsStack}}-GatewayLog" }}
    FilterPattern: '{{ $.route = "ANY /api{path}" && $.status = 429 }}'
    MetricTransformations:
      - {{ MetricNamespace: !Ref "AWS::StackName", MetricName: {words(name)}Throttled, MetricValue: "1", DefaultValue: 0 }}

{words(name)}ThrottledAlarm:
  Type: AWS::CloudWatch::Alarm
  Properties:
    AlarmDescription: "The form {name} is being flooded: twenty requests in five minutes were throttled (429)"
    Namespace: !Ref AWS::StackName
    MetricName: {words(name)}Throttled
    Statistic: Sum
    Period: 300
    EvaluationPeriods: 1
    DatapointsToAlarm: 1
    ComparisonOperator: GreaterThanOrEqualToThreshold
    Threshold: 20
    TreatMissingData: notBreaching
    AlarmActions: [!Ref AlarmTopic]
    OKActions: [!Ref AlarmTopic]
""".split("\n")
    return replaced(template, "throttled", lines[:-1])


def site_template(template: str, code: str, headers: dict | None) -> str:
    """Returns site.yaml with the code of the routes function and, if they are given, the security headers."""
    indented = "".join(f"        {line}\n" if line else "\n" for line in code.rstrip("\n").split("\n"))
    pattern = r"(      FunctionCode: !Sub \|\n)(?:(?:        .*)?\n)+?(?=\n  \w)"
    template = re.sub(pattern, lambda found: found.group(1) + indented, template)
    if headers is None:
        return template
    policy = lambda values: f"ContentSecurityPolicy: {{ ContentSecurityPolicy: {quoted(values['Content-Security-Policy'])}, Override: true }}"
    template = replaced(template, "policy", [policy(headers["pages"])])
    pages = re.search(r"(?ms)^  PageHeaders:\n(.*?)\n\n", template)[1]
    start, end = pages.index("          # <policy"), pages.index("          # </policy>\n") + len("          # </policy>\n")
    frames, behaviors, names = [], [], {}
    # The first behavior that matches is used: pages before folders, and folders before those around them.
    order = lambda one: (one[0].endswith("*"), -len(one[0]) if one[0].endswith("*") else 0)
    for path, values in sorted(headers["exceptions"].items(), key=order):
        # Pages with the same policy share their headers, because an account can have only 20 of these policies.
        name = names.setdefault(policy(values), f"{words(path)}Headers")
        if len(names) > len(frames):
            body = f"{pages[:start]}          {policy(values)}\n{pages[end:]}"
            body = body.replace("${AWS::StackName}-pages", f"${{AWS::StackName}}{path.replace('/', '-').replace('*', 'all')}")
            frames.append([f"{name}:", *(line[2:] for line in body.split("\n")), ""])
        behaviors += f"""\
- PathPattern: {path}
  TargetOriginId: pages
  ViewerProtocolPolicy: redirect-to-https
  AllowedMethods: [GET, HEAD]
  Compress: true
  CachePolicyId: 658327ea-f89d-4fab-a63d-7e88639e58f6 # managed: CachingOptimized
  ResponseHeadersPolicyId: !Ref {name}
  FunctionAssociations:
    - {{ EventType: viewer-request, FunctionARN: !GetAtt RouteFunction.FunctionARN }}""".split("\n")
    template = replaced(template, "frames", [line for frame in frames for line in frame][:-1])
    return replaced(template, "pages", behaviors)


def main() -> int:
    code = (HERE / "routes.js").read_text()
    if len(code.encode()) > MOST_BYTES:
        print(f"deploy/routes.js has more than {MOST_BYTES} bytes", file=sys.stderr)
        return 1
    # The texts of a form in another language are in `contact.hi.toml`. The form itself is the same.
    files = sorted(path for path in (ROOT / "content/forms").glob("*.toml") if "." not in path.stem)
    definitions = {path.stem: tomllib.loads(path.read_text()) for path in files}
    forms = {name: definition["path"] for name, definition in definitions.items()}
    subscriptions = {name for name, definition in definitions.items() if definition.get("double_opt_in")}
    built = ROOT / os.environ.get("HEADERS_JSON", "dist-host/headers.json")
    headers = json.loads(built.read_text()) if built.exists() else None
    stale = []
    for name, generate in {
        "forms.yaml": lambda old: forms_template(old, forms, subscriptions),
        "alarms.yaml": lambda old: alarms_template(old, forms),
        "site.yaml": lambda old: site_template(old, code, headers),
    }.items():
        old = (HERE / name).read_text()
        new = generate(old)
        if old != new:
            stale.append(f"deploy/{name}")
            if "--check" not in sys.argv:
                (HERE / name).write_text(new)
    if "--check" in sys.argv and stale:
        print(f"{', '.join(stale)}: not up to date; run python3 deploy/generate.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
