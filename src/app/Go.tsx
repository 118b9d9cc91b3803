/** A link of the shell: fetches the page's code ahead, asks before leaving an unfinished form, reloads the page on a second click. */
import { useLocation, useNavigate } from "react-router-dom";
import { Link, type LinkProps } from "../engine/ui.tsx";
import { mayLeave } from "./leaving.ts";
import { fetchView } from "./view-code.ts";

interface Props extends Omit<LinkProps, "href" | "go"> {
  to: string;
}
export function Go({ to, ...rest }: Props) {
  const fetchAhead = () => fetchView(to);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const go = () => {
    if (!mayLeave()) return;
    // A second click on the page that is open loads it afresh (specification 2).
    if (to === pathname) navigate(`/redirect?to=${encodeURIComponent(to)}`, { replace: true });
    else navigate(to);
  };
  return <Link href={to} go={go} onPointerEnter={fetchAhead} onFocus={fetchAhead} {...rest} />;
}
