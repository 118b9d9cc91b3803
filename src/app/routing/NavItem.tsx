/** Link of the shell: prefetches the page, asks before it leaves an unfinished form, reloads the page on a second click. */
import { useContext } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { Link, type LinkProps } from "../../engine/ui.tsx";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { PrefetchContext } from "./prefetch-context.ts";

interface Props extends Omit<LinkProps, "href" | "go"> {
  to: string;
}
export function NavItem({ to, ...rest }: Props) {
  const prefetch = useContext(PrefetchContext);
  const fetchAhead = () => prefetch(to);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = () => {
    if (!confirmLeave()) return;
    // A second click on the open page reloads it (specification 2).
    if (to === pathname) navigate(`/redirect?to=${encodeURIComponent(to)}`, { replace: true });
    else navigate(to);
  };
  return <Link href={to} go={go} onPointerEnter={fetchAhead} onFocus={fetchAhead} {...rest} />;
}
