/** Bottom navigation bar on phones: the items configured in `pages.json`, "New" in the middle, and the menu. */
import { Plus } from "lucide-react";
import { useId } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { getInside } from "../inside-options.tsx";
import { Drawer } from "../../overlay/overlay.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { useApprovals } from "../data/approvals.tsx";
import { ErrorBoundary } from "../feedback/ErrorBoundary.tsx";
import { selectCreations } from "../routing/creations.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { type BarItem, listBar } from "../routing/menu.ts";
import { creationNeeds, pages } from "../routing/pages.ts";
import type { Grants } from "../session/user.ts";
import { ClosedTab } from "./ClosedTab.tsx";
import { NewEntries } from "./NewMenu.tsx";
import { PhoneMenu, type PhoneMenuProps } from "./PhoneMenu.tsx";
import { WaitingBadge } from "./TabLink.tsx";
import { usePageState } from "./use-page-state.tsx";

export function PhoneBar(props: PhoneMenuProps) {
  const { grants } = props;
  const { lang } = usePorts();
  const items = listBar(pages, grants, lang);
  const half = Math.ceil((items.length + 1) / 2);
  const toEntry = (item: BarItem) => (
    <li key={item.href}>
      <BarLink item={item} items={items} />
    </li>
  );
  return (
    <nav className="phone-bar" aria-label={t("bar")}>
      <ul>
        {items.slice(0, half).map(toEntry)}
        {selectCreations(creationNeeds, grants).length > 0 && (
          <li>
            <NewSheet grants={grants} />
          </li>
        )}
        {items.slice(half).map(toEntry)}
        <li>
          <PhoneMenu {...props} />
        </li>
      </ul>
    </nav>
  );
}

/** Link of the bar. Below the highest access level, it explains why the page is locked instead of navigating. */
function BarLink({ item, items }: { item: BarItem; items: readonly BarItem[] }) {
  const id = useId();
  const { total } = useApprovals();
  const isCurrent = useIsCurrent(item, items);
  const Icon = getInside().icons[item.icon];
  const content = (
    <>
      {Icon && <Icon size={20} strokeWidth={1.5} aria-hidden />}
      {item.label}
    </>
  );
  if (item.closed) return <ClosedTab item={item} button={content} className="bar-place" isCurrent={isCurrent} />;
  const waiting = item.counts ? total : undefined;
  return (
    <>
      <GuardedLink
        to={item.href}
        className="bar-place"
        aria-current={isCurrent ? "page" : undefined}
        aria-describedby={waiting ? id : undefined}
      >
        {content}
      </GuardedLink>
      <WaitingBadge id={id} waiting={waiting} />
    </>
  );
}

/**
 * Returns whether the item is current: its tab is open or, for an item without a tab, any tab that no other item links
 * to.
 */
function useIsCurrent({ path, tab }: BarItem, items: readonly BarItem[]): boolean {
  const { pathname, search } = useLocation();
  if (pathname !== path) return false;
  const open = new URLSearchParams(search).get("tab") ?? undefined;
  return tab === undefined
    ? !items.some((other) => other.path === path && other.tab && other.tab === open)
    : tab === open;
}

/** Bottom sheet with the "New" entries. */
function NewSheet({ grants }: { grants: Grants }) {
  const { lang } = usePorts();
  const [open = false, setOpen] = usePageState<boolean>();
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="bar-place bar-new"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t("menuNew")}
        onPointerDown={() => void NewEntries.load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Plus size={20} strokeWidth={2} aria-hidden />
      </button>
      <Drawer open={open} onClose={close} side="foot" label={t("menuNew")}>
        <div className="phone-new">
          <h2>{t("menuNew")}</h2>
          <ErrorBoundary>
            <NewEntries grants={grants} lang={lang} className="tab" close={close} />
          </ErrorBoundary>
        </div>
      </Drawer>
    </>
  );
}
