/**
 * Locked tab shown to an uncertified merchant: a click says what it is for, why it is closed, and what opens it. Source:
 * specification 2 (tabs navigate only with `userStatus` 1).
 */
import type { KeyboardEvent, ReactNode } from "react";
import { useMatch } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { Panel } from "@portolan/engine/ui";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import type { MenuItem } from "../routing/menu.ts";
import { CERTIFICATION } from "../routing/paths.ts";
import { About } from "./About.tsx";

/**
 * `status`: the merchant's `userStatus`, never 1. `isCurrent`: defaults to whether the item's page is open. `button`:
 * content of the tab, by default its label.
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
  // Escape closes only this panel, not the menu that contains it.
  const keep = (event: KeyboardEvent) =>
    event.key === "Escape" && event.currentTarget.querySelector(":popover-open") && event.stopPropagation();
  return (
    <span role="presentation" className="closed-tab" onKeyDown={keep}>
      <Panel className={className} button={button} current={isCurrent}>
        {(close) => (
          <div className="closed-panel">
            <strong>{label}</strong>
            <About path={path} />
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
