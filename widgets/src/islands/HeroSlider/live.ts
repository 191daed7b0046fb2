import { autoplay } from "../../live/autoplay.ts";
import { find } from "../../live/find.ts";
import { onSwipe } from "../../live/swipe.ts";
import { advance, choose, step, type Move } from "./move.ts";
import { animateMove } from "./slide-animation.ts";

/** Milliseconds between slides. */
const INTERVAL = 5000;

/** Shows one slide at a time, for 5 seconds or until the visitor chooses another. The first touch or scroll stops it. */
export default function start(island: HTMLElement): void {
  const slider = find(island, ".hero-slider");
  const track = find(island, ".hero-track");
  const status = find(island, "[role=status]");
  const slides = [...track.children] as HTMLElement[];
  const dots = [...island.querySelectorAll<HTMLElement>("button.hero-dot")];
  let active = 0;

  const show = () => {
    slides.forEach((slide, index) => {
      slide.dataset.state = index === active ? "active" : "waiting";
      slide.inert = index !== active;
    });
    dots.forEach((dot, index) => {
      if (index === active) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
    });
  };
  const go = (move: Move) => {
    if (move.to === active) return;
    active = move.to;
    slider.dataset.axis = move.axis;
    show();
    animateMove(slides, move);
    player.restart();
  };
  /** Announces a slide that the visitor chose; automatic changes are not announced. */
  const goAndSay = (move: Move) => {
    go(move);
    const title = slides[move.to]?.querySelector(".slide-title")?.textContent;
    status.textContent = `Slide ${move.to + 1} of ${slides.length}: ${title}`;
  };
  const stepTo = (direction: 1 | -1) => goAndSay(step(active, slides.length, direction));
  const player = autoplay(find(island, ".play-button"), INTERVAL, () => go(advance(active, slides.length)));

  // The row may have been scrolled before this script ran.
  track.scrollTo(0, 0);
  show();
  dots.forEach((dot, index) => dot.addEventListener("click", () => goAndSay(choose(active, index))));
  find(island, "[data-step=previous]").addEventListener("click", () => stepTo(-1));
  find(island, "[data-step=next]").addEventListener("click", () => stepTo(1));
  onSwipe(track, stepTo);
  // A slide stays while the pointer or the keyboard focus is in it, unless the visitor presses Play. Touch is ignored, because a
  // finger enters but never leaves.
  track.addEventListener("pointerenter", ({ pointerType }) => player.hold(pointerType === "mouse"));
  track.addEventListener("pointerleave", () => player.hold(false));
  slider.addEventListener("focusin", ({ target }) => {
    player.hold(target instanceof Element && target.matches(":focus-visible:not(.play-button)"));
  });
  slider.addEventListener("focusout", () => player.hold(false));
  stopOnFirstMove(slider, player.stop);
}

/** Calls `stop` when the visitor first touches or scrolls the page, because nothing should then move under the finger. */
function stopOnFirstMove(slider: HTMLElement, stop: () => void): void {
  const stopped = new AbortController();
  const options = { passive: true, capture: true, signal: stopped.signal };
  const onMove = ({ type, target }: Event) => {
    // Only the page's own scrolling counts, and the button itself says whether the slides move.
    if (type === "scroll" ? target !== document : target instanceof Element && slider.contains(target) && target.closest(".play-button")) return;
    stopped.abort();
    stop();
  };
  addEventListener("touchstart", onMove, options);
  addEventListener("wheel", onMove, options);
  addEventListener("scroll", onMove, options);
}
