/** A link inside the portal: asks before leaving an unfinished form, reloads the page on a second click. */
import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { mayLeave } from "./leaving.ts";
import { fetchView } from "./view-code.ts";

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string;
}
export function Go({ to, onClick, children, ...rest }: Props) {
  const fetchAhead = () => fetchView(to);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!mayLeave()) return;
    // A second click on the page that is open loads it afresh (specification 2).
    if (to === pathname) navigate(`/redirect?to=${encodeURIComponent(to)}`, { replace: true });
    else navigate(to);
  };
  return (
    <a href={to} onClick={go} onPointerEnter={fetchAhead} onFocus={fetchAhead} {...rest}>
      {children}
    </a>
  );
}
