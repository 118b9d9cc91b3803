/**
 * Renders a page of `pages.json`: navigation between the tabs granted to the user, and the open view, which is an
 * entity view, a call form or a screen.
 */
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { Link } from "../../react/Link.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { useWidth } from "../../react/use-width.tsx";
import { useApprovals } from "../data/approvals.tsx";
import { loadCall } from "../data/schemas.ts";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { SectionsButton } from "../layout/lazy-sections.tsx";
import { createShell } from "../routing/page-links.ts";
import { buildTabParams, findSection, listTabs, selectTab } from "../routing/pages.ts";
import { useGrants } from "../session/grants.tsx";
import { getScreens } from "../views/screens.tsx";
import type { Page, Tab } from "../../model/pages.ts";
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
    // Name of the open page, for scripts of the product.
    localStorage.setItem("activeName", label);
  }, [label]);
  const section = findSection(tabs, open);
  const shown = tabs.filter((tab) => tab.in === undefined && (tab.nav !== false || tab === open));
  const hasSections = useHasSections(page, tabs);
  const linkTo = (tab: Tab) => {
    const next = buildTabParams(page, tab, open, params);
    return { href: `?${next}`, go: () => confirmLeave() && setParams(next) };
  };
  return (
    <>
      {hasSections && <SectionsButton page={page} />}
      {shown.length > 1 && !hasSections && (
        <PageTabs page={page} tabs={shown} open={open} section={section} linkTo={linkTo} />
      )}
      {section && section !== open && !page.kinds && (
        <Link className="page-back" {...linkTo(section)}>
          {section.label[lang]}
        </Link>
      )}
      <ViewOf
        key={open?.id ?? page.path}
        shell={shell}
        page={page}
        tab={open}
        view={open ?? page.view ?? page}
        title={findTitled(page, open, section).label[lang]}
        lang={lang}
      />
    </>
  );
}

/** Returns what names the view: its tab, or for kinds of the same records the page. */
const findTitled = (page: Page, open: Tab | undefined, section: Tab | undefined): Page | Tab =>
  open && !(page.kinds && open === section) ? open : page;

/** Returns whether a button opens the sections of the page, in place of tabs. */
const useHasSections = ({ layout }: Page, tabs: readonly Tab[]): boolean =>
  useWidth() === "tablet" && layout === "side" && tabs.length > 1;

interface PageTabsProps {
  page: Page;
  tabs: readonly Tab[];
  open: Tab | undefined;
  section: Tab | undefined;
  /** Returns the URL of a tab, and the function that opens it. */
  linkTo(tab: Tab): { href: string; go(): void };
}
/** Links to the tabs of a page. */
function PageTabs({ page, tabs, open, section, linkTo }: PageTabsProps) {
  const { lang } = usePorts();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // The tab bar scrolls on phones, so the current tab is scrolled into view however it was opened.
    const current = bar.current?.querySelector<HTMLElement>("[aria-current]");
    if (current) bar.current!.scrollLeft = current.offsetLeft - (bar.current!.clientWidth - current.offsetWidth) / 2;
  }, [open?.id, page.path]);
  return (
    <nav className="page-tabs" data-kinds={page.kinds} aria-label={page.label[lang]} ref={bar}>
      {tabs.map((tab) => (
        <Link
          key={tab.id}
          {...linkTo(tab)}
          aria-current={tab === section ? (tab === open ? "page" : "true") : undefined}
          onPointerEnter={() => prefetchLink(`${page.path}?tab=${tab.id}`)}
        >
          {tab.label[lang]}
        </Link>
      ))}
    </nav>
  );
}

function ViewOf(props: Omit<EntityPageProps, "name">) {
  const { entity, call, screen } = props.view;
  const screens = getScreens();
  const Screen = screen === undefined ? undefined : screens[screen];
  if (Screen) return <Screen lang={props.lang} title={props.title} form={loadCall} shell={props.shell} />;
  if (entity) return <EntityPage {...props} name={entity} />;
  const { title, page, tab, lang } = props;
  return call ? <CallPage name={call} title={title} page={page} tab={tab} lang={lang} /> : null;
}
