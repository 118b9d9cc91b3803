/**
 * Sections of a page with a side layout, followed by the other pages of its area: from 992 px in a sidebar beside the
 * page, below in a drawer over the page, opened by a button with the name of the open tab or page. Phones show the tabs
 * of the page instead.
 */
import { PanelLeft } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { t } from "../client/i18n.ts";
import type { Page } from "../../model/pages.ts";
import { Drawer } from "../../overlay/overlay.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { findArea, listAreas } from "../routing/menu.ts";
import { areas, pages } from "../routing/pages.ts";
import { useOpenPage } from "../routing/use-open-page.tsx";
import { useGuardedClick } from "../routing/use-guarded-click.tsx";
import { useGrants } from "../session/grants.tsx";
import { isSidebarOpen, storeSidebar } from "./sidebar-state.ts";
import { TabLink } from "./TabLink.tsx";

interface Props {
  page: Page;
}

/** Sidebar from 992 px. */
export function Sidebar({ page }: Props) {
  const [isOpen, setOpen] = useState(isSidebarOpen);
  const toggle = () => {
    storeSidebar(!isOpen);
    setOpen(!isOpen);
  };
  return (
    <aside className="sidebar" data-closed={!isOpen || undefined} aria-label={t("menuSide")}>
      <button type="button" className="icon-btn" aria-expanded={isOpen} aria-label={t("menuSide")} onClick={toggle}>
        <PanelLeft size={20} strokeWidth={1.5} aria-hidden />
      </button>
      {isOpen && <SectionList page={page} />}
    </aside>
  );
}

/** Button below 992 px that opens the sections over the page, regardless of the sidebar's cookie. */
export function SectionsButton({ page }: Props) {
  const { lang } = usePorts();
  const { section } = useOpenPage();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className="page-sections">
      <button
        type="button"
        className="btn"
        data-quiet
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <PanelLeft size={20} strokeWidth={1.5} aria-hidden />
        {(section ?? page).label[lang]}
      </button>
      <Drawer open={isOpen} onClose={close} side="start" label={t("menuSide")}>
        <div className="page-sections-list">
          <h2>{page.label[lang]}</h2>
          <SectionList page={page} onGo={close} />
        </div>
      </Drawer>
    </div>
  );
}

/** `onGo` is called when a link is clicked. */
function SectionList({ page, onGo }: Props & { onGo?: () => void }) {
  const grants = useGrants();
  const { lang } = usePorts();
  const area = useMemo(() => findArea(listAreas({ areas, pages }, grants, lang), page), [grants, lang, page]);
  const { tabs, tab: open, section } = useOpenPage();
  return (
    <nav aria-label={page.label[lang]} onClick={(event) => (event.target as Element).closest("a") && onGo?.()}>
      <ul>
        {tabs
          .filter((tab) => tab.in === undefined)
          .map((tab) => (
            <li key={tab.id}>
              <SectionLink
                to={`${page.path}?tab=${tab.id}`}
                label={tab.label[lang]}
                isOpen={tab === open}
                isCurrent={tab === section}
              />
            </li>
          ))}
        {tabs.length === 0 && (
          <li>
            <SectionLink to={page.path} label={page.label[lang]} isOpen isCurrent />
          </li>
        )}
        {area?.items
          .filter(({ path }) => path !== page.path)
          .map((item) => (
            <li key={item.path}>
              <TabLink item={item} />
            </li>
          ))}
      </ul>
    </nav>
  );
}

interface SectionLinkProps {
  to: string;
  label: string;
  isOpen: boolean;
  /** Whether the section or one of the tabs under it is open. */
  isCurrent: boolean;
}
/** Link to a section of the page. Clicking the open section reloads it (specification 2). */
function SectionLink({ to, label, isOpen, isCurrent }: SectionLinkProps) {
  return (
    <Link
      to={to}
      className="tab"
      aria-current={isCurrent ? (isOpen ? "page" : "true") : undefined}
      {...useGuardedClick(to, undefined, isOpen)}
    >
      {label}
    </Link>
  );
}
