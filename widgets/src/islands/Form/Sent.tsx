import { useLayoutEffect, useRef } from "react";
import type { Notice, Words } from "../../forms/definition.ts";

interface Props extends Notice {
  form: string;
  /** Reference of the submission, to quote in later messages. */
  reference: string | undefined;
  words: Words;
  onAgain: () => void;
}

/**
 * Confirmation that replaces the form and takes the focus. The page can say what happens next in a
 * `<template data-sent="form's name">`.
 */
export function Sent({ form, title, message, reference, words, onAgain }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const next = useRef<HTMLDivElement>(null);
  // A layout effect, so that the next steps are in the first frame and nothing moves after it.
  useLayoutEffect(() => {
    const words = document.querySelector<HTMLTemplateElement>(`template[data-sent="${form}"]`);
    next.current?.replaceChildren(words?.content.cloneNode(true) ?? "");
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest(".form-sent")?.scrollIntoView({ block: "nearest" });
  }, [form]);

  return (
    <div className="form-sent">
      <h2 className="form-sent-title" tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <p>{message}</p>
      {reference && (
        <p className="form-sent-reference">
          {words.reference} <strong className="figures">{reference}</strong>
        </p>
      )}
      <div className="form-sent-next" ref={next} />
      <p className="links">
        <button className="button button-quiet" type="button" onClick={onAgain}>
          {words.again}
        </button>
      </p>
    </div>
  );
}
