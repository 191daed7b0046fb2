import type { ReactElement } from "react";
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
 * A text that is shortened until Read More is pressed (see live/read-more.ts). Its HTML contains the whole text; without a script,
 * the style sheet shows `.more-rest` and hides the ellipsis and the button.
 */
export function ReadMore({ text, limit, className, about, wrap = itself }: Props) {
  const { start, rest } = shorten(text, limit);
  if (!rest) return wrap(<p className={className}>{text}</p>);
  return (
    <>
      {wrap(
        <p className={className}>
          {start}
          <span className="more-ellipsis">…</span>
          <span className="more-rest" hidden>
            {rest}
          </span>
        </p>,
      )}
      <button className="text-toggle needs-script" type="button" aria-expanded={false} aria-describedby={about}>
        Read More
      </button>
    </>
  );
}
