"""What cfn-lint and checkov do not check in the templates: permissions, limits, public access, and answers.

Run: target/python/bin/python -m unittest discover -s deploy/tests
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

import yaml

DEPLOY = pathlib.Path(__file__).parent.parent
ROOT = DEPLOY.parent


class Loader(yaml.SafeLoader):
    """Loads YAML with CloudFormation's short forms expanded."""


def _construct(loader, suffix, node):
    name = suffix if suffix in ("Ref", "Condition") else f"Fn::{suffix}"
    if isinstance(node, yaml.ScalarNode):
        value = loader.construct_scalar(node)
        return {name: value.split(".", 1) if suffix == "GetAtt" else value}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    return {name: loader.construct_mapping(node, deep=True)}


Loader.add_multi_constructor("!", _construct)
PARTS = {part: (DEPLOY / f"{part}.yaml").read_text() for part in ("site", "forms", "alarms")}
TEMPLATES = {part: yaml.load(text, Loader) for part, text in PARTS.items()}
TEMPLATE_TEXT = "\n".join(PARTS.values())


def merged(section):
    """Returns a section of all three templates. A parameter that several templates have is that of the last one."""
    return {name: value for template in TEMPLATES.values() for name, value in template.get(section, {}).items()}


TEMPLATE = {section: merged(section) for section in ("Parameters", "Rules", "Conditions", "Resources", "Outputs")}
FIREWALL = yaml.load((DEPLOY / "firewall.yaml").read_text(), Loader)
RESOURCES = TEMPLATE["Resources"]
# Policies of resources with data, which are kept when the stack is deleted. After a failed first deployment they are deleted,
# because they are empty and would block the next attempt.
KEPT = ("RetainExceptOnCreate", "Retain")


def of_type(kind):
    return {name: one for name, one in RESOURCES.items() if one["Type"] == kind}


def properties(name):
    return RESOURCES[name]["Properties"]


def as_list(value):
    return value if isinstance(value, list) else [value]


def statements():
    """Returns every statement of every role and policy, with its place."""
    for name, one in RESOURCES.items():
        documents = [one["Properties"]["PolicyDocument"]] if "PolicyDocument" in one["Properties"] else []
        documents += [policy["PolicyDocument"] for policy in one["Properties"].get("Policies", [])]
        for document in documents:
            for statement in document["Statement"]:
                statement = statement["Fn::If"][1] if "Fn::If" in statement else statement
                yield f"{name}/{statement['Sid']}", statement


def text(value):
    return json.dumps(value)


class Plainness(unittest.TestCase):
    def test_no_yaml_that_cloudformation_cannot_read(self):
        """CloudFormation does not support YAML aliases and merges."""
        self.assertFalse(re.findall(r"(?m)(?::|-) [&*][a-z][\w-]*$|<<:", TEMPLATE_TEXT))

    def test_generated_parts_are_up_to_date(self):
        check = subprocess.run([sys.executable, DEPLOY / "generate.py", "--check"], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stderr)

    def test_nothing_but_the_address_of_the_site_is_put_into_the_function(self):
        code = properties("RouteFunction")["FunctionCode"]["Fn::Sub"]
        self.assertEqual(re.findall(r"\$\{[^}]*\}", code), ["${SiteUrl}"])
        # The URL is inside quotes in the code.
        pattern = re.compile(TEMPLATE["Parameters"]["SiteUrl"]["AllowedPattern"])
        for url in ("https://a.example'", "https://a.example/", "https://a.example\n", "http://a.example", "https://A.example"):
            self.assertIsNone(pattern.fullmatch(url), url)

    def test_parts_share_no_resource(self):
        self.assertEqual(len(RESOURCES), sum(len(template["Resources"]) for template in TEMPLATES.values()))

    def test_imports_are_exported(self):
        """An import names an export of the stack of forms.yaml."""
        exported = {out["Export"]["Name"]["Fn::Sub"].removeprefix("${AWS::StackName}-") for out in TEMPLATE["Outputs"].values() if "Export" in out}
        imported = set(re.findall(r'"Fn::ImportValue": !Sub "\$\{FormsStack\}-(\w+)"', PARTS["site"] + PARTS["alarms"]))
        self.assertEqual(imported - exported, set())
        self.assertEqual(exported - imported, set())

    def test_lint(self):
        program = pathlib.Path(sys.executable).parent / "cfn-lint"
        # W3002 says that the code needs `aws cloudformation package`, which stack.sh runs.
        parts = [f"{part}.yaml" for part in PARTS]
        for arguments in ([*parts, "--ignore-checks", "W3002"], ["firewall.yaml", "--regions", "us-east-1"]):
            lint = subprocess.run([program, *arguments], cwd=DEPLOY, capture_output=True, text=True)
            self.assertEqual((lint.returncode, lint.stdout), (0, ""), lint.stderr)


