/** Frame of a page: header and footer (a page may switch off either), tabs or a sidebar. */
import { PanelLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useLocation } from "react-router-dom";
import { readCookie, writeCookie } from "../../client/cookies.ts";
import { t } from "../../client/i18n.ts";
import type { Lang } from "../../engine/index.ts";
import { listMenu } from "../routing/menu.ts";
import { useWaiting } from "./waiting.tsx";
import { Offline } from "../feedback/Offline.tsx";
import type { Page } from "../../contract/pages.ts";
import { pages } from "../routing/pages.ts";
import type { Grants } from "../session/user.ts";
import { Header } from "./Header.tsx";
import { TabLink } from "./Tabs.tsx";

export function Layout({
  page,
  grants,
  lang,
  home,
  children,
}: {
  page: Page;
  grants: Grants;
  lang: Lang;
  home: string;
  children: ReactNode;
}) {
  return (
    <>
      <a className="skip" href="#content">
        {t("skip")}
      </a>
      {page.header !== false && <Header grants={grants} lang={lang} home={home} tabs={page.layout !== "side"} />}
      <Offline />
      <div className={page.layout === "side" ? "body-side" : "body-top"}>
        {page.layout === "side" && <Sidebar grants={grants} lang={lang} />}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      {page.footer !== false && <footer className="footer">{t("footer")}</footer>}
    </>
  );
}

const SIDEBAR_COOKIE = "sidebar";
const COOKIE_DAYS = 365;
/** Source: specification 2: the mobile mode of the sidebar layout starts at 992 px. */
const WIDE = "(min-width: 992px)";

/** Keeps its open state in a cookie (specification 2). Below 992 px it overlays the page and starts closed. */
function Sidebar({ grants, lang }: { grants: Grants; lang: Lang }) {
  const [open, setOpen] = useState(readCookie(SIDEBAR_COOKIE) !== "closed" && window.matchMedia(WIDE).matches);
  const { pathname } = useLocation();
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
                <TabLink item={item} current={item.path === pathname} waiting={waiting.get(item.path)} />
              </li>
            ))}
          </ul>
        </nav>
      )}
    </aside>
  );
}
