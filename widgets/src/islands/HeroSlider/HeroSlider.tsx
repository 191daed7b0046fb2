import { useLayoutEffect, useRef, useState, type FocusEvent, type PointerEvent } from "react";
import Next from "theme:icons/next.svg";
import Previous from "theme:icons/previous.svg";
import type { Picture } from "../../assets.ts";
import { useAutoplay } from "../../hooks/useAutoplay.ts";
import { useLive } from "../../hooks/useLive.ts";
import { useSwipe } from "../../hooks/useSwipe.ts";
import { Image } from "../../parts/Image.tsx";
import { PlayButton } from "../../parts/PlayButton.tsx";
import { animateMove } from "./slide-animation.ts";
import { useSlides } from "./useSlides.ts";

export interface Props {
  /** The slides, in order; the first is shown first. */
  slides: Slide[];
}

interface Slide {
  title: string;
  subtitle: string;
  description: string;
  image: Picture;
  image_alt: string;
  /** The slide's own call to action; Contact Us stands beside it. */
  cta: { label: string; url: string };
}

/** Milliseconds between slides. */
const INTERVAL = 5000;

/** A carousel after the ARIA pattern, with one slide at a time. Without a script it is a row that scrolls sideways. */
export default function HeroSlider({ slides }: Props) {
  const live = useLive();
  const track = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  const [announcement, announce] = useState("");
  const { active, move, advance, step, choose } = useSlides(slides.length);
  const autoplay = useAutoplay(INTERVAL, active, advance, held);

  // The row may have been scrolled before it came to life.
  useLayoutEffect(() => {
    if (live) track.current?.scrollTo(0, 0);
  }, [live]);
  useLayoutEffect(() => {
    if (move && track.current) animateMove([...track.current.children], move);
  }, [move]);

  /** Says which slide a visitor chose. Slides that come by themselves are not announced. */
  const say = (index: number) => {
    const slide = (index + slides.length) % slides.length;
    announce(`Slide ${slide + 1} of ${slides.length}: ${slides[slide]?.title}`);
  };
  const stepAndSay = (direction: 1 | -1) => {
    step(direction);
    say(active + direction);
  };
  const chooseAndSay = (index: number) => {
    choose(index);
    say(index);
  };
  // Whoever reads a slide, or is in it by keyboard, has it for as long as they want. Play plays all the same.
  const hold = {
    // A finger enters, too, but does not leave.
    onPointerEnter: (event: PointerEvent) => setHeld(event.pointerType === "mouse"),
    onPointerLeave: () => setHeld(false),
  };
  const holdFocus = {
    onFocus: (event: FocusEvent) => setHeld(event.target.matches(":focus-visible:not(.play-button)")),
    onBlur: () => setHeld(false),
  };

  return (
    <section
      className="hero-slider"
      aria-roledescription="carousel"
      aria-label="What we do"
      data-axis={move?.axis}
      {...holdFocus}
    >
      <div className="hero-track" ref={track} {...hold} {...useSwipe(stepAndSay)}>
        {slides.map((slide, index) => (
          <div
            key={slide.title}
            className="slide"
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            data-state={index === active ? "active" : "waiting"}
            inert={live && index !== active}
          >
            <div className="slide-text">
              <p className="slide-subtitle">{slide.subtitle}</p>
              <h2 className="slide-title">{slide.title}</h2>
              <p className="slide-description">{slide.description}</p>
              <p className="slide-actions">
                <a className="button" href={slide.cta.url}>
                  {slide.cta.label}
                </a>
                <a className="button button-quiet" href="/contact">
                  Contact Us
                </a>
              </p>
            </div>
            <div className="slide-plate">
              <Image picture={slide.image} alt={slide.image_alt} className="slide-image" first={index === 0} />
            </div>
          </div>
        ))}
      </div>
      <div className="hero-controls needs-script">
        <div className="hero-dots" role="group" aria-label="Slides">
          {slides.map((slide, index) => (
            <button
              key={slide.title}
              className="hero-dot"
              type="button"
              aria-label={`Slide ${index + 1}`}
              aria-current={index === active ? "true" : undefined}
              onClick={() => chooseAndSay(index)}
            >
              {index + 1}
            </button>
          ))}
        </div>
        <div className="hero-buttons">
          <button className="icon-button" type="button" aria-label="Previous" onClick={() => stepAndSay(-1)}>
            <Previous />
          </button>
          <PlayButton {...autoplay} />
          <button className="icon-button" type="button" aria-label="Next" onClick={() => stepAndSay(1)}>
            <Next />
          </button>
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}
