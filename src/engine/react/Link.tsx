import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { usePorts } from "./ports-context.tsx";

/** Props of a link: those of an anchor, with a required `href`. */
export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Navigates. Default: the port's `go` with `href`. */
  go?(): void;
  /** Leaves a form that is kept as a draft without asking. For links of the form itself. */
  keepsDraft?: true;
}
/**
 * Returns whether an event is a primary click without modifier keys. Other clicks open a tab, a window or a download.
 * @example
 * <a href="/issues" onClick={(event) => isPlainClick(event) && event.preventDefault()}>
 *   Issues
 * </a>;
 */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * Link with client-side navigation. Clicks with a modifier key or another button are left to the browser, and all
 * clicks if neither `go` nor the port navigates.
 * @example
 * <Link href="/issues?id=7">Open the issue</Link>;
 */
export function Link({ href, go, keepsDraft, onClick, children, ...rest }: LinkProps) {
  const { go: navigate } = usePorts();
  const follow = go ?? (navigate && (() => (keepsDraft ? navigate(href, { keepsDraft }) : navigate(href))));
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!follow || event.defaultPrevented || !isPlainClick(event)) return;
        event.preventDefault();
        follow();
      }}
    >
      {children}
    </a>
  );
}
