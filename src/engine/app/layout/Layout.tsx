/**
 * Layout of a page: header, footer, and either the row of its area or, with the layout `side`, a sidebar from 992 px. A
 * page may hide its header, and with it the row, or its footer.
 */
import { Suspense, useMemo } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { usePorts } from "../../react/ports-context.tsx";
import { useWidth } from "../../react/use-width.tsx";
import { ErrorBoundary } from "../feedback/ErrorBoundary.tsx";
import { findArea, listAreas } from "../routing/menu.ts";
import { Offline } from "../feedback/Offline.tsx";
import type { Page } from "../../model/pages.ts";
import { areas, pages } from "../routing/pages.ts";
import { useHomePath } from "../routing/use-home-path.tsx";
import { useGrants } from "../session/grants.tsx";
import { AreaRow } from "./Areas.tsx";
import { Header } from "./Header.tsx";
import { Sidebar } from "./lazy-sections.tsx";

/**
 * Layout route shared by pages with the same frame. `frame`: settings of such a page; defaults to header, footer and
 * top menu.
 */
export function Layout({ frame = {} }: { frame?: Pick<Page, "header" | "footer" | "layout"> }) {
  const { pathname, state } = useLocation() as { pathname: string; state: { reload?: string } | null };
  const grants = useGrants();
  const { lang } = usePorts();
  const isSide = frame.layout === "side";
  const isWide = useWidth() === "wide";
  const page = pages.find(({ path }) => path === pathname);
  const menu = useMemo(() => listAreas({ areas, pages }, grants, lang), [grants, lang]);
  const home = useHomePath();
  const open = findArea(
    menu,
    pages.find(({ path }) => path === home),
  );
  return (
    <>
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      {frame.header !== false && <Header areas={menu} open={open} title={page?.label[lang]} />}
      {frame.header !== false && !isSide && open && <AreaRow area={open} />}
      <Offline />
      <div className={isSide ? "body-side" : "body-top"}>
        {isSide && page && isWide && <Sidebar page={page} />}
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
