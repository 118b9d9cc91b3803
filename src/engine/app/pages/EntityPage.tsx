/** Pages with an entity's view or a call's form. Not loaded by hand-written screens. */
import type { Row } from "../../model/field.ts";
import { useState } from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { t } from "../client/i18n.ts";
import type { CallResult } from "../../model/ports.ts";
import type { Entity } from "../../model/entity.ts";
import { findPart, hasRecords } from "../../model/pages.ts";
import { CallForm, CreateChoice, EntityForm } from "../../form/lazy.tsx";
import { EntityImport } from "../../views/EntityImport.tsx";
import { EntityTable } from "../../table/lazy.tsx";
import { EntityView } from "../../views/EntityView.tsx";
import type { ListLink, ListProps } from "../../react/view-part.tsx";
import { RecordPage, SoleRecord } from "../../detail/lazy.tsx";
import { useIsMounted } from "../../react/use-is-mounted.tsx";
import { useLoaded } from "../../data/use-loaded.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { finishCall, readInitialValues } from "../account/account-call.tsx";
import { getCachedCall, getCachedEntity, loadCall, loadEntity } from "../data/schemas.ts";
import { refreshUnread } from "../data/unread-notifications.tsx";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { showToast } from "../feedback/toasts.ts";
import { findPageLink, type PageLink } from "../routing/page-links.ts";
import { listTabs } from "../routing/pages.ts";
import { buildReloadPath } from "../routing/paths.ts";
import { useGrants } from "../session/grants.tsx";
import { hasReached, loadUser, refreshStanding } from "../session/user.ts";
import type { CallPageProps, EntityPageProps, PageContext } from "./entity-page-props.tsx";
import { Gate } from "./Gate.tsx";
import { Heading } from "../../react/Heading.tsx";
import "./kinds.css";

/** Page of an entity's view. */
export function EntityPage({ name, ...props }: EntityPageProps) {
  const part = findPart(props.view);
  const { user } = useGrants();
  const entity = useLoaded(() => loadEntity(name), name, getCachedEntity(name));
  if (!entity) return <div className="skeleton page-skeleton" aria-hidden />;
  // A page open to every user may contain tabs that require a higher access level.
  const call = entity.calls[part === "sole" ? "detail" : (part ?? "list")];
  if (call && !hasReached(user, call.access)) return <Gate label={props.title} />;
  if (part === "create" && entity.create) return <ChoicePart {...props} entity={entity} />;
  if (part === "create") return <CreatePart {...props} entity={entity} />;
  if (part === "import") return <ImportPart {...props} entity={entity} />;
  if (part === "sole") return <SolePart {...props} entity={entity} />;
  if (part === "detail") return <DetailPart {...props} entity={entity} />;
  return <ListPart {...props} entity={entity} />;
}

/** View of the tenant's single record. Saving it may change the user's standing, so the user is reloaded. */
function SolePart({ title, entity }: PageContext & { entity: Entity }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isMounted = useIsMounted();
  const reload = () =>
    void loadUser().then(
      () => isMounted() && navigate(buildReloadPath(pathname + search), { replace: true }),
      () => undefined,
    );
  return <SoleRecord entity={entity} title={title} onChanged={reload} onLoaded={refreshStanding} />;
}

function ListPart({ page, tab, view, title, lang, entity }: PageContext & { entity: Entity }) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const ports = usePorts();
  const { granted } = useGrants();
  const follow = ({ href, label }: PageLink): ListLink => ({
    label: label[lang],
    href,
    go: () => confirmLeave() && navigate(href),
  });
  const add = findPageLink(entity.name, "create", { current: page });
  const under = listTabs(page, granted).filter((other) => tab && other.in === tab.id);
  const file = under.find((other) => findPart(other) === "import");
  const list: ListProps = {
    entity,
    title,
    preset: view.preset,
    columns: view.columns,
    params,
    onParams: (next, how) => setParams(next, { replace: how === "replace" }),
    create: add && follow(add),
    importFile: file && follow({ label: file.label, href: `${page.path}?tab=${file.id}` }),
    under: under
      .filter((other) => hasRecords(other) && !other.home)
      .map(({ id, label }) => follow({ label, href: `${page.path}?tab=${id}` })),
    onActed: () => refreshUnread(ports),
  };
  const isPart = findPart(view) !== undefined;
  return isPart || view.show === undefined ? <EntityTable {...list} /> : <EntityView {...list} id={view.show} />;
}

