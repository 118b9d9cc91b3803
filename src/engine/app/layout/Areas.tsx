/** Menu on wide screens: the areas in the header, with the pages of the current area in a row below. */
import { useEffect, useId, useRef } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import type { MenuArea } from "../routing/menu.ts";
import { useHomePath } from "../routing/use-home-path.tsx";
import { AreaIcon } from "./AreaIcon.tsx";
import { ClosedTab } from "./ClosedTab.tsx";
import { TabLink, WaitingBadge } from "./TabLink.tsx";
import { useWaitingCounts } from "./use-waiting-counts.tsx";

/** `open`: area of the current page; undefined when the page is not in the menu. */
export function Areas({ areas, open }: { areas: readonly MenuArea[]; open: MenuArea | undefined }) {
  const waiting = useWaitingCounts();
  return (
    <nav className="tabs" aria-label={t("menu")}>
      <ul>
        {areas.map((area) => (
          <li key={area.id}>
            <AreaLink
              area={area}
              isOpen={area === open}
              waiting={area.items.reduce((sum, { path }) => sum + (waiting.get(path) ?? 0), 0)}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Link to the first page of an area. Below the highest access level, it explains why the area is locked instead of navigating.
 */
function AreaLink({ area, isOpen, waiting }: { area: MenuArea; isOpen: boolean; waiting: number }) {
  const id = useId();
  const { pathname } = useLocation();
  const [first] = area.items;
  if (!first) return null;
  if (first.closed) return <ClosedTab item={{ ...first, label: area.label }} isCurrent={isOpen} />;
  const current = first.path === pathname ? "page" : "true";
  return (
    <>
      <GuardedLink
        to={first.path}
        className="tab"
        aria-current={isOpen ? current : undefined}
        aria-describedby={waiting > 0 ? id : undefined}
      >
        <AreaIcon name={area.icon} />
        {area.label}
      </GuardedLink>
      <WaitingBadge id={id} waiting={waiting} />
    </>
  );
}

/** Row with the pages of an area. Renders nothing for an area with a single page. */
export function AreaRow({ area }: { area: MenuArea }) {
  const row = useRef<HTMLElement>(null);
  const waiting = useWaitingCounts();
  const home = useHomePath();
  useEffect(() => {
    // The row scrolls on narrow screens, so the current page is scrolled into view.
    const bar = row.current;
    const current = bar?.querySelector<HTMLElement>("[aria-current]");
    if (bar && current) bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
  }, [area, home]);
  if (area.items.length < 2) return null;
  return (
    <nav className="area-row" aria-label={`${t("menu")} · ${area.label}`} ref={row}>
      <ul>
        {area.items.map((item) => (
          <li key={item.path}>
            <TabLink item={item} waiting={waiting.get(item.path)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
