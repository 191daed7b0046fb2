import { find } from "../../live/find.ts";
import type { Props } from "./Map.tsx";

/** Replaces the placeholder by the map when the visitor presses the button. */
export default function start(island: HTMLElement, { title, embed }: Props): void {
  find(island, "button").addEventListener("click", () => {
    const frame = document.createElement("iframe");
    frame.className = "map-frame";
    frame.title = title;
    frame.referrerPolicy = "no-referrer-when-downgrade";
    frame.allowFullscreen = true;
    frame.src = embed;
    find(island, ".map-placeholder").replaceWith(frame);
    // The button that had the focus no longer exists.
    frame.focus();
  });
}
