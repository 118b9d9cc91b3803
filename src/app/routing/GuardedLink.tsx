/** Link for use outside of the menu that confirms before unfinished input is lost. */
import { Link, type LinkProps } from "react-router-dom";
import { useGuardedClick } from "./use-guarded-click.tsx";

interface Props extends Omit<LinkProps, "to"> {
  to: string;
}
export function GuardedLink({ to, onClick, ...rest }: Props) {
  return <Link {...rest} to={to} {...useGuardedClick(to, onClick)} />;
}
