/** Content of the phone menu: the user, the areas with their pages, and the entries of the user menu. */
import { X } from "lucide-react";
import { useId } from "react";
import { t } from "../client/i18n.ts";
import type { MenuArea } from "../routing/menu.ts";
import type { Grants } from "../session/user.ts";
import { AreaIcon } from "./AreaIcon.tsx";
import { TabLink } from "./TabLink.tsx";
import { UserCard, UserItems } from "./UserPanel.tsx";
import { useWaitingCounts } from "./use-waiting-counts.tsx";

export interface PhoneMenuContentProps {
  areas: readonly MenuArea[];
  grants: Grants;
  close(): void;
  onDialog(call: string): void;
}
export function PhoneMenuContent({ areas, grants: { user }, close, onDialog }: PhoneMenuContentProps) {
  return (
    <>
      <div className="phone-menu-head">
        <span className="brand">{t("brand")}</span>
        <button type="button" className="icon-btn" aria-label={t("menuClose")} onClick={close}>
          <X size={20} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      <UserCard user={user} onGo={close} />
      <nav aria-label={t("menu")} onClick={(event) => (event.target as Element).closest("a") && close()}>
        <AreaList areas={areas} />
      </nav>
      <div className="phone-menu-user">
        <UserItems close={close} onDialog={onDialog} />
      </div>
    </>
  );
}

function AreaList({ areas }: { areas: readonly MenuArea[] }) {
  const id = useId();
  const waiting = useWaitingCounts();
  return (
    <ul className="phone-menu-list">
      {areas.map((area) => (
        <li key={area.id}>
          {area.items.length > 1 && (
            <span className="phone-menu-area" id={`${id}-${area.id}`}>
              <AreaIcon name={area.icon} />
              {area.label}
            </span>
          )}
          <ul aria-labelledby={area.items.length > 1 ? `${id}-${area.id}` : undefined}>
            {area.items.map((item) => (
              <li key={item.path}>
                <TabLink item={item} waiting={waiting.get(item.path)} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
