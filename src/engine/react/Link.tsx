/** A link that the portal follows without loading a page; with a key held or another button the browser opens it as it does any other. */
import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { usePorts } from "./ports-context.tsx";

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Follows it; the port's `go` to `href` where nothing else is said. */
  go?(): void;
}
/** True for the click that the portal follows itself: the first button with no key held. Any other opens a tab, a window or a download, as the browser does with every link. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export function Link({ href, go, onClick, children, ...rest }: LinkProps) {
  const ports = usePorts();
  const follow = go ?? (ports.go && (() => ports.go!(href)));
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
