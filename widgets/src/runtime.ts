/**
 * Activates the islands of a page. The site generator writes each island as
 *
 *   <site-island data-island="Name" data-when="visible" data-module="/assets/Name-….js">
 *     HTML <script type="application/json">props</script>
 *   </site-island>
 *
 * `data-when` says when an island is activated; using it activates it earlier. Clicks and submissions before that are repeated once
 * it is active. If it cannot be activated, its HTML stays, and a form is sent as a plain form.
 */
interface Module {
  default: (element: HTMLElement, props: unknown) => void | Promise<void>;
}

type Moment = (island: HTMLElement, wake: () => void) => void;

const moments: Record<string, Moment> = {
  load: (_, wake) => wake(),
  // Safari has no requestIdleCallback.
  idle: (_, wake) => (window.requestIdleCallback ?? setTimeout)(wake),
  visible(island, wake) {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) {
          observer.disconnect();
          wake();
        }
      },
      { rootMargin: "200px" },
    );
    // The island itself may have no box (`display: contents`).
    for (const child of island.children) observer.observe(child);
  },
};

const uses = ["focusin", "pointerdown", "click", "submit"];

export function startIslands(load: (url: string) => Promise<Module> = (url) => import(url)): void {
  for (const island of document.querySelectorAll<HTMLElement>("site-island")) start(island, load);
}

/**
 * Sends a form as a plain form. A failed island was replaced by a copy of its HTML. Only a form in the page can be sent, so the
 * original, which has the visitor's input, replaces the copy.
 */
function sendAsPlainForm(island: HTMLElement, form: HTMLFormElement): void {
  if (!form.isConnected) island.querySelector("form")?.replaceWith(form);
  HTMLFormElement.prototype.submit.call(form);
}

function start(island: HTMLElement, load: (url: string) => Promise<Module>): void {
  const { when = "", module = "" } = island.dataset;
  let waking = false;
  let replay: (() => void) | undefined;
  let giveUp: (() => void) | undefined;

  const wake = async () => {
    if (waking) return;
    waking = true;
    try {
      const { default: live } = await load(module);
      const props = island.querySelector(":scope > script");
      props?.remove();
      await live(island, JSON.parse(props?.textContent ?? "{}"));
      island.dataset.live = "";
    } catch (error) {
      console.error(`island ${island.dataset.island} did not wake`, error);
      replay = giveUp;
    }
    for (const use of uses) island.removeEventListener(use, onUse, true);
    replay?.();
  };

  const onUse = (event: Event) => {
    void wake();
    const target = event.target as HTMLElement;
    if (event.type === "submit") {
      const form = target as HTMLFormElement;
      const { submitter } = event as SubmitEvent;
      replay = () => form.requestSubmit(submitter);
      giveUp = () => sendAsPlainForm(island, form);
    } else if (event.type === "click") {
      const button = target.closest("button");
      // Links work without a script, and the click of a submit button becomes a submit event.
      if (!button || button.form) return;
      replay = () => button.click();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  for (const use of uses) island.addEventListener(use, onUse, true);
  moments[when]?.(island, wake);
}
