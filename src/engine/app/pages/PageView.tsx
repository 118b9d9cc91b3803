/**
 * Renders a page of `pages.json`: navigation between the tabs granted to the user, and the open view, which is an
 * entity view, a call form or a screen.
 */
import { useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { Link } from "../../react/Link.tsx";
import { HeadingDrawn } from "../../react/Heading.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { useWidth } from "../../react/use-width.tsx";
import { useApprovals } from "../data/approvals.tsx";
import { loadCall } from "../data/schemas.ts";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { SectionsButton } from "../layout/lazy-sections.tsx";
import { createShell } from "../routing/page-links.ts";
import { buildTabParams, findSection, listTabs, pages, selectTab } from "../routing/pages.ts";
import { useGrants } from "../session/grants.tsx";
import { getScreens } from "../views/screens.tsx";
import { findPart, type Page, type Tab, type View } from "../../model/pages.ts";
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
  const above = findAbove(page, tabs, open);
  const title = findTitled(page, open, section).label[lang];
  const shown = tabs.filter((tab) => tab.in === undefined && (tab.nav !== false || tab === open));
  const hasSections = useHasSections(page, tabs);
  const isTop = page.layout !== "side";
  const view = open ?? page.view ?? page;
  const isTitled = hasHeading(view, tabs);
  const linkTo = (tab: Tab) => {
    const next = buildTabParams(page, tab, open, params);
    return { href: `?${next}`, go: () => confirmLeave() && setParams(next) };
  };
  return (
    <>
      {hasSections && <SectionsButton page={page} />}
      {above && (
        <Link className="page-back" {...linkTo(above)}>
          {(above === section ? above : page).label[lang]}
        </Link>
      )}
      <div className="page-head" data-kinds={page.kinds} data-form={isForm(view) || undefined}>
        {isTitled && <h1>{title}</h1>}
        {shown.length > 1 && !hasSections && !(above && isTop) && (
          <PageTabs page={page} tabs={shown} open={open} section={section} linkTo={linkTo} />
        )}
      </div>
      <HeadingDrawn value={isTitled}>
        <ViewOf
          key={open?.id ?? page.path}
          shell={shell}
          page={page}
          tab={open}
          view={view}
          title={title}
          lang={lang}
        />
      </HeadingDrawn>
    </>
  );
}

/** Returns the tab to which a link above the title leads from one that is not in the navigation. */
function findAbove(page: Page, tabs: readonly Tab[], open: Tab | undefined): Tab | undefined {
  if (page.kinds) return undefined;
  const above = open?.nav === false ? tabs[0] : findSection(tabs, open);
  return above === open ? undefined : above;
}
/**
 * Returns what names the view: the home of its records, or the page, beside whose title its tabs are shown, or a tab that is not among them. In a side
 * layout it is the section.
 */
function findTitled(page: Page, open: Tab | undefined, section: Tab | undefined): Page | Tab {
  if (!open || (page.kinds && open === section)) return page;
  const home = pages.find(({ path }) => path === open.home);
  if (home) return home;
  return page.layout === "side" || open !== section || open.nav === false ? open : page;
}
const isForm = (view: View): boolean =>
  view.call !== undefined || (view.entity !== undefined && findPart(view) === "create");
/** Returns whether the page draws the heading; a record has one of its own, and so has a screen without tabs. */
function hasHeading(view: View, tabs: readonly Tab[]): boolean {
  const part = view.entity === undefined ? undefined : findPart(view);
  return part !== "sole" && part !== "detail" && (view.screen === undefined || tabs.length > 1);
}

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
    <nav className="page-tabs" aria-label={page.label[lang]} ref={bar}>
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
