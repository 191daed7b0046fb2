import Next from "theme:icons/next.svg";
import Previous from "theme:icons/previous.svg";
import type { Picture } from "../../assets.ts";
import { Image } from "../../parts/Image.tsx";
import { PlayButton } from "../../parts/PlayButton.tsx";

export interface Props {
  /** Slides in order; the first one is shown first. */
  slides: Slide[];
  /** Second button of every slide. */
  contact: Link;
}

interface Link {
  label: string;
  url: string;
}

interface Slide {
  title: string;
  subtitle: string;
  description: string;
  image: Picture;
  image_alt: string;
  /** The slide's own call to action, shown before `contact`. */
  cta: Link;
}

/** A carousel that follows the ARIA pattern and shows one slide at a time. Without a script it is a row that scrolls sideways. */
export default function HeroSlider({ slides, contact }: Props) {
  return (
    <section className="hero-slider" aria-roledescription="carousel" aria-label="What we do">
      <div className="hero-track">
        {slides.map((slide, index) => (
          <div
            key={slide.title}
            id={`slide-${index + 1}`}
            className="slide"
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            data-state={index === 0 ? "active" : "waiting"}
          >
            <div className="slide-text">
              <h2 className="slide-title">{slide.title}</h2>
              <p className="slide-subtitle">{slide.subtitle}</p>
              <p className="slide-description">{slide.description}</p>
              <p className="slide-actions">
                <a className="button" href={slide.cta.url}>
                  {slide.cta.label}
                </a>
                <a className="button button-quiet" href={contact.url}>
                  {contact.label}
                </a>
              </p>
            </div>
            <div className="slide-plate">
              <Image picture={slide.image} alt={slide.image_alt} className="slide-image" first={index === 0} />
            </div>
          </div>
        ))}
      </div>
      <ol className="hero-links" aria-label="Slides">
        {slides.map((slide, index) => (
          <li key={slide.title}>
            <a className="hero-dot" href={`#slide-${index + 1}`} aria-label={`Slide ${index + 1}`}>
              {index + 1}
            </a>
          </li>
        ))}
      </ol>
      <div className="hero-controls needs-script">
        <div className="hero-dots" role="group" aria-label="Slides">
          {slides.map((slide, index) => (
            <button
              key={slide.title}
              className="hero-dot"
              type="button"
              aria-label={`Slide ${index + 1}`}
              aria-current={index === 0 ? "true" : undefined}
            >
              {index + 1}
            </button>
          ))}
        </div>
        <div className="hero-buttons">
          <button className="icon-button" type="button" aria-label="Previous" data-step="previous">
            <Previous />
          </button>
          <PlayButton />
          <button className="icon-button" type="button" aria-label="Next" data-step="next">
            <Next />
          </button>
        </div>
      </div>
      <p className="visually-hidden" role="status" />
    </section>
  );
}