class Buckets(unittest.TestCase):
    def test_private_encrypted_versioned_kept(self):
        buckets = of_type("AWS::S3::Bucket")
        self.assertEqual(set(buckets), {"SiteBucket", "FormsBucket", "AccessLogBucket"})
        for name, bucket in buckets.items():
            block = bucket["Properties"]["PublicAccessBlockConfiguration"]
            self.assertEqual(set(block), {"BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"})
            self.assertTrue(all(value is True for value in block.values()), name)
            self.assertIn("BucketOwnerEnforced", text(bucket["Properties"]["OwnershipControls"]))
            self.assertIn("AES256", text(bucket["Properties"]["BucketEncryption"]))
            self.assertEqual(bucket["Properties"]["VersioningConfiguration"], {"Status": "Enabled"})
            self.assertNotIn("WebsiteConfiguration", bucket["Properties"])
            self.assertNotIn("AccessControl", bucket["Properties"])
            self.assertEqual((bucket["DeletionPolicy"], bucket["UpdateReplacePolicy"]), KEPT)

    def test_access_to_submissions_is_logged(self):
        logging = properties("FormsBucket")["LoggingConfiguration"]
        self.assertEqual(logging, {"DestinationBucketName": {"Ref": "AccessLogBucket"}, "LogFilePrefix": "forms/"})
        allowed = [s for where, s in statements() if where.startswith("AccessLogBucketPolicy/") and s["Effect"] == "Allow"]
        self.assertEqual([(s["Principal"], s["Action"]) for s in allowed], [({"Service": "logging.s3.amazonaws.com"}, "s3:PutObject")])
        self.assertEqual(allowed[0]["Condition"]["ArnEquals"], {"aws:SourceArn": {"Fn::GetAtt": ["FormsBucket", "Arn"]}})
        ends = [rule.get("ExpirationInDays") for rule in properties("AccessLogBucket")["LifecycleConfiguration"]["Rules"]]
        self.assertEqual(ends, [400, None])

    def test_plain_http_is_refused_by_all(self):
        for policy in of_type("AWS::S3::BucketPolicy").values():
            denied = [s for s in policy["Properties"]["PolicyDocument"]["Statement"] if s.get("Sid") == "OnlyEncryptedConnections"]
            self.assertEqual(denied[0]["Effect"], "Deny")
            self.assertEqual(denied[0]["Condition"], {"Bool": {"aws:SecureTransport": "false"}})
            old = [s for s in policy["Properties"]["PolicyDocument"]["Statement"] if s.get("Sid") == "OnlyPresentTls"]
            self.assertEqual((old[0]["Effect"], old[0]["Principal"]), ("Deny", "*"))
            self.assertEqual(old[0]["Condition"], {"NumericLessThan": {"s3:TlsVersion": "1.2"}})

    def test_only_this_distribution_reads_pages(self):
        allowed = [s for where, s in statements() if where.startswith("SiteBucketPolicy/") and s["Effect"] == "Allow"]
        self.assertEqual(sorted(s["Action"] for s in allowed), ["s3:GetObject", "s3:ListBucket"])
        for statement in allowed:
            self.assertEqual(statement["Principal"], {"Service": "cloudfront.amazonaws.com"})
            self.assertIn("distribution/${Distribution}", text(statement["Condition"]["StringEquals"]["AWS:SourceArn"]))

    def test_releases_are_not_served(self):
        denied = dict(statements())["SiteBucketPolicy/ReleasesAreNotPages"]
        self.assertEqual(denied["Effect"], "Deny")
        self.assertIn("/.site/*", text(denied["Resource"]))

    def test_every_prefix_of_the_forms_has_an_end(self):
        rules = properties("FormsBucket")["LifecycleConfiguration"]["Rules"]
        ends = {rule["Prefix"]: rule["ExpirationInDays"] for rule in rules if "Prefix" in rule}
        retention, quarantine = {"Ref": "RetentionDays"}, {"Ref": "QuarantineDays"}
        self.assertEqual(ends, {
            "submissions/": retention, "resumes/": retention, "outbox/": retention,
            "outbox-dead/": retention, "held/": retention, "events/": retention, "quarantine/": quarantine, "mailed/": 2, "index/": 5,
        })
        self.assertTrue(all(rule["Status"] == "Enabled" for rule in rules))
        # In a bucket with versions, an expired object is erased only once its old version expires. S3 adds up to a day to each period.
        # So no copy in the index is kept longer than the old version of a record that was erased.
        versions = {rule["Id"]: rule["NoncurrentVersionExpiration"]["NoncurrentDays"] for rule in rules if "NoncurrentVersionExpiration" in rule}
        self.assertEqual(versions, {"index": 1, "erased-versions": 7})
        self.assertLessEqual(ends["index/"] + 1 + versions["index"] + 1, versions["erased-versions"] + 1)

    def test_retention_is_what_the_privacy_notice_says(self):
        import tomllib

        privacy = tomllib.loads((ROOT / "content/site.toml").read_text())["privacy"]
        self.assertEqual(TEMPLATE["Parameters"]["RetentionDays"]["Default"], privacy["retention_days"])
        self.assertEqual(TEMPLATE["Parameters"]["QuarantineDays"]["Default"], privacy["quarantine_days"])
        for form in [path for path in (ROOT / "content/forms").glob("*.toml") if "." not in path.stem]:
            self.assertEqual(tomllib.loads(form.read_text())["privacy"]["retention_days"], privacy["retention_days"], form.name)

    def test_unscanned_resumes_are_read_by_nobody(self):
        gate = dict(statements())["FormsBucketPolicy/ResumesOnlyWhenFoundClean"]
        self.assertEqual((gate["Effect"], gate["Principal"]), ("Deny", "*"))
        self.assertIn("NO_THREATS_FOUND", text(gate["Condition"]["StringNotEquals"]))
        tags = dict(statements())["FormsBucketPolicy/OnlyTheScannerTags"]
        self.assertEqual(tags["Effect"], "Deny")
        # The policy is kept as long as the bucket, and is in place before the scanner begins.
        policy = RESOURCES["FormsBucketPolicy"]
        self.assertEqual((policy["DeletionPolicy"], policy["UpdateReplacePolicy"]), KEPT)
        self.assertEqual(RESOURCES["ScanPlan"]["DependsOn"], "FormsBucketPolicy")

    def test_the_scanner_hears_of_files_and_is_heard(self):
        notification = properties("FormsBucket")["NotificationConfiguration"]
        self.assertEqual(notification["Fn::If"][:2], ["Scans", {"EventBridgeConfiguration": {"EventBridgeEnabled": True}}])
        # A file that could not be scanned stays inaccessible, and the alarm reports it.
        result = properties("MalwareFound")["EventPattern"]["detail"]["scanResultDetails"]["scanResultStatus"]
        self.assertEqual(result, [{"anything-but": ["NO_THREATS_FOUND"]}])
        # As in the GuardDuty user guide. There is no condition on the account, because it is not documented whether the service
        # names the account when it assumes the role.
        trust = properties("ScanRole")["AssumeRolePolicyDocument"]["Statement"]
        self.assertEqual(trust, [{
            "Effect": "Allow", "Principal": {"Service": "malware-protection-plan.guardduty.amazonaws.com"}, "Action": "sts:AssumeRole",
        }])


