import type { ReactNode } from "react";
import { useLive } from "../../hooks/useLive.ts";

interface Props {
  className: string;
  /** Where it leads without a script; nowhere for one that cannot be chosen. */
  href: string | undefined;
  onChoose: () => void;
  /** For one of several: whether it is chosen. */
  current?: boolean;
  children: ReactNode;
}

/** What changes the list in this page: a button. In the server's HTML it is a link to a page with that list. */
export function Choice({ className, href, onChoose, current, children }: Props) {
  const live = useLive();
  if (live) {
    return (
      <button className={className} type="button" aria-pressed={current} disabled={!href} onClick={onChoose}>
        {children}
      </button>
    );
  }
  if (!href) {
    return (
      <span className={className} aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <a className={className} href={href} aria-current={current || undefined}>
      {children}
    </a>
  );
}
