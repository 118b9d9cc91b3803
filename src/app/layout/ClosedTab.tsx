/**
 * Tab of a merchant that is not certified: a click shows the reason and a link to the certification. Source:
 * specification 2, only userStatus 1 navigates.
 */
import type { KeyboardEvent, ReactNode } from "react";
import { useMatch } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { Panel } from "../../engine/ui.tsx";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import type { MenuItem } from "../routing/menu.ts";
import { CERTIFICATION } from "../routing/paths.ts";

/**
 * `status`: the merchant's userStatus, which is not 1. `isCurrent`: default whether the item's page is open. `button`:
 * content of the tab; default its label.
 */
export function ClosedTab({
  item: { path, label },
  status,
  isCurrent: isOpen,
  button = label,
  className = "tab",
}: {
  item: MenuItem;
  status: number;
  isCurrent?: boolean;
  button?: ReactNode;
  className?: string;
}) {
  const isMatch = useMatch({ path, caseSensitive: true }) !== null;
  const isCurrent = isOpen ?? isMatch;
  // Escape closes this panel only, not the menu around it.
  const keep = (event: KeyboardEvent) =>
    event.key === "Escape" && event.currentTarget.querySelector(":popover-open") && event.stopPropagation();
  return (
    <span role="presentation" className="closed-tab" onKeyDown={keep}>
      <Panel className={className} button={button} current={isCurrent}>
        {(close) => (
          <div className="closed-panel">
            <strong>{label}</strong>
            <p>{t(`gate.${status}`)}</p>
            <GuardedLink to={CERTIFICATION} className="btn" data-main onClick={close}>
              {t(`gateGo.${status}`)}
            </GuardedLink>
          </div>
        )}
      </Panel>
    </span>
  );
}
