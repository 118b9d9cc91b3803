/** A link that the portal follows without loading a page; with a key held or another button the browser opens it as it does any other. */
import type { AnchorHTMLAttributes } from "react";
import { usePorts } from "./ports-context.tsx";

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Follows it; the port's `go` to `href` where nothing else is said. */
  go?(): void;
}
export function Link({ href, go, onClick, children, ...rest }: LinkProps) {
  const ports = usePorts();
  const follow = go ?? (ports.go && (() => ports.go!(href)));
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!follow || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        follow();
      }}
    >
      {children}
    </a>
  );
}
