import { createElement, useEffect, type ComponentType, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot, type HydrationOptions } from "react-dom/client";

/**
 * Hydrates the HTML of an island. Resolves when its effects have run. Rejects if it throws while rendering or in its first
 * effects; its original HTML is then restored, and the other islands are not affected.
 */
export function hydrate<P extends object>(
  element: Element,
  Island: ComponentType<P>,
  props: P,
  name: string,
): Promise<void> {
  const html = element.cloneNode(true);
  return new Promise((resolve, reject) => {
    let failed = false;
    // React reports an error in an effect after all effects have run, in the same task.
    const onLive = () => {
      queueMicrotask(() => {
        if (!failed) resolve();
      });
    };
    const app = createElement(Live, { onLive }, createElement(Island, props));
    const options: HydrationOptions = {
      identifierPrefix: element.getAttribute("data-ids") ?? "",
      onRecoverableError(error) {
        console.error(`island ${name}: its first render differs from the HTML`, error);
      },
      onUncaughtError(error) {
        console.error(`island ${name} failed, its HTML stays`, error);
        failed = true;
        // React may still empty the element in this task, so its HTML is restored in the next.
        setTimeout(() => {
          root.unmount();
          element.replaceChildren(...html.childNodes);
          element.removeAttribute("data-live");
          element.removeAttribute("data-ready");
          reject(error);
        });
      },
    };
    // At once, because the visitor is about to use the island, or has used it already.
    const root = flushSync(() => hydrateRoot(element, app, options));
  });
}

function Live({ onLive, children }: { onLive: () => void; children?: ReactNode }) {
  useEffect(onLive, [onLive]);
  return children;
}