/** Returns the query parameters that match editable, non-sensitive fields of a form. */
function readQuery({ fields }: Entity, params: URLSearchParams): Row {
  const own = fields.filter((field) => !field.readOnly && !field.sensitive && !field.digest && params.get(field.name));
  return Object.fromEntries(own.map((field) => [field.name, params.get(field.name)]));
}

/**
 * Returns how a form ends: `done` reports the stored record and opens it in the list of `listed`, `cancel` opens the
 * list.
 */
function useFormEnd({ page, lang }: PageContext, listed: Entity) {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const list = findPageLink(listed.name, "list", { current: page });
  const done = (entity: Entity, id: string) => {
    showToast("success", t(entity.lifecycle ? "stored" : "recorded", { label: entity.text("label", lang) }));
    if (list && isMounted()) navigate(`${list.href}${list.href.includes("?") ? "&" : "?"}id=${encodeURIComponent(id)}`);
  };
  return { done, cancel: list && (() => navigate(list.href)) };
}

function CreatePart(props: PageContext & { entity: Entity }) {
  const { title, entity, view } = props;
  const [params] = useSearchParams();
  // Initial values are read once; later changes to the URL do not affect the form.
  const [preset] = useState(() => ({ ...readQuery(entity, params), ...view.preset }));
  const { done, cancel } = useFormEnd(props, entity);
  return (
    <section className="form-page">
      <Heading>{title}</Heading>
      <EntityForm
        entity={entity}
        preset={preset}
        onDone={(record) => done(entity, String(record[entity.key]))}
        onCancel={cancel}
      />
    </section>
  );
}

/** Form for a new record of a union, which asks for the member first. */
function ChoicePart(props: PageContext & { entity: Entity }) {
  const { title, entity, view } = props;
  const [params] = useSearchParams();
  const { done, cancel } = useFormEnd(props, entity);
  const by = entity.create?.by ?? "";
  const first = params.get(by) ?? view.preset?.[by];
  return (
    <section className="form-page">
      <Heading>{title}</Heading>
      <CreateChoice
        entity={entity}
        first={typeof first === "string" ? first : undefined}
        presetOf={(member) => readQuery(member, params)}
        onCancel={cancel}
        onDone={(member, record) => done(member, `${member.name}.${String(record[member.key])}`)}
      />
    </section>
  );
}

function ImportPart({ page, title, entity }: PageContext & { entity: Entity }) {
  const navigate = useNavigate();
  const list = findPageLink(entity.name, "list", { current: page });
  return <EntityImport entity={entity} title={title} onList={list && (() => navigate(list.href))} />;
}

/**
 * Detail page of a record. When the URL has no id, a list to choose from, or the home of the records if nothing lists
 * them.
 */
function DetailPart(props: PageContext & { entity: Entity }) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const id = params.get("id");
  const { entity, page, lang } = props;
  if (!id && !entity.calls.list && page.home) return <Navigate to={page.home} replace />;
  if (!id) return <ListPart {...props} />;
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

/** Page of a call's form. */
export function CallPage({ name, title, page, tab, lang }: CallPageProps) {
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [params] = useSearchParams();
  // Incremented after a successful submit to remount the form.
  const [turn, setTurn] = useState(0);
  const call = useLoaded(() => loadCall(name), name, getCachedCall(name));
  // The form of a call that requires step-up creates orders, so the page then opens the tab that lists them. A child tab
  // returns to its parent.
  const list = page.tabs?.find((other) => other.entity !== undefined && hasRecords(other));
  const next = call?.call.stepUp ? list?.id : tab?.in;
  const done = (map: CallResult) =>
    finishCall(map, call!, lang).then(
      () => isMounted() && (next === undefined ? setTurn(turn + 1) : navigate(`${page.path}?tab=${next}`)),
    );
  return (
    <section className="form-page">
      <Heading>{title}</Heading>
      {call ? (
        <CallForm
          key={turn}
          call={call}
          preset={{ ...readQuery(call.request, params), ...readInitialValues(call) }}
          onDone={(map) => void done(map)}
        />
      ) : (
        <div className="skeleton page-skeleton" aria-hidden />
      )}
    </section>
  );
}
