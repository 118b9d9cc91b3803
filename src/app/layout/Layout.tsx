/**
 * Layout of a page: header, footer, and either the row of its area or a sidebar. A page may hide its header or footer.
 */
import { PanelLeft } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { Link, Outlet, useLocation, useSearchParams } from "react-router-dom";
import { readCookie, writeCookie } from "../../client/cookies.ts";
import { t } from "../../client/i18n.ts";
import { usePorts } from "../../engine/ui.tsx";
import { ErrorBoundary } from "../feedback/ErrorBoundary.tsx";
import { findArea, listAreas, type MenuArea } from "../routing/menu.ts";
import { Offline } from "../feedback/Offline.tsx";
import type { Page } from "../../contract/pages.ts";
import { areas, listTabs, pages, selectTab } from "../routing/pages.ts";
import { useGuardedClick } from "../routing/use-guarded-click.tsx";
import { useGrants } from "../session/grants.tsx";
import { AreaRow } from "./Areas.tsx";
import { Header } from "./Header.tsx";
import { TabLink } from "./TabLink.tsx";

/**
 * Layout route shared by pages with the same frame. `frame`: settings of such a page; defaults to header, footer and
 * top menu.
 */
export function Layout({ frame = {} }: { frame?: Pick<Page, "header" | "footer" | "layout"> }) {
  const { pathname, state } = useLocation() as { pathname: string; state: { reload?: string } | null };
  const grants = useGrants();
  const { lang } = usePorts();
  const isSide = frame.layout === "side";
  const page = pages.find(({ path }) => path === pathname);
  const menu = useMemo(() => listAreas({ areas, pages }, grants, lang), [grants, lang]);
  const open = findArea(menu, page);
  return (
    <>
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      {frame.header !== false && <Header areas={menu} open={open} title={page?.label[lang]} />}
      {frame.header !== false && !isSide && open && <AreaRow area={open} />}
      <Offline />
      <div className={isSide ? "body-side" : "body-top"}>
        {isSide && page && <Sidebar page={page} area={open} />}
        <main id="content" tabIndex={-1}>
          {/* A reload through `/redirect` changes the key, which remounts the page. */}
          <ErrorBoundary key={`${pathname}:${state?.reload ?? ""}`}>
            <Suspense fallback={<div className="skeleton page-skeleton" aria-hidden />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      {frame.footer !== false && <footer className="footer">{t("footer")}</footer>}
    </>
  );
}

const SIDEBAR_COOKIE = "sidebar";
const COOKIE_DAYS = 365;
/** Media query for the desktop mode of the sidebar. Source: specification 2. */
const WIDE = "(min-width: 992px)";

/**
 * Sidebar with the sections of the page, followed by the other pages of its area. Its open state is stored in a cookie
 * (specification 2). Below 992 px it moves above the page and starts closed.
 */
function Sidebar({ page, area }: { page: Page; area: MenuArea | undefined }) {
  const grants = useGrants();
  const { lang } = usePorts();
  const [params] = useSearchParams();
  const tabs = listTabs(page, grants.granted);
  const open = selectTab(tabs, params);
  const [isOpen, setOpen] = useState(readCookie(SIDEBAR_COOKIE) !== "closed" && window.matchMedia(WIDE).matches);
  const toggle = () => {
    writeCookie(SIDEBAR_COOKIE, isOpen ? "closed" : "open", COOKIE_DAYS);
    setOpen(!isOpen);
  };
  return (
    <aside className="sidebar" data-closed={!isOpen || undefined} aria-label={t("menuSide")}>
      <button type="button" className="icon-btn" aria-expanded={isOpen} aria-label={t("menuSide")} onClick={toggle}>
        <PanelLeft size={20} strokeWidth={1.5} aria-hidden />
      </button>
      {isOpen && (
        <nav aria-label={page.label[lang]}>
          <ul>
            {tabs.length > 0 ? (
              tabs.map((tab) => (
                <li key={tab.id}>
                  <SectionLink to={`${page.path}?tab=${tab.id}`} label={tab.label[lang]} isOpen={tab === open} />
                </li>
              ))
            ) : (
              <li>
                <SectionLink to={page.path} label={page.label[lang]} isOpen />
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
      )}
    </aside>
  );
}

/** Link to a section of the page. Clicking the current section reloads it (specification 2). */
function SectionLink({ to, label, isOpen }: { to: string; label: string; isOpen: boolean }) {
  return (
    <Link
      to={to}
      className="tab"
      aria-current={isOpen ? "page" : undefined}
      {...useGuardedClick(to, undefined, isOpen)}
    >
      {label}
    </Link>
  );
}
