import { useState, type ReactElement } from "react";
import { useLive } from "../hooks/useLive.ts";
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
 * A text that is shortened until Read More is pressed. Its HTML holds the whole text: without a script the style sheet
 * shows `.more-rest` and hides ellipsis and button. On paper it is whole too: `data-rest` is printed after it.
 */
export function ReadMore({ text, limit, className, about, around = itself }: Props) {
  const live = useLive();
  const [expanded, setExpanded] = useState(false);
  const { start, rest } = shorten(text, limit);
  if (!rest) return around(<p className={className}>{text}</p>);
  return (
    <>
      {around(
        <p className={className} data-rest={live && !expanded ? rest : undefined}>
          {start}
          {!expanded && <span className="more-ellipsis">…</span>}
          {(expanded || !live) && (
            <span className="more-rest" hidden={!expanded}>
              {rest}
            </span>
          )}
        </p>,
      )}
      <button
        className="text-toggle needs-script"
        type="button"
        aria-expanded={expanded}
        aria-describedby={about}
        onClick={() => setExpanded(!expanded)}
      >
        {expanded ? "Read Less" : "Read More"}
      </button>
    </>
  );
}
