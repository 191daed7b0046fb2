import Pause from "theme:icons/pause.svg";
import Play from "theme:icons/play.svg";

/** Button that stops and starts an animation (see live/autoplay.ts). */
export function PlayButton() {
  return (
    <button className="icon-button play-button" type="button" aria-label="Pause">
      <Pause className="play-button-pause" />
      <Play className="play-button-play" />
    </button>
  );
}
