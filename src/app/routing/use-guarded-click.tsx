/** Click handler of the shell's links: asks before it leaves unfinished input, reloads the page on a second click. */
import { type MouseEvent, useContext } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { isPlainClick } from "../../engine/ui.tsx";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { buildReloadPath } from "./paths.ts";
import { PrefetchContext } from "./prefetch-context.ts";

type Click = MouseEvent<HTMLAnchorElement>;

/** Returns the handlers of a link to `to`. A click is left to the router unless it is refused, or the link is open: `isOpen`, by default when its path is the page's. */
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
      // A second click on the open page reloads it (specification 2).
      event.preventDefault();
      void navigate(buildReloadPath(to), { replace: true });
    },
  };
}
