import { useEffect, useRef } from "react";
import type { Words } from "../../forms/definition.ts";

interface Props {
  phone: { label: string; url: string } | undefined;
  words: Words;
}

/** The failure that concerns no field, beside the button that sends again. The toast gives the reason. */
export function NotSent({ phone, words }: Props) {
  const alert = useRef<HTMLParagraphElement>(null);
  // Braces, because scrollIntoView returns a promise in new browsers, and React would take it for a cleanup function.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: "nearest" });
  }, []);

  const [before, after] = words.try_or_call.split("{phone}");
  return (
    <p className="form-not-sent" role="alert" ref={alert}>
      <strong>{words.not_sent}</strong>{" "}
      {phone ? (
        <>
          {before}
          <a href={phone.url}>{phone.label}</a>
          {after}
        </>
      ) : (
        words.try_again
      )}
    </p>
  );
}
