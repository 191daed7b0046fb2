import type { ReactElement } from "react";
import { shorten } from "./shorten.ts";

interface Props {
  text: string;
  /** Characters shown at first. */
  limit: number;
  className: string;
  /** Id of the element that says what the text is about: the button's description. */
  about: string;
  /** Puts an element around the paragraph, which the button then follows. */
  around?: (paragraph: ReactElement) => ReactElement;
}

const itself = (paragraph: ReactElement) => paragraph;

/**
 * A text that is shortened until Read More is pressed (see live/read-more.ts). Its HTML holds the whole text: without a
 * script the style sheet shows `.more-rest` and hides ellipsis and button.
 */
export function ReadMore({ text, limit, className, about, around = itself }: Props) {
  const { start, rest } = shorten(text, limit);
  if (!rest) return around(<p className={className}>{text}</p>);
  return (
    <>
      {around(
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
