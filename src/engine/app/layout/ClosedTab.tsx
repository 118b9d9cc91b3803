/**
 * Locked tab shown to a user below the highest access level: a click says what it is for, why it is closed, and what
 * opens it.
 */
import type { KeyboardEvent, ReactNode } from "react";
import { useMatch } from "react-router-dom";
import { Panel } from "../../overlay/Panel.tsx";
import type { MenuItem } from "../options.ts";
import { About } from "./About.tsx";
import { GateLink, GateReason } from "./GateParts.tsx";

/**
 * `isCurrent`: defaults to whether the item's page is open. `button`:
 * content of the tab, by default its label.
 */
export function ClosedTab({
  item: { path, label },
  isCurrent: isOpen,
  button = label,
  className = "tab",
}: {
  item: MenuItem;
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
            <GateReason />
            <GateLink onClick={close} />
          </div>
        )}
      </Panel>
    </span>
  );
}
