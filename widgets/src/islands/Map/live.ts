import { find } from "../../live/find.ts";
import type { Props } from "./Map.tsx";

/** Puts the map in the place of its placeholder when the visitor asks for it. */
export default function start(island: HTMLElement, { title, embed }: Props): void {
  find(island, "button").addEventListener("click", () => {
    const frame = document.createElement("iframe");
    frame.className = "map-frame";
    frame.title = title;
    frame.referrerPolicy = "no-referrer-when-downgrade";
    frame.allowFullscreen = true;
    frame.src = embed;
    find(island, ".map-placeholder").replaceWith(frame);
    // The button that had the focus is gone.
    frame.focus();
  });
}
