/** A page of `pages.json`: its tabs (only granted ones), and in each a view of an entity, a call's form or a screen. */
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import type { Entity, Lang, Row } from "../../engine/index.ts";
import { CallForm, EntityForm, EntityImport, EntityTable, RecordPage } from "../../engine/ui.tsx";
import { PASSED } from "../menu.ts";
import { notify } from "../notices.tsx";
import { loadCall, loadEntity, type Page, pages, type Tab, type View } from "../schemas.ts";
import { screens } from "../screens.ts";
import { useLoaded } from "../useLoaded.ts";
import type { Grants } from "../user.ts";
import { afterCall, startOf } from "./account/account-call.ts";
import { Gate } from "./Gate.tsx";

interface PageProps {
  page: Page;
  grants: Grants;
  lang: Lang;
}
export function PageView({ page, grants, lang }: PageProps) {
  const [params, setParams] = useSearchParams();
  const tabs = (page.tabs ?? []).filter((tab) => !tab.grant || grants.granted.has(tab.grant));
  const open = tabs.find((tab) => tab.id === params.get("tab")) ?? tabs[0];
  const label = page.label[lang];
  useEffect(() => {
    document.title = `${label} · ${t("brand")} ${t("product")}`;
    // Source: specification 3, the local value activeName.
    localStorage.setItem("activeName", label);
  }, [label]);
  return (
    <>
      {tabs.length > 1 && (
        <nav className="page-tabs" aria-label={label}>
          {tabs.map((tab) => (
            <a
              key={tab.id}
              href={`?tab=${tab.id}`}
              aria-current={tab === open ? "page" : undefined}
              onClick={(event) => {
                event.preventDefault();
                setParams({ tab: tab.id });
              }}
            >
              {tab.label[lang]}
            </a>
          ))}
        </nav>
      )}
      <ViewOf key={open?.id ?? page.path} status={grants.user.userStatus} page={page} tab={open} view={open ?? page.view ?? page} title={open?.label[lang] ?? label} lang={lang} />
    </>
  );
}

interface ViewProps {
  /** The merchant's userStatus. */
  status: number;
  page: Page;
  tab?: Tab;
  view: View;
  title: string;
  lang: Lang;
}
function ViewOf(props: ViewProps) {
  const { entity, call, screen } = props.view;
  const Screen = screen === undefined ? undefined : screens[screen];
  if (Screen) return <Screen lang={props.lang} title={props.title} form={loadCall} />;
  return entity ? <EntityPart {...props} name={entity} /> : call ? <CallPart name={call} title={props.title} /> : null;
}

function EntityPart({ name, ...props }: ViewProps & { name: string }) {
  const entity = useLoaded(() => loadEntity(name), name);
  if (!entity) return <div className="skeleton page-skeleton" aria-hidden />;
  const { show = "list" } = props.view;
  // A page for everyone may show a part that is for certified merchants only.
  if (props.status !== PASSED && entity.calls[show]?.access === "certified") return <Gate status={props.status} label={props.title} />;
  if (show === "create") return <CreatePart {...props} entity={entity} />;
  if (show === "import") return <ImportPart {...props} entity={entity} />;
  if (show === "detail") return <DetailPart entity={entity} />;
  return <ListPart {...props} entity={entity} />;
}

function ListPart({ page, view, title, lang, entity }: ViewProps & { entity: Entity }) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const add = placeOf(entity.name, "create", page);
  return (
    <EntityTable
      entity={entity}
      title={title}
      preset={view.preset}
      columns={view.columns}
      params={params}
      onParams={(next, how) => setParams(next, { replace: how === "replace" })}
      create={add && { label: add.label[lang], href: add.href, go: () => navigate(add.href) }}
    />
  );
}

function CreatePart({ page, view, title, lang, entity }: ViewProps & { entity: Entity }) {
  const navigate = useNavigate();
  const list = placeOf(entity.name, "list", page);
  const done = (record: Row) => {
    notify("success", t("stored", { label: entity.text("label", lang) }));
    // The record that was just made opens where its kind is listed.
    if (list) navigate(`${list.href}${list.href.includes("?") ? "&" : "?"}id=${encodeURIComponent(String(record[entity.key]))}`);
  };
  return (
    <section className="form-page">
      <h1>{title}</h1>
      <EntityForm entity={entity} preset={view.preset} onDone={done} onCancel={list && (() => navigate(list.href))} />
    </section>
  );
}

function ImportPart({ page, title, entity }: ViewProps & { entity: Entity }) {
  const navigate = useNavigate();
  const list = placeOf(entity.name, "list", page);
  return <EntityImport entity={entity} title={title} onList={list && (() => navigate(list.href))} />;
}

function DetailPart({ entity }: { entity: Entity }) {
  const [params] = useSearchParams();
  return <RecordPage entity={entity} id={params.get("id") ?? ""} />;
}

function CallPart({ name, title }: { name: string; title: string }) {
  // What was sent is done: the form begins anew.
  const [turn, setTurn] = useState(0);
  const call = useLoaded(() => loadCall(name), name);
  return (
    <section className="form-page">
      <h1>{title}</h1>
      {call ? <CallForm key={turn} call={call} preset={startOf(call)} onDone={(map) => afterCall(map).then(() => setTurn(turn + 1))} /> : <div className="skeleton page-skeleton" aria-hidden />}
    </section>
  );
}

/** Where an entity is listed or made: a tab of this page first, else the first page that does it. */
function placeOf(entity: string, show: "list" | "create", here: Page): { href: string; label: Record<Lang, string> } | undefined {
  for (const page of [here, ...pages]) {
    const tab = page.tabs?.find((one) => one.entity === entity && (one.show ?? "list") === show && !one.preset);
    if (tab) return { href: `${page.path}?tab=${tab.id}`, label: tab.label };
    const view = page.view ?? page;
    if (view.entity === entity && (view.show ?? "list") === show && !view.preset) return { href: page.path, label: page.label };
  }
  return undefined;
}
