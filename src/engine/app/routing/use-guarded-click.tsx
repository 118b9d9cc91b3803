/**
 * Event handlers for links: prefetch on hover and focus, ask for confirmation before unfinished input is lost, and
 * reload a page that is already open.
 */
import { type MouseEvent, useContext } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isPlainClick } from "../../react/Link.tsx";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { buildReloadPath } from "./paths.ts";
import { PrefetchContext } from "./prefetch-context.ts";

type Click = MouseEvent<HTMLAnchorElement>;

/**
 * Returns the event handlers of a link to `to`. The router handles the click unless the user cancels it or the link is
 * already open (`isOpen`, by default whether its path is the current one).
 */
export function useGuardedClick(to: string, onClick?: (event: Click) => void, isOpen?: boolean) {
  const prefetch = useContext(PrefetchContext);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const load = () => prefetch(to);
  return {
    onPointerEnter: load,
    onFocus: load,
    onClick(event: Click) {
      onClick?.(event);
      if (event.defaultPrevented || !isPlainClick(event)) return;
      if (!confirmLeave()) return event.preventDefault();
      if (!(isOpen ?? to === pathname)) return;
      // Clicking the link of the current page reloads it.
      event.preventDefault();
      void navigate(buildReloadPath(to), { replace: true });
    },
  };
}