class Roles(unittest.TestCase):
    def test_least_privilege(self):
        """Lists every allowed action and resource, so that a wider one must be added here as well."""
        seen = {}
        for where, statement in statements():
            if statement["Effect"] == "Allow" and "Principal" not in statement:
                for resource in as_list(statement["Resource"]):
                    for action in as_list(statement["Action"]):
                        self.assertNotIn("*", action, where)
                        # A `*` is only allowed at the end of a path below a bucket or another named resource.
                        if where == "DeployRole/LogDelivery":
                            self.assertEqual(statement["Condition"], {"ForAnyValue:StringEquals": {"aws:CalledVia": "cloudformation.amazonaws.com"}})
                            self.assertRegex(action, "^logs:.*(LogDeliver(y|ies)|ResourcePolic(y|ies)|DescribeLogGroups)$")
                            continue
                        self.assertNotEqual(resource, "*", where)
                        self.assertFalse(text(resource).strip('{}"').endswith(":*"), where)
                        seen.setdefault(where.split("/")[0], set()).add((action, text(resource)))
        self.assertEqual(set(seen), {"ScanRole", "FormRole", "SweepRole", "PublishRole", "DeployRole"})
        # Who deploys the function can change no policy, role, bucket or secret, and reads no submission.
        deploys = {action for action, _ in seen["DeployRole"]}
        self.assertFalse([action for action in deploys if re.match(r"(iam:(?!PassRole)|s3:(?!GetObject$|PutObject$)|cloudfront:|kms:|ses:)", action)])
        self.assertEqual({text(s["Resource"]) for w, s in statements() if w == "DeployRole/Code"}, {'{"Fn::Sub": "arn:${AWS::Partition}:s3:::${CodeBucket}/*"}'})
        passed = dict(statements())["DeployRole/SameRoles"]
        self.assertEqual(passed["Condition"], {"StringEquals": {"iam:PassedToService": "lambda.amazonaws.com"}})
        self.assertEqual(re.findall(r"\$\{FormsStack\}-(\w+)", text(passed["Resource"])), ["FormRole", "SweepRole"])
        short = {
            role: sorted(
                f"{action} {re.sub(r'.*FormsBucket.Arn}/|.*SiteBucket.Arn}/', '', resource).strip(chr(34) + '}')}"
                for action, resource in pairs
                if action.startswith("s3:") and "/" in resource
            )
            for role, pairs in seen.items()
        }
        self.assertEqual(short["FormRole"], [
            "s3:DeleteObject events/*", "s3:DeleteObject outbox/*", "s3:DeleteObject resumes/*", "s3:GetObject events/*",
            "s3:GetObject outbox/*", "s3:GetObject submissions/*", "s3:PutObject events/*", "s3:PutObject held/*", "s3:PutObject mailed/*", "s3:PutObject outbox/*", "s3:PutObject quarantine/*",
            "s3:PutObject resumes/*", "s3:PutObject submissions/*",
        ])
        self.assertEqual(short["SweepRole"], [
            "s3:DeleteObject held/*", "s3:DeleteObject outbox/*", "s3:DeleteObject resumes/*", "s3:GetObject held/*",
            "s3:GetObject mailed/*", "s3:GetObject outbox-dead/*", "s3:GetObject outbox/*", "s3:GetObject submissions/*",
            "s3:PutObject held/*", "s3:PutObject mailed/*", "s3:PutObject outbox-dead/*", "s3:PutObject outbox/*",
        ])
        self.assertEqual(short["PublishRole"], ["s3:DeleteObject *", "s3:GetObject *", "s3:PutObject *"])
        other = {role: sorted({action for action, _ in pairs if not action.startswith("s3:")}) for role, pairs in seen.items()}
        log = ["logs:CreateLogStream", "logs:PutLogEvents", "ses:SendRawEmail"]
        self.assertEqual((other["FormRole"], other["SweepRole"]), (log, log))
        self.assertEqual(other["PublishRole"], [
            "cloudfront-keyvaluestore:DescribeKeyValueStore", "cloudfront-keyvaluestore:ListKeys",
            "cloudfront-keyvaluestore:UpdateKeys", "cloudfront:CreateInvalidation",
        ])
        self.assertNotIn("FormsBucket", text([sorted(seen["PublishRole"])]))
        self.assertNotIn("SiteBucket", text([sorted(seen["FormRole"] | seen["SweepRole"])]))
        self.assertNotIn("resumes", "".join(one for one in short["SweepRole"] if "GetObject" in one))

    def test_a_record_is_written_once(self):
        """A record that exists cannot be replaced, even by a function that has lost its mind."""
        write = {where: s for where, s in statements() if s["Effect"] == "Allow" and "submissions" in text(s["Resource"]) and "s3:PutObject" in as_list(s["Action"])}
        self.assertEqual(list(write), ["FormRole/StoreRecordOnce"])
        self.assertEqual(write["FormRole/StoreRecordOnce"]["Condition"], {"Null": {"s3:if-none-match": "false"}})

    def test_no_managed_policies(self):
        for name, role in of_type("AWS::IAM::Role").items():
            self.assertNotIn("ManagedPolicyArns", role["Properties"], name)

    def test_mail_goes_from_one_address_to_the_recipients(self):
        for role in ("FormRole", "SweepRole"):
            mail = dict(statements())[f"{role}/Notify"]
            self.assertEqual(mail["Action"], "ses:SendRawEmail")
            self.assertEqual(mail["Condition"]["StringEquals"], {"ses:FromAddress": {"Ref": "Sender"}})
            self.assertEqual(mail["Condition"]["ForAllValues:StringEquals"], {"ses:Recipients": {"Ref": "Recipients"}})
            # The only other mail is from an address of its own, from which no submission is sent.
            invitation = dict(statements())[f"{role}/Invite"]
            self.assertEqual(invitation["Condition"], {"StringEquals": {"ses:FromAddress": {"Ref": "InvitationSender"}}})
            others = [w for w, s in statements() if w.startswith(role) and "ses:" in text(s["Action"])]
            self.assertEqual(others, [f"{role}/Notify", f"{role}/Invite"])
            # In the sandbox, SES also requires permission to use each recipient's identity.
            self.assertTrue(mail["Resource"]["Fn::Sub"].endswith(":${AWS::Region}:${AWS::AccountId}:identity/*"), mail["Resource"])

    def test_only_one_branch_and_environment_of_one_repository_publishes(self):
        trust = properties("PublishRole")["AssumeRolePolicyDocument"]["Statement"]
        self.assertEqual(properties("DeployRole")["AssumeRolePolicyDocument"]["Statement"], trust)
        self.assertEqual(len(trust), 1)
        condition = trust[0]["Condition"]
        self.assertEqual(list(condition), ["StringEquals"])
        subject = condition["StringEquals"]["token.actions.githubusercontent.com:sub"]["Fn::Sub"]
        self.assertEqual(subject, "repo:${GitHubRepository}:environment:${GitHubEnvironment}")
        self.assertEqual(condition["StringEquals"]["token.actions.githubusercontent.com:aud"], "sts.amazonaws.com")
        branch = condition["StringEquals"]["token.actions.githubusercontent.com:ref"]
        self.assertEqual(branch["Fn::If"], ["HasRef", {"Ref": "GitHubRef"}, {"Ref": "AWS::NoValue"}])
        self.assertEqual(TEMPLATE["Parameters"]["GitHubRef"]["Default"], "refs/heads/main")
        self.assertEqual(len(condition["StringEquals"]), 3)


