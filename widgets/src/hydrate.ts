import { createElement, useEffect, type ComponentType, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";

/**
 * Makes the server's HTML of one island live. Resolves when its effects have run, rejects when it throws
 * while rendering or in its first effects: then the HTML is put back as it was, without life, and the page's other islands go on.
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
    // What throws in an effect is reported after the effects have run, in the same turn.
    const onLive = () => {
      queueMicrotask(() => {
        if (!failed) resolve();
      });
    };
    const root = hydrateRoot(element, createElement(Live, { onLive }, createElement(Island, props)), {
      onRecoverableError(error) {
        console.error(`island ${name}: its first render differs from the HTML`, error);
      },
      onUncaughtError(error) {
        console.error(`island ${name} failed, its HTML stays`, error);
        failed = true;
        // React empties the element around this call; afterwards the place is ours.
        setTimeout(() => {
          root.unmount();
          element.replaceChildren(...html.childNodes);
          element.removeAttribute("data-live");
          reject(error);
        });
      },
    });
  });
}

function Live({ onLive, children }: { onLive: () => void; children?: ReactNode }) {
  useEffect(onLive, [onLive]);
  return children;
}
