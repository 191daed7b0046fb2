import { cleanup, configure } from "@testing-library/react";
import type { DetachedWindowAPI } from "happy-dom";
import { afterEach, beforeEach } from "vitest";

// The page in the frame is empty.
const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI };
happyDOM.settings.enableIframePageLoading = true;
happyDOM.settings.fetch.interceptor = { beforeAsyncRequest: async ({ window }) => new window.Response("") };

// On a slow machine, one second is too short for what waits for a pause in typing.
configure({ asyncUtilTimeout: 5000 });

// Provides functions that happy-dom lacks because it has no layout.
beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => {};
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});
