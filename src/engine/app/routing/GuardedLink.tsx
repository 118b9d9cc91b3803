/** Link that asks for confirmation before unfinished input is lost, and reloads the page if it is already open. */
import { Link, type LinkProps } from "react-router-dom";
import { useGuardedClick } from "./use-guarded-click.tsx";

interface Props extends Omit<LinkProps, "to"> {
  to: string;
}
export function GuardedLink({ to, onClick, ...rest }: Props) {
  return <Link {...rest} to={to} {...useGuardedClick(to, onClick)} />;
}
