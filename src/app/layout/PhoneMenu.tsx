/** Below 580 px: the menu as a drawer over the page (specification 2). */
import { Menu, X } from "lucide-react";
import { useId } from "react";
import { t } from "../../client/i18n.ts";
import { Drawer } from "../../engine/ui.tsx";
import type { MenuArea } from "../routing/menu.ts";
import { useWaiting } from "./waiting.tsx";
import { CertificationBadge, CertificationStatus } from "./Certification.tsx";
import { AreaIcon } from "./AreaIcon.tsx";
import { TabLink } from "./TabLink.tsx";
import { usePageState } from "./use-page-state.tsx";

/** `status`: userStatus, shown at the top of the menu and as a mark on its button. */
export function PhoneMenu({ areas, status }: { areas: readonly MenuArea[]; status: number }) {
  const certification = useId();
  const [open = false, setOpen] = usePageState<boolean>();
  const waiting = useWaiting();
  return (
    <div className="phone-menu">
      <button
        type="button"
        className="icon-btn"
        aria-label={t("menu")}
        aria-describedby={certification}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Menu size={20} strokeWidth={1.5} aria-hidden />
        <CertificationBadge status={status} id={certification} className="menu-mark" />
      </button>
      <Drawer open={open} onClose={() => setOpen(false)} side="start" label={t("menu")}>
        <div className="phone-menu-head">
          <span className="brand">{t("brand")}</span>
          <button type="button" className="icon-btn" aria-label={t("menuClose")} onClick={() => setOpen(false)}>
            <X size={20} strokeWidth={1.5} aria-hidden />
          </button>
        </div>
        <div className="phone-menu-certification">
          <CertificationStatus status={status} onGo={() => setOpen(false)} />
        </div>
        <nav aria-label={t("menu")} onClick={(event) => (event.target as Element).closest("a") && setOpen(false)}>
          <ul className="phone-menu-list">
            {areas.map((area) => (
              <li key={area.id}>
                {area.items.length > 1 && (
                  <span className="phone-menu-area" id={`${certification}-${area.id}`}>
                    <AreaIcon name={area.icon} />
                    {area.label}
                  </span>
                )}
                <ul aria-labelledby={area.items.length > 1 ? `${certification}-${area.id}` : undefined}>
                  {area.items.map((item) => (
                    <li key={item.path}>
                      <TabLink item={item} waiting={waiting.get(item.path)} />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </nav>
      </Drawer>
    </div>
  );
}
