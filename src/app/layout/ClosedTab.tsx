/** A tab while the merchant is not certified: a click says why it does not open, and the way on. Source: specification 2, only userStatus 1 navigates. */
import type { KeyboardEvent } from "react";
import { t } from "../../client/i18n.ts";
import { Panel } from "../../engine/ui.tsx";
import { Go } from "../Go.tsx";
import { CERTIFICATION } from "./Standing.tsx";

/** `status`: the merchant's userStatus, which is not 1. */
export function ClosedTab({ label, status, here }: { label: string; status: number; here: boolean }) {
  // Escape closes the panel alone, not the menu that it stands in.
  const keep = (event: KeyboardEvent) =>
    event.key === "Escape" && event.currentTarget.querySelector(":popover-open") && event.stopPropagation();
  return (
    <span role="presentation" className="closed-tab" onKeyDown={keep}>
      <Panel className="tab" button={label} current={here}>
        {(close) => (
          <div className="closed-panel">
            <strong>{label}</strong>
            <p>{t(`gate.${status}`)}</p>
            <Go to={CERTIFICATION} className="btn" data-main onClick={close}>
              {t(`gateGo.${status}`)}
            </Go>
          </div>
        )}
      </Panel>
    </span>
  );
}
