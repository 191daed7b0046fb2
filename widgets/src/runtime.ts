import { isForBrowser } from "./page/click.ts";

/**
 * Activates the islands of a page. The site generator writes each island as
 *
 *   <site-island data-island="Name" data-when="visible" data-module="/assets/Name-….js" data-imports="/assets/chunk-….js">
 *     HTML <script type="application/json">props</script>
 *   </site-island>
 *
 * `data-when` says when an island is activated; using it activates it earlier. It has `data-live` from then on. Clicks and
 * submissions before that are repeated afterwards, so its controls can be used as soon as it has `data-ready`; a pressed control
 * has `aria-busy` meanwhile. If it cannot be activated, its HTML stays, and links and forms work as without a script.
 *
 * Some elements change their meaning once scripts run, such as links that become tabs. They get their role and states from
 * `data-role` and `data-aria-…` at once, so that assistive technology does not have to wait for the island.
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
  interaction(island, wake) {
    const onEvent = (event: Event) => {
      if (!isNear(event, island)) return;
      for (const type of approaches) document.removeEventListener(type, onEvent);
      // A finger can reach everything in view, and soon the rest of the page.
      if ((event as PointerEvent).pointerType === "touch") {
        preload(island);
        moments.visible?.(island, wake);
      } else {
        wake();
      }
    };
    for (const type of approaches) document.addEventListener(type, onEvent, { passive: true });
  },
  address(island, wake) {
    if (location.search || location.hash) wake();
    else moments.interaction?.(island, wake);
  },
};

/** Distance in CSS pixels at which the pointer or the focus is near an island. */
const NEAR = 200;

const approaches = ["pointermove", "pointerdown", "focusin"];

/** Returns whether a finger is in use, or the pointer or the focus is near an island. */
function isNear(event: Event, island: HTMLElement): boolean {
  const box = island.firstElementChild?.getBoundingClientRect();
  if (!box || (event as PointerEvent).pointerType === "touch") return true;
  const { left, right, top, bottom } =
    event instanceof PointerEvent ? new DOMRect(event.clientX, event.clientY) : (event.target as Element).getBoundingClientRect();
  return left - NEAR < box.right && right + NEAR > box.left && top - NEAR < box.bottom && bottom + NEAR > box.top;
}

/** Loads all modules of an island at the same time, without running them: its own module is not read first to find the others. */
function preload({ dataset: { module = "", imports = "" } }: HTMLElement): void {
  for (const url of [module, ...imports.split(" ")]) {
    if (!url || document.head.querySelector(`link[href="${url}"]`)) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: url }));
  }
}

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
  for (const element of island.querySelectorAll("[data-role]")) {
    for (const { name, value } of [...element.attributes]) {
      if (/^data-(role|aria-)/.test(name)) element.setAttribute(name.slice("data-".length), value);
    }
  }
  island.dataset.ready = "";
  let waking = false;
  let replay: (() => void) | undefined;
  let giveUp: (() => void) | undefined;
  /** Control whose click waits for the island. It looks pressed until then, so that the visitor gets an answer at once. */
  let pressed: Element | null = null;

  const wake = async () => {
    if (waking) return;
    waking = true;
    preload(island);
    try {
      const { default: live } = await load(module);
      const props = island.querySelector(":scope > script");
      props?.remove();
      pressed?.removeAttribute("aria-busy");
      await live(island, JSON.parse(props?.textContent ?? "{}"));
      island.dataset.live = "";
    } catch (error) {
      console.error(`island ${island.dataset.island} did not wake`, error);
      pressed?.removeAttribute("aria-busy");
      delete island.dataset.ready;
      replay = giveUp;
    }
    for (const use of uses) island.removeEventListener(use, onUse, true);
    replay?.();
  };

  // Other links work without a script, and the click of a submit button becomes a submit event.
  const waitsForIsland = (control: Element, event: MouseEvent) =>
    control instanceof HTMLAnchorElement
      ? when === "address" && !control.target && !isForBrowser(event)
      : !(control as HTMLButtonElement).form;

  const press = (control: Element | null) => {
    pressed?.removeAttribute("aria-busy");
    control?.setAttribute("aria-busy", "true");
    pressed = control;
  };

  const onUse = (event: Event) => {
    void wake();
    const target = event.target as HTMLElement;
    if (event.type === "submit") {
      const form = target as HTMLFormElement;
      const { submitter } = event as SubmitEvent;
      replay = () => form.requestSubmit(submitter);
      giveUp = () => sendAsPlainForm(island, form);
      press(submitter);
    } else if (event.type === "click") {
      const control = target.closest<HTMLElement>("button, a[href]");
      if (!control || !waitsForIsland(control, event as MouseEvent)) return;
      replay = () => control.click();
      giveUp = control instanceof HTMLAnchorElement ? replay : undefined;
      press(control);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  for (const use of uses) island.addEventListener(use, onUse, true);
  moments[when]?.(island, wake);
}