class Forms(unittest.TestCase):
    def test_every_form_has_a_throttled_route(self):
        import tomllib

        files = [form for form in (ROOT / "content/forms").glob("*.toml") if "." not in form.stem]
        paths = {tomllib.loads(form.read_text())["path"] for form in files}
        watched = {f["Properties"]["FilterPattern"] for f in of_type("AWS::Logs::MetricFilter").values()}
        for path in paths:
            self.assertIn(f'{{ $.route = "ANY /api{path}" && $.status = 429 }}', watched)
        keys = {one["Properties"]["RouteKey"] for one in of_type("AWS::ApiGatewayV2::Route").values()}
        links = {"/newsletter/{step}/{id}/{secret}"}
        self.assertEqual(keys, {f"ANY /api{path}" for path in paths | links | {"/health"}})
        stage = properties("FormStage")
        self.assertEqual(set(stage["RouteSettings"]), keys)
        for settings in [stage["DefaultRouteSettings"], *stage["RouteSettings"].values()]:
            self.assertEqual(settings, {"ThrottlingBurstLimit": 100, "ThrottlingRateLimit": 50})
        self.assertEqual(set(RESOURCES["FormStage"]["DependsOn"]), set(of_type("AWS::ApiGatewayV2::Route")))

    def test_strangers_do_not_reach_the_throttle_that_visitors_share(self):
        """Without the path there is no stage, and the throttle belongs to the stage. AWS shows the path, so it is not the secret."""
        self.assertEqual(properties("FormStage")["StageName"], {"Ref": "GatewayPath"})
        self.assertEqual(len(of_type("AWS::ApiGatewayV2::Stage")), 1)
        origin = properties("Distribution")["DistributionConfig"]["Origins"][1]
        self.assertEqual(origin["OriginPath"], {"Fn::Sub": "/${GatewayPath}"})
        # The name of a stage has at most 128 letters, digits, `-` and `_` (API Gateway, CreateStage).
        for name in ("OriginSecret", "GatewayPath"):
            secret = TEMPLATE["Parameters"][name]
            self.assertEqual((secret["AllowedPattern"], secret["MinLength"], secret["MaxLength"]), ("[A-Za-z0-9_-]+", 32, 128))

    def test_one_address_is_limited_before_what_visitors_share(self):
        acl = FIREWALL["Resources"]["WebAcl"]["Properties"]
        self.assertEqual((acl["Scope"], acl["DefaultAction"]), ("CLOUDFRONT", {"Allow": {}}))
        (rule,) = acl["Rules"]
        rate = rule["Statement"]["RateBasedStatement"]
        self.assertEqual((rate["AggregateKeyType"], rate["EvaluationWindowSec"]), ("IP", 60))
        limit = FIREWALL["Parameters"]["RequestsAMinute"]["Default"] / 60
        self.assertLess(limit, properties("FormStage")["DefaultRouteSettings"]["ThrottlingRateLimit"])
        self.assertEqual(rate["ScopeDownStatement"]["ByteMatchStatement"]["SearchString"], "/api/")
        self.assertEqual(rule["Action"]["Block"]["CustomResponse"]["ResponseCode"], 429)
        # The firewall costs money, so it is off by default, and the description names the price.
        self.assertEqual(TEMPLATE["Parameters"]["WebAclArn"]["Default"], "")
        self.assertIn("about 6 US dollars a month", TEMPLATE["Parameters"]["WebAclArn"]["Description"])
        self.assertNotIn("SampledRequestsEnabled: true", (DEPLOY / "firewall.yaml").read_text(), "samples hold addresses")

    def test_settings_of_both_functions(self):
        form, sweep = (properties(name)["Environment"]["Variables"] for name in ("FormFunction", "SweepFunction"))
        self.assertEqual(form, sweep)
        self.assertEqual(list(form), [
            "FORMS_BUCKET", "FORMS_FROM", "FORMS_INVITATION_FROM", "FORMS_TO", "FORMS_ALLOWED_ORIGINS", "FORMS_MAILS_PER_DAY", "FORMS_ORIGIN_SECRET", "FORMS_RELEASE",
        ])
        self.assertTrue(all(TEMPLATE["Parameters"][name]["NoEcho"] for name in ("OriginSecret", "PreviousOriginSecret", "GatewayPath")))

    def test_times_fit_into_each_other(self):
        """The timeouts increase: the function's own 14 s, Lambda's, the gateway's, CloudFront's."""
        function = properties("FormFunction")["Timeout"]
        gateway = properties("FormIntegration")["TimeoutInMillis"] / 1000
        origins = properties("Distribution")["DistributionConfig"]["Origins"]
        cloudfront = origins[1]["CustomOriginConfig"]["OriginReadTimeout"]
        self.assertTrue(14 < function < gateway < cloudfront <= 30, (function, gateway, cloudfront))

    def test_function_starts_fast(self):
        for name, function in of_type("AWS::Lambda::Function").items():
            self.assertGreaterEqual(function["Properties"]["MemorySize"], 512, name)
            self.assertEqual(function["Properties"]["Architectures"], ["arm64"])
            self.assertEqual(function["Properties"]["Runtime"], "provided.al2023")

    def test_no_reservation_unless_asked_for(self):
        self.assertEqual(TEMPLATE["Parameters"]["ReservedConcurrency"]["Default"], 0)
        reserve = properties("FormFunction")["ReservedConcurrentExecutions"]
        self.assertEqual(reserve["Fn::If"][0], "HasReserve")

    def test_schedule(self):
        """cfn-lint accepts `rate(5 minute)`, but AWS does not: the unit is plural unless the number is 1."""
        rule = properties("SweepSchedule")
        self.assertRegex(rule["ScheduleExpression"], r"^rate\((1 (minute|hour|day)|([2-9]|[1-9]\d+) (minutes|hours|days))\)$")
        self.assertEqual((rule["ScheduleExpression"], rule["State"]), ("rate(5 minutes)", "ENABLED"))
        self.assertEqual(rule["Targets"], [{"Id": "sweep", "Arn": {"Ref": "SweepAlias"}}])
        self.assertEqual(properties("SweepPermission")["SourceArn"], {"Fn::GetAtt": ["SweepSchedule", "Arn"]})

    def test_both_functions_are_reached_by_their_alias(self):
        """A rollback changes the aliases, so nothing may invoke a function itself."""
        self.assertEqual(properties("FormIntegration")["IntegrationUri"], {"Ref": "FormAlias"})
        for name in ("Form", "Sweep"):
            self.assertEqual(properties(f"{name}Permission")["FunctionName"], {"Ref": f"{name}Alias"})
            self.assertEqual(properties(f"{name}Alias")["FunctionVersion"], {"Fn::GetAtt": [f"{name}Version", "Version"]})
            # A new release replaces the version, and the old one stays for a rollback. Lambda refuses to publish a version of a
            # function that has not changed, so the release is also a setting.
            version = RESOURCES[f"{name}Version"]
            self.assertEqual((version["UpdateReplacePolicy"], version["Properties"]["Description"]), ("Retain", {"Ref": "Release"}))
            self.assertEqual(properties(f"{name}Function")["Environment"]["Variables"]["FORMS_RELEASE"], {"Ref": "Release"})
        self.assertNotIn("Default", TEMPLATE["Parameters"]["Release"])

    def test_gateway_log_has_no_personal_data(self):
        written = properties("FormStage")["AccessLogSettings"]["Format"]
        for variable in re.findall(r"\$context\.([\w.]+)", written):
            self.assertIn(variable, {"requestId", "routeKey", "status", "responseLatency", "integrationErrorMessage"})

    def test_logs_end_and_belong_to_their_function(self):
        for name, group in of_type("AWS::Logs::LogGroup").items():
            self.assertEqual(group["Properties"]["RetentionInDays"], 400, name)
            self.assertEqual((group["DeletionPolicy"], group["UpdateReplacePolicy"]), KEPT, name)
        for function, log in (("FormFunction", "FormLog"), ("SweepFunction", "SweepLog")):
            self.assertEqual(properties(function)["LoggingConfig"], {"LogGroup": {"Ref": log}})


