/** Frame of a page: header and footer (a page may switch off either), tabs or a sidebar. */
import { PanelLeft } from "lucide-react";
import { Suspense, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { readCookie, writeCookie } from "../../client/cookies.ts";
import { t } from "../../client/i18n.ts";
import { usePorts } from "../../engine/ui.tsx";
import { ErrorBoundary } from "../feedback/ErrorBoundary.tsx";
import { listMenu } from "../routing/menu.ts";
import { useWaiting } from "./waiting.tsx";
import { Offline } from "../feedback/Offline.tsx";
import type { Page } from "../../contract/pages.ts";
import { pages } from "../routing/pages.ts";
import { useGrants } from "../session/grants.tsx";
import { Header } from "./Header.tsx";
import { TabLink } from "./Tabs.tsx";

/** Layout route of the pages that share a frame. `frame`: a page of `pages.json`; default: header, footer, menu on top. */
export function Layout({ frame = {} }: { frame?: Pick<Page, "header" | "footer" | "layout"> }) {
  const { pathname, state } = useLocation() as { pathname: string; state: { reload?: string } | null };
  const isSide = frame.layout === "side";
  return (
    <>
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      {frame.header !== false && <Header tabs={!isSide} />}
      <Offline />
      <div className={isSide ? "body-side" : "body-top"}>
        {isSide && <Sidebar />}
        <main id="content" tabIndex={-1}>
          {/* A reload of the page remounts it. */}
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
/** Source: specification 2: the mobile mode of the sidebar layout starts at 992 px. */
const WIDE = "(min-width: 992px)";

/** Keeps its open state in a cookie (specification 2). Below 992 px it overlays the page and starts closed. */
function Sidebar() {
  const grants = useGrants();
  const { lang } = usePorts();
  const [open, setOpen] = useState(readCookie(SIDEBAR_COOKIE) !== "closed" && window.matchMedia(WIDE).matches);
  const waiting = useWaiting();
  const toggle = () => {
    writeCookie(SIDEBAR_COOKIE, open ? "closed" : "open", COOKIE_DAYS);
    setOpen(!open);
  };
  return (
    <aside className="sidebar" data-closed={!open || undefined}>
      <button type="button" className="icon-btn" aria-expanded={open} aria-label={t("menuSide")} onClick={toggle}>
        <PanelLeft size={20} strokeWidth={1.5} aria-hidden />
      </button>
      {open && (
        <nav aria-label={t("menuSide")}>
          <ul>
            {listMenu(pages, grants, lang).map((item) => (
              <li key={item.path}>
                <TabLink item={item} waiting={waiting.get(item.path)} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </aside>
  );
}
