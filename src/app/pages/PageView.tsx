/**
 * Renders a page of `pages.json`: navigation between the tabs granted to the user, and the open view, which is an
 * entity view, a call form or a screen.
 */
import { useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { loadTexts, t, hasTexts } from "../../client/i18n.ts";
import type { CallResult, Entity, Lang, Row } from "../../engine/index.ts";
import {
  CallForm,
  EntityForm,
  EntityImport,
  EntityTable,
  EntityView,
  Link,
  type ListProps,
  RecordPage,
  SoleRecord,
  useIsMounted,
  useLoaded,
  usePorts,
  useWidth,
} from "../../engine/ui.tsx";
import { useApprovals } from "../data/approvals.tsx";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { buildReloadPath } from "../routing/paths.ts";
import { useGrants } from "../session/grants.tsx";
import { findPageLink, createShell } from "../routing/page-links.ts";
import { SectionsButton } from "../layout/Sections.tsx";
import { showToast } from "../feedback/toasts.ts";
import { findPart, hasRecords, type Page, type Tab, type View } from "../../contract/pages.ts";
import { selectTab, listTabs } from "../routing/pages.ts";
import { getCachedCall, getCachedEntity, loadCall, loadEntity } from "../data/schemas.ts";
import { type ScreenProps, screens } from "../views/screens.tsx";
import { useTitle } from "./title.ts";
import { refreshUnread } from "../data/unread-notifications.tsx";
import { prefetchView, listParts } from "../views/view-chunks.tsx";
import { loadUser, CERTIFIED, refreshCertification } from "../session/user.ts";
import { finishCall, readInitialValues } from "../account/account-call.ts";
import { Gate } from "./Gate.tsx";

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
              onPointerEnter={() => prefetchView(`${page.path}?tab=${tab.id}`)}
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

interface ViewProps {
  /** The merchant's `userStatus`. */
  status: number;
  shell: ScreenProps["shell"];
  page: Page;
  tab?: Tab | undefined;
  view: View;
  title: string;
  lang: Lang;
}
function ViewOf(props: ViewProps) {
  const { entity, call, screen } = props.view;
  const Screen = screen === undefined ? undefined : screens[screen];
  if (Screen) return <Screen lang={props.lang} title={props.title} form={loadCall} shell={props.shell} />;
  return entity ? (
    <EntityPart {...props} name={entity} />
  ) : call ? (
    <CallPart name={call} title={props.title} page={props.page} lang={props.lang} />
  ) : null;
}

function EntityPart({ name, ...props }: ViewProps & { name: string }) {
  const part = findPart(props.view);
  const parts = listParts(props.view);
  const entity = useLoaded(
    () => Promise.all([loadEntity(name), ...parts.map(loadTexts)]).then(([loaded]) => loaded),
    `${name} ${props.view.show}`,
    hasTexts(parts) ? getCachedEntity(name) : undefined,
  );
  if (!entity) return <div className="skeleton page-skeleton" aria-hidden />;
  // A page open to every merchant may contain tabs that require certification.
  if (props.status !== CERTIFIED && entity.calls[part === "sole" ? "detail" : (part ?? "list")]?.access === "certified")
    return <Gate status={props.status} label={props.title} />;
  if (part === "create") return <CreatePart {...props} entity={entity} />;
  if (part === "import") return <ImportPart {...props} entity={entity} />;
  if (part === "sole") return <SolePart {...props} entity={entity} />;
  if (part === "detail") return <DetailPart {...props} entity={entity} />;
  return <ListPart {...props} entity={entity} />;
}

/** View of the merchant's single record. Saving it may change the merchant's status, so the user is reloaded. */
function SolePart({ title, entity }: ViewProps & { entity: Entity }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isMounted = useIsMounted();
  const reload = () =>
    void loadUser().then(
      () => isMounted() && navigate(buildReloadPath(pathname + search), { replace: true }),
      () => undefined,
    );
  return <SoleRecord entity={entity} title={title} onChanged={reload} onLoaded={refreshCertification} />;
}

function ListPart({ page, view, title, lang, entity }: ViewProps & { entity: Entity }) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const ports = usePorts();
  const add = findPageLink(entity.name, "create", { current: page });
  const list: ListProps = {
    entity,
    title,
    preset: view.preset,
    columns: view.columns,
    params,
    onParams: (next, how) => setParams(next, { replace: how === "replace" }),
    create: add && { label: add.label[lang], href: add.href, go: () => confirmLeave() && navigate(add.href) },
    onActed: () => refreshUnread(ports),
  };
  const isPart = findPart(view) !== undefined;
  return isPart || view.show === undefined ? <EntityTable {...list} /> : <EntityView {...list} id={view.show} />;
}