class Distribution(unittest.TestCase):
    config = RESOURCES["Distribution"]["Properties"]["DistributionConfig"]

    def behaviours(self):
        return [self.config["DefaultCacheBehavior"], *self.config["CacheBehaviors"]]

    def test_only_404_has_a_page_of_its_own(self):
        """A page for 403 or 5xx would replace the form function's replies."""
        self.assertEqual([(e["ErrorCode"], e["ResponseCode"], e["ResponsePagePath"]) for e in self.config["CustomErrorResponses"]], [(404, 404, "/404.html")])

    def test_every_behaviour_has_headers_and_https(self):
        for one in self.behaviours():
            self.assertIn("ResponseHeadersPolicyId", one)
            self.assertIn(one["ViewerProtocolPolicy"], ("redirect-to-https", "https-only"))
        self.assertIn("TLSv1.2_2021", text(self.config["ViewerCertificate"]))

    def test_forms_are_never_cached_and_keep_the_visitor(self):
        api = self.config["CacheBehaviors"][0]
        self.assertEqual(api["PathPattern"], "/api/*")
        self.assertEqual(api["CachePolicyId"], "4135ea2d-6df8-44a3-9df3-4b5a84be39ad")
        self.assertEqual(api["OriginRequestPolicyId"], "b689b0a8-53d0-40ab-baf2-68738e2966ac")
        self.assertIn("POST", api["AllowedMethods"])
        self.assertIn("RouteFunction", text(api["FunctionAssociations"]))
        secret = self.config["Origins"][1]["OriginCustomHeaders"]
        self.assertEqual(secret, [{"HeaderName": "x-origin-secret", "HeaderValue": {"Ref": "OriginSecret"}}])

    def test_pages_are_only_read(self):
        for one in self.behaviours():
            if one["TargetOriginId"] == "pages":
                self.assertEqual(one["AllowedMethods"], ["GET", "HEAD"])

    def test_names_and_certificate_come_together(self):
        """Rules compare only texts; their result for an empty list is not documented."""
        self.assertEqual(TEMPLATE["Parameters"]["DomainNames"]["Type"], "String")
        self.assertEqual(self.config["Aliases"]["Fn::If"][1], {"Fn::Split": [",", {"Ref": "DomainNames"}]})
        pattern = re.compile(TEMPLATE["Parameters"]["DomainNames"]["AllowedPattern"])
        for names in ("", "a.example", "www.a.example,a.example", "*.a.example"):
            self.assertTrue(pattern.fullmatch(names), names)
        for names in ("a.example, b.example", "a.example,", ",a.example", "https://a.example", "A.example"):
            self.assertIsNone(pattern.fullmatch(names), names)
        documented = {"Fn::And", "Fn::Contains", "Fn::EachMemberEquals", "Fn::EachMemberIn", "Fn::Equals", "Fn::Not", "Fn::Or", "Ref"}
        self.assertLessEqual(set(re.findall(r'"((?:Fn::|Ref)\w*)"', text(TEMPLATE["Rules"]))), documented)
        self.assertNotIn("!Contains", TEMPLATE_TEXT)

    def test_bucket_is_reached_by_origin_access_control(self):
        pages = self.config["Origins"][0]
        self.assertEqual(pages["OriginAccessControlId"], {"Fn::GetAtt": ["OriginAccess", "Id"]})
        self.assertEqual(properties("OriginAccess")["OriginAccessControlConfig"]["SigningBehavior"], "always")


