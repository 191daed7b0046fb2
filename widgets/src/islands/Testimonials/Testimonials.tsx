import Star from "theme:icons/star.svg";
import type { Picture } from "../../assets.ts";
import { Image } from "../../parts/Image.tsx";
import { ReadMore } from "../../parts/ReadMore.tsx";

export interface Props {
  items: Testimonial[];
}

interface Testimonial {
  name: string;
  position: string;
  company: string;
  /** Number of stars, 1 to 5. */
  rating: number;
  text: string;
  image: Picture;
}

/** Number of characters of a testimonial that are shown at first. */
const LIMIT = 150;

/** Testimonials of clients. */
export default function Testimonials({ items }: Props) {
  return (
    <ul className="testimonials">
      {items.map((item, index) => (
        <li key={item.text} className="testimonial">
          <figure className="testimonial-figure">
            <Rating value={item.rating} />
            <ReadMore
              text={item.text}
              limit={LIMIT}
              className="testimonial-text"
              about={`testimonial-${index + 1}`}
              wrap={(text) => <blockquote className="testimonial-quote">{text}</blockquote>}
            />
            <figcaption className="testimonial-person">
              <Image picture={item.image} className="testimonial-image" />
              <span className="testimonial-name" id={`testimonial-${index + 1}`}>
                {item.position}, {item.company}
              </span>
              <span className="testimonial-role">{item.name}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

function Rating({ value }: { value: number }) {
  return (
    <span className="rating" role="img" aria-label={`${value} out of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} className="rating-star" data-on={star <= value ? "" : undefined}>
          <Star />
        </span>
      ))}
    </span>
  );
}