/**
 * Returns the initial values of a form: the query parameters that match editable, non-sensitive fields, overridden by
 * the preset of the view.
 */
function readPreset({ view, entity }: ViewProps & { entity: Entity }, params: URLSearchParams): Row {
  const own = entity.fields.filter(
    (field) => !field.readOnly && !field.sensitive && !field.digest && params.get(field.name),
  );
  return { ...Object.fromEntries(own.map((field) => [field.name, params.get(field.name)])), ...view.preset };
}

function CreatePart(props: ViewProps & { entity: Entity }) {
  const { page, title, lang, entity } = props;
  const [params] = useSearchParams();
  // Initial values are read once; later changes to the URL do not affect the form.
  const [preset] = useState(() => readPreset(props, params));
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const list = findPageLink(entity.name, "list", { current: page });
  const done = (record: Row) => {
    showToast("success", t(entity.lifecycle ? "stored" : "recorded", { label: entity.text("label", lang) }));
    // Opens the new record in the list of its entity.
    if (list && isMounted())
      navigate(
        `${list.href}${list.href.includes("?") ? "&" : "?"}id=${encodeURIComponent(String(record[entity.key]))}`,
      );
  };
  return (
    <section className="form-page">
      <h1>{title}</h1>
      <EntityForm entity={entity} preset={preset} onDone={done} onCancel={list && (() => navigate(list.href))} />
    </section>
  );
}

function ImportPart({ page, title, entity }: ViewProps & { entity: Entity }) {
  const navigate = useNavigate();
  const list = findPageLink(entity.name, "list", { current: page });
  return <EntityImport entity={entity} title={title} onList={list && (() => navigate(list.href))} />;
}

/** Detail page of a record, or a list to choose from when the URL has no id. */
function DetailPart(props: ViewProps & { entity: Entity }) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get("id");
  if (!id) return <ListPart {...props} />;
  const { entity, page, lang } = props;
  const list = findPageLink(entity.name, "list", { current: page });
  const back = list ?? { label: page.label, href: page.path };
  return (
    <RecordPage
      entity={entity}
      id={id}
      back={{
        label: back.label[lang],
        href: back.href,
        go: () => confirmLeave() && (list ? navigate(list.href) : setParams({})),
      }}
    />
  );
}

function CallPart({ name, title, page, lang }: { name: string; title: string; page: Page; lang: Lang }) {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  // Incremented after a successful submit to remount the form.
  const [turn, setTurn] = useState(0);
  const call = useLoaded(() => loadCall(name), name, getCachedCall(name));
  // A call that requires step-up creates orders, so the user is taken to their list afterwards.
  const list = page.tabs?.find((tab) => tab.entity !== undefined && hasRecords(tab));
  const orders = call?.call.stepUp ? list : undefined;
  const done = (map: CallResult) =>
    finishCall(map, call!, lang).then(
      () => isMounted() && (orders ? navigate(`${page.path}?tab=${orders.id}`) : setTurn(turn + 1)),
    );
  return (
    <section className="form-page">
      <h1>{title}</h1>
      {call ? (
        <CallForm key={turn} call={call} preset={readInitialValues(call)} onDone={(map) => void done(map)} />
      ) : (
        <div className="skeleton page-skeleton" aria-hidden />
      )}
    </section>
  );
}
