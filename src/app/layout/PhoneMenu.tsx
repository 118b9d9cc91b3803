/** Below 580 px: the menu as a drawer over the page (specification 2). */
import { Menu, Plus, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { t } from "../../client/i18n.ts";
import { Drawer, usePorts } from "../../engine/ui.tsx";
import { selectCreations } from "../routing/creations.ts";
import type { MenuArea } from "../routing/menu.ts";
import { creationNeeds } from "../routing/pages.ts";
import type { Grants } from "../session/user.ts";
import { NewEntries } from "./NewMenu.tsx";
import { useWaiting } from "./waiting.tsx";
import { CertificationBadge, CertificationStatus } from "./Certification.tsx";
import { AreaIcon } from "./AreaIcon.tsx";
import { TabLink } from "./TabLink.tsx";
import { usePageState } from "./use-page-state.tsx";

interface Props {
  areas: readonly MenuArea[];
  grants: Grants;
}
export function PhoneMenu({ areas, grants }: Props) {
  const status = grants.user.userStatus;
  const certification = useId();
  const [open = false, setOpen] = usePageState<boolean>();
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
          <PhoneMenuList areas={areas} grants={grants} />
        </nav>
      </Drawer>
    </div>
  );
}

/** Records that the user may create, then the areas with their pages. */
function PhoneMenuList({ areas, grants }: Props) {
  const id = useId();
  const waiting = useWaiting();
  const { lang } = usePorts();
  return (
    <ul className="phone-menu-list">
      {selectCreations(creationNeeds, grants).length > 0 && (
        <li className="phone-menu-new">
          <Heading icon={<Plus size={16} strokeWidth={1.5} aria-hidden className="area-icon" />}>
            {t("menuNew")}
          </Heading>
          <NewEntries grants={grants} lang={lang} className="tab" close={() => undefined} />
        </li>
      )}
      {areas.map((area) => (
        <li key={area.id}>
          {area.items.length > 1 && (
            <Heading id={`${id}-${area.id}`} icon={<AreaIcon name={area.icon} />}>
              {area.label}
            </Heading>
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

const Heading = ({ id, icon, children }: { id?: string; icon: ReactNode; children: ReactNode }) => (
  <span className="phone-menu-area" id={id}>
    {icon}
    {children}
  </span>
);
