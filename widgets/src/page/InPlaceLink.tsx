import type { AnchorHTMLAttributes, KeyboardEvent, MouseEvent } from "react";
import { isForBrowser } from "./click.ts";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** URL of the page that has the same content, or undefined to disable the link. */
  href: string | undefined;
  /** Shows the content in place. Not called if the click opens a tab or a window. */
  onFollow: () => void;
  /** Called when the visitor will probably follow the link. */
  onApproach?: () => void;
}

/** A link to a page whose content the island shows in place. */
export function InPlaceLink({ href, onFollow, onApproach, ...props }: Props) {
  const onClick = (event: MouseEvent) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    onFollow();
  };
  if (href === undefined) return <a role="link" {...props} aria-disabled />;
  return <a href={href} {...props} onClick={onClick} onPointerEnter={onApproach} onFocus={onApproach} />;
}

/**
 * Such a link that looks like a button, and is one for assistive technology as soon as scripts run (see `data-role` in
 * runtime.ts). `isLive` says whether the island is hydrated.
 */
export function LinkButton({ isLive, ...props }: Props & { isLive: boolean }) {
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  };
  return <InPlaceLink {...props} data-role="button" {...(isLive && { role: "button", onKeyDown })} />;
}
