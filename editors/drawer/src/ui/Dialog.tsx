import { useId, useLayoutEffect, useRef, type ReactNode } from "react";

/** A modal dialog. The browser keeps the focus in it, closes it with Escape if it can be closed, and restores the focus. */
export function Dialog({ title, onClose, children }: { title: string; onClose?: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // An effect ends after the dialog has left the document, where closing it restores no focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        // Chromium closes a dialog at the second Escape, whatever became of `cancel`.
        if (!onClose) event.preventDefault();
      }}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}
