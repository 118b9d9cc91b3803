/**
 * Tab of a merchant that is not certified: a click shows the reason and a link to the certification. Source:
 * specification 2, only userStatus 1 navigates.
 */
import type { KeyboardEvent } from "react";
import { t } from "../../client/i18n.ts";
import { Panel } from "../../engine/ui.tsx";
import { NavItem } from "../routing/NavItem.tsx";
import { CERTIFICATION } from "./Certification.tsx";

/** `status`: the merchant's userStatus, which is not 1. */
export function ClosedTab({ label, status, current }: { label: string; status: number; current: boolean }) {
  // Escape closes this panel only, not the menu around it.
  const keep = (event: KeyboardEvent) =>
    event.key === "Escape" && event.currentTarget.querySelector(":popover-open") && event.stopPropagation();
  return (
    <span role="presentation" className="closed-tab" onKeyDown={keep}>
      <Panel className="tab" button={label} current={current}>
        {(close) => (
          <div className="closed-panel">
            <strong>{label}</strong>
            <p>{t(`gate.${status}`)}</p>
            <NavItem to={CERTIFICATION} className="btn" data-main onClick={close}>
              {t(`gateGo.${status}`)}
            </NavItem>
          </div>
        )}
      </Panel>
    </span>
  );
}
