/** Link of the menu: `aria-current` marks the open page. */
import { NavLink, type NavLinkProps } from "react-router-dom";
import { useGuardedClick } from "./use-guarded-click.tsx";

interface Props extends Omit<NavLinkProps, "to"> {
  to: string;
}
export function NavItem({ to, onClick, ...rest }: Props) {
  return <NavLink end caseSensitive {...rest} to={to} {...useGuardedClick(to, onClick)} />;
}
