import { useEffect, useRef } from "react";

interface Props {
  phone: { label: string; url: string } | undefined;
}

/** The failure that concerns no field, beside the button that sends again. The toast gives the reason. */
export function NotSent({ phone }: Props) {
  const alert = useRef<HTMLParagraphElement>(null);
  // Braces, because scrollIntoView returns a promise in new browsers, and React would take it for a cleanup function.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: "nearest" });
  }, []);

  return (
    <p className="form-not-sent" role="alert" ref={alert}>
      <strong>Not sent.</strong> Your text is still here. Try again
      {phone && (
        <>
          , or call <a href={phone.url}>{phone.label}</a>
        </>
      )}
      .
    </p>
  );
}
