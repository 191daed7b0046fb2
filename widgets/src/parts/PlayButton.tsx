import Pause from "theme:icons/pause.svg";
import Play from "theme:icons/play.svg";
import type { Autoplay } from "../hooks/useAutoplay.ts";

/** Stops and starts what moves by itself. */
export function PlayButton({ playing, toggle }: Autoplay) {
  return (
    <button
      className="icon-button play-button"
      type="button"
      aria-label={playing ? "Pause" : "Play"}
      onClick={toggle}
    >
      {playing ? <Pause /> : <Play />}
    </button>
  );
}
