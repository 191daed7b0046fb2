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

interface ButtonProps extends Props {
  /** Whether the island is hydrated. */
  isLive: boolean;
  /** Whether the button is pressed, if it can be. */
  isPressed?: boolean;
}

/**
 * Such a link that looks like a button, and is one for assistive technology as soon as scripts run (see `data-role` in
 * runtime.ts).
 */
export function LinkButton({ isLive, isPressed, ...props }: ButtonProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  };
  const state = isLive
    ? { role: "button", "aria-pressed": isPressed, onKeyDown }
    : { "data-aria-pressed": isPressed, "aria-current": isPressed || undefined };
  return <InPlaceLink {...props} data-role="button" {...state} />;
}
