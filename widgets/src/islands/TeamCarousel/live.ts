import { autoplay } from "../../live/autoplay.ts";
import { find } from "../../live/find.ts";
import { onSwipe } from "../../live/swipe.ts";
import { rotation } from "./rotation.ts";

/** Milliseconds between steps. */
const INTERVAL = 3000;

/** Rotates the row until the visitor pauses it. Other interactions do not stop the rotation. */
export default function start(island: HTMLElement): void {
  const track = find(island, ".team-track");
  const rotate = rotation(track);
  const step = (direction: 1 | -1) => {
    player.restart();
    rotate(direction);
  };
  const player = autoplay(find(island, ".play-button"), INTERVAL, () => step(1));
  // The row no longer scrolls.
  track.removeAttribute("tabindex");
  track.removeAttribute("aria-label");
  find(island, "[data-step=previous]").addEventListener("click", () => step(-1));
  find(island, "[data-step=next]").addEventListener("click", () => step(1));
  onSwipe(track, step);
}
