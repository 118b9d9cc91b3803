/** Menu link with a badge for the number of orders awaiting the user. */
import { useId } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import type { MenuItem } from "../options.ts";
import { useHomePath } from "../routing/use-home-path.tsx";
import { ClosedTab } from "./ClosedTab.tsx";

const MAX_SHOWN = 99;

/** `id`: id that the link references in `aria-describedby`. Renders nothing when no orders are waiting. */
export function WaitingBadge({ id, waiting }: { id: string; waiting: number | undefined }) {
  return waiting ? (
    <span className="badge" id={id}>
      <span aria-hidden>{waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : waiting}</span>
      <span className="sr-only">{t("waiting", { n: waiting })}</span>
    </span>
  ) : null;
}

/**
 * `waiting`: number of orders under the tab that await the user. Below the highest access level, the tab explains
 * why it is locked instead of navigating.
 */
export function TabLink({ item, waiting }: { item: MenuItem; waiting?: number | undefined }) {
  const id = useId();
  const { pathname } = useLocation();
  const home = useHomePath();
  if (item.closed) return <ClosedTab item={item} />;
  const isCurrent = item.path === home || item.joins?.includes(home) === true;
  return (
    <>
      <GuardedLink
        to={item.path}
        className="tab"
        aria-current={isCurrent ? (item.path === pathname ? "page" : "true") : undefined}
        aria-describedby={waiting ? id : undefined}
      >
        {item.label}
      </GuardedLink>
      <WaitingBadge id={id} waiting={waiting} />
    </>
  );
}
