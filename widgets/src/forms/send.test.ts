import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formOf } from "../testing/forms.ts";
import { send } from "./send.ts";

/** Simulates the network's response to a request. */
type Network = (request: FakeRequest) => void;

let network: Network;
let requests: FakeRequest[];

class FakeRequest {
  status = 0;
  responseText = "";
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  headers: Record<string, string> = {};
  body: unknown;
  aborted = false;
  onload?: () => void;
  onloadend?: () => void;
  onerror?: () => void;
  open(method: string, url: string) {
    this.headers[":request"] = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.body = body;
    requests.push(this);
    network(this);
  }
  abort() {
    this.aborted = true;
  }
  answer(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    this.onload?.();
    this.onloadend?.();
  }
}

beforeEach(() => {
  requests = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.spyOn(console, "info").mockImplementation(() => {});
});
afterEach(() => vi.unstubAllGlobals());

const submission = { values: { name: "Asha", topic: "" }, files: {} };
const sendTo = (form: string, onProgress = (_: number) => {}) =>
  send(formOf(form), `/api/${form}`, submission, "key-1", onProgress);

test("sends JSON with an idempotency key", async () => {
  network = (request) => request.answer(200, '{"success":true,"message":"Thank you."}');
  expect(await sendTo("contact")).toEqual({ success: true });
  expect(requests[0]!.headers).toMatchObject({
    ":request": "POST /api/contact",
    "Content-Type": "application/json",
    "Idempotency-Key": "key-1",
  });
  expect(requests[0]!.body).toBe('{"name":"Asha","topic":""}');
});

test.each([
  [200, '{"success":false,"message":"Not today."}', "Not today.", {}],
  [200, '{"success":false,"message":""}', "Contact submission failed", {}],
  [422, '{"success":false,"message":"Wrong.","errors":{"name":"Too short."}}', "Wrong.", { name: "Too short." }],
  [503, '{"success":true,"message":"Broken."}', "Broken.", {}],
  [502, "<html>Bad gateway</html>", "Contact submission failed", {}],
  [500, "null", "Contact submission failed", {}],
])("a response %d %j is a failure", async (status, text, message, errors) => {
  network = (request) => request.answer(status, text);
  expect(await sendTo("contact")).toEqual({ success: false, message, errors });
});

test("gives up after 60 seconds without a response", async () => {
  vi.useFakeTimers();
  network = () => {};
  const outcome = sendTo("contact");
  await vi.advanceTimersByTimeAsync(59_999);
  expect(requests[0]!.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests[0]!.aborted).toBe(true);
  expect(await outcome).toMatchObject({ success: false, message: expect.stringContaining("60 seconds") });
});

test("a form with a file is sent as multipart and reports its progress", async () => {
  const progress: number[] = [];
  network = (request) => {
    request.upload.onprogress?.({ loaded: 1, total: 4 });
    request.answer(200, '{"success":true}');
  };
  expect(await sendTo("career", (part) => progress.push(part))).toEqual({ success: true });
  expect(progress).toEqual([0.25]);
  expect(requests[0]!.body).toBeInstanceOf(FormData);
  expect(requests[0]!.headers["Content-Type"]).toBeUndefined();
});
