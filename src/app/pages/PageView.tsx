/**
 * Renders a page of `pages.json`: navigation between the tabs granted to the user, and the open view, which is an
 * entity view, a call form or a screen.
 */
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { Link, usePorts, useWidth } from "../../engine/ui.tsx";
import { useApprovals } from "../data/approvals.tsx";
import { loadCall } from "../data/schemas.ts";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { SectionsButton } from "../layout/Sections.tsx";
import { createShell } from "../routing/page-links.ts";
import { listTabs, selectTab } from "../routing/pages.ts";
import { useGrants } from "../session/grants.tsx";
import { screens } from "../views/screens.tsx";
import type { Page } from "../../contract/pages.ts";
import type { EntityPageProps } from "./entity-page-props.tsx";
import { CallPage, EntityPage, prefetchLink } from "./lazy-pages.tsx";
import { useTitle } from "./title.ts";

export function PageView({ page }: { page: Page }) {
  const grants = useGrants();
  const { lang } = usePorts();
  const [params, setParams] = useSearchParams();
  const tabs = listTabs(page, grants.granted);
  const open = selectTab(tabs, params);
  const label = page.label[lang];
  useTitle(open && tabs.length > 1 ? `${open.label[lang]} · ${label}` : label, useApprovals().total);
  const shell = useMemo(() => createShell(grants, lang), [grants, lang]);
  useEffect(() => {
    // Local storage key required by specification 3.
    localStorage.setItem("activeName", label);
  }, [label]);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // The tab bar scrolls on phones, so the current tab is scrolled into view however it was opened.
    const current = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (current) bar.current!.scrollLeft = current.offsetLeft - (bar.current!.clientWidth - current.offsetWidth) / 2;
  }, [open?.id, page.path]);
  const shown = tabs.filter((tab) => tab.nav !== false || tab === open);
  const hasSections = useWidth() === "tablet" && page.layout === "side" && tabs.length > 1;
  return (
    <>
      {hasSections && <SectionsButton page={page} />}
      {shown.length > 1 && !hasSections && (
        <nav className="page-tabs" aria-label={label} ref={bar}>
          {shown.map((tab) => (
            <Link
              key={tab.id}
              href={`?tab=${tab.id}`}
              aria-current={tab === open ? "page" : undefined}
              onPointerEnter={() => prefetchLink(`${page.path}?tab=${tab.id}`)}
              go={() => confirmLeave() && setParams({ tab: tab.id })}
            >
              {tab.label[lang]}
            </Link>
          ))}
        </nav>
      )}
      <ViewOf
        key={open?.id ?? page.path}
        shell={shell}
        status={grants.user.userStatus}
        page={page}
        tab={open}
        view={open ?? page.view ?? page}
        title={open?.label[lang] ?? label}
        lang={lang}
      />
    </>
  );
}

function ViewOf(props: Omit<EntityPageProps, "name">) {
  const { entity, call, screen } = props.view;
  const Screen = screen === undefined ? undefined : screens[screen];
  if (Screen) return <Screen lang={props.lang} title={props.title} form={loadCall} shell={props.shell} />;
  if (entity) return <EntityPage {...props} name={entity} />;
  return call ? <CallPage name={call} title={props.title} page={props.page} lang={props.lang} /> : null;
}