class Headers(unittest.TestCase):
    def policies(self):
        return {n: p["Properties"]["ResponseHeadersPolicyConfig"] for n, p in of_type("AWS::CloudFront::ResponseHeadersPolicy").items()}

    def test_all_of_them(self):
        for name, policy in self.policies().items():
            security = policy["SecurityHeadersConfig"]
            self.assertGreaterEqual(security["StrictTransportSecurity"]["AccessControlMaxAgeSec"], 31_536_000, name)
            self.assertTrue(security["StrictTransportSecurity"]["IncludeSubdomains"])
            self.assertEqual(security["FrameOptions"]["FrameOption"], "DENY")
            self.assertEqual(security["ReferrerPolicy"]["ReferrerPolicy"], "strict-origin-when-cross-origin")
            self.assertIn("ContentTypeOptions", security)
            self.assertIn("ContentSecurityPolicy", security)

    def test_policy_texts(self):
        for name, policy in self.policies().items():
            text = policy["SecurityHeadersConfig"]["ContentSecurityPolicy"]["ContentSecurityPolicy"]
            self.assertNotIn("unsafe", text, name)
            self.assertNotIn("*", text, name)
            for part in ("default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
                self.assertIn(part, text, name)
        pages = self.policies()["PageHeaders"]["SecurityHeadersConfig"]["ContentSecurityPolicy"]
        self.assertNotIn("https:", pages["ContentSecurityPolicy"])

    @unittest.skipUnless(os.environ.get("HEADERS_JSON"), "HEADERS_JSON names no headers.json of a build")
    def test_they_are_those_of_the_built_site(self):
        """Each page gets the headers of its build: by its path, or those of all other pages."""
        built = json.loads((ROOT / os.environ["HEADERS_JSON"]).read_text())
        behaviors = properties("Distribution")["DistributionConfig"]["CacheBehaviors"]
        headers = {one["PathPattern"]: one["ResponseHeadersPolicyId"]["Ref"] for one in behaviors}
        own = {path: name for path, name in headers.items() if "*" not in path}
        self.assertEqual(set(own), set(built["exceptions"]))
        for wanted, name in [(built["pages"], "PageHeaders"), *((values, own[path]) for path, values in built["exceptions"].items())]:
            policy = self.policies()[name]
            security = policy["SecurityHeadersConfig"]
            self.assertEqual(security["ContentSecurityPolicy"]["ContentSecurityPolicy"], wanted["Content-Security-Policy"])
            items = policy["CustomHeadersConfig"]["Items"]
            custom = {item["Header"]: item["Value"] for item in items if "Header" in item}
            for header in ("Permissions-Policy", "Cross-Origin-Opener-Policy"):
                self.assertEqual(custom[header], wanted[header])


class Alarms(unittest.TestCase):
    def test_what_is_watched(self):
        alarms = of_type("AWS::CloudWatch::Alarm")
        watched = {(a["Properties"]["MetricName"], text(a["Properties"].get("Dimensions", ""))) for a in alarms.values()}
        for function in ("FormFunction", "SweepFunction"):
            for metric in ("Errors", "Throttles"):
                self.assertTrue(any(m == metric and function in d for m, d in watched), (function, metric))
        for metric in ("Bounce", "NotificationsGivenUp", "NotificationsPending", "ContactThrottled", "FormsRefused", "Invocations", "5xx"):
            self.assertTrue(any(m == metric for m, _ in watched), metric)
        for name, alarm in alarms.items():
            self.assertEqual(alarm["Properties"]["AlarmActions"], [{"Ref": "AlarmTopic"}], name)

    def test_each_is_explained(self):
        readme = (DEPLOY / "README.md").read_text()
        for name in of_type("AWS::CloudWatch::Alarm"):
            name = name.removesuffix("Alarm")
            self.assertIn("`…Throttled`" if name.endswith("Throttled") and name[:4] not in ("Form", "Swee") else f"`{name}`", readme)

    def test_every_alarm_has_an_end_and_knows_silence(self):
        for name, alarm in of_type("AWS::CloudWatch::Alarm").items():
            self.assertEqual(alarm["Properties"]["OKActions"], [{"Ref": "AlarmTopic"}], name)
            silence = "breaching" if name == "SweepMissingAlarm" else "notBreaching"
            self.assertEqual(alarm["Properties"]["TreatMissingData"], silence, name)

    def test_only_alarms_and_the_scanner_speak(self):
        allowed = {where: s for where, s in statements() if where.startswith("AlarmTopicPolicy/") and s["Effect"] == "Allow"}
        self.assertEqual({where: s["Principal"]["Service"] for where, s in allowed.items()}, {
            "AlarmTopicPolicy/AlarmsOfThisAccount": "cloudwatch.amazonaws.com",
            "AlarmTopicPolicy/MalwareOfThisBucket": "events.amazonaws.com",
        })
        self.assertTrue(all("Condition" in s for s in allowed.values()))

    def test_a_late_round_is_no_all_clear(self):
        pending = properties("NotificationsPendingAlarm")
        self.assertLess(pending["DatapointsToAlarm"], pending["EvaluationPeriods"])

    def test_own_metrics_exist(self):
        made = {f["Properties"]["MetricTransformations"][0]["MetricName"] for f in of_type("AWS::Logs::MetricFilter").values()}
        wanted = {a["Properties"]["MetricName"] for a in of_type("AWS::CloudWatch::Alarm").values() if a["Properties"]["Namespace"] == {"Ref": "AWS::StackName"}}
        self.assertEqual(made, wanted)


class Publishing(unittest.TestCase):
    def test_outputs(self):
        self.assertLessEqual(
            {"SiteBucketName", "DistributionId", "RouteTableArn", "PublishRoleArn", "DeployRoleArn", "DistributionDomain", "FormApiAddress", "OidcProviderArn"},
            set(TEMPLATE["Outputs"]),
        )


class Guide(unittest.TestCase):
    """README.md describes the template's parameters, and its commands run unchanged."""

    readme = (DEPLOY / "README.md").read_text()
    commands = "\n".join(re.sub(r"\\\n\s*", "", block) for block in re.findall(r"```sh\n(.*?)```", readme, re.DOTALL))

    def test_commands_are_shell(self):
        check = subprocess.run(["bash", "-n"], input=self.commands, capture_output=True, text=True)
        self.assertEqual((check.returncode, check.stderr), (0, ""))

    def test_a_first_deployment_names_all_that_has_no_default(self):
        """Each part is deployed twice in the guide: for the site, and for its previews. stack.sh itself adds some parameters."""
        added = {"forms": {"Release"}, "alarms": {"FormsStack"}, "site": {"FormsStack", "AlarmsStack"}}
        calls = re.findall(r"(?m)^ *deploy/stack\.sh (\w+)(.*)$", self.commands)
        named = [(part, set(re.findall(r"(?<= )([A-Z]\w+)=", rest))) for part, rest in calls]
        for part, template in TEMPLATES.items():
            needed = {name for name, one in template["Parameters"].items() if "Default" not in one} - added[part]
            self.assertEqual(len([names for other, names in named if other == part and needed <= names]), 2, part)
        for part, names in named:
            self.assertLessEqual(names, set(TEMPLATES[part]["Parameters"]) - added[part])

    def test_every_parameter_and_output_it_names_exists(self):
        named = set(re.findall(r"`([A-Z][a-z]\w+)=", self.readme))
        self.assertLessEqual(named, set(TEMPLATE["Parameters"]))
        outputs = set(re.findall(r"outputs? `?([A-Z][a-z]\w+)`?", self.readme))
        self.assertGreater(len(outputs), 4)
        self.assertLessEqual(outputs, set(TEMPLATE["Outputs"]) | set(FIREWALL["Outputs"]))

    def test_what_costs_by_the_piece_is_counted(self):
        words = {8: "eight", 16: "sixteen"}
        alarms, metrics = len(of_type("AWS::CloudWatch::Alarm")), len(of_type("AWS::Logs::MetricFilter"))
        self.assertIn(f"{words[alarms]} alarms, {words[metrics]} metrics", self.readme)


if __name__ == "__main__":
    unittest.main()
