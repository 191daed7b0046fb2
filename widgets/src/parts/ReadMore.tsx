import { useState, type ReactElement } from "react";
import { shorten } from "./shorten.ts";

interface Props {
  text: string;
  /** Number of characters shown at first. */
  limit: number;
  className: string;
  /** Id of the element with the title of the text, which describes the button. */
  about: string;
  /** Function that wraps the paragraph in an element. The button comes after this element. */
  wrap?: (paragraph: ReactElement) => ReactElement;
}

const itself = (paragraph: ReactElement) => paragraph;

/**
 * A text that is shortened until Read More is pressed. Its HTML contains the whole text; without a script and in print, the style
 * sheet shows `.more-rest` and hides the ellipsis and the button.
 */
export function ReadMore({ text, limit, className, about, wrap = itself }: Props) {
  const [isExpanded, setExpanded] = useState(false);
  const { start, rest } = shorten(text, limit);
  if (!rest) return wrap(<p className={className}>{text}</p>);
  return (
    <>
      {wrap(
        <p className={className}>
          {start}
          <span className="more-ellipsis" hidden={isExpanded}>
            …
          </span>
          <span className="more-rest" hidden={!isExpanded}>
            {rest}
          </span>
        </p>,
      )}
      <button
        className="text-toggle needs-script"
        type="button"
        aria-expanded={isExpanded}
        aria-describedby={about}
        onClick={() => setExpanded(!isExpanded)}
      >
        {isExpanded ? "Read Less" : "Read More"}
      </button>
    </>
  );
}
