/** A page of `pages.json`: its tabs (only granted ones), and in each a view of an entity, a call's form or a screen. */
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import type { Lang } from "../../engine/index.ts";
import { CallForm, EntityView } from "../../engine/ui.tsx";
import { loadCall, loadEntity, type Page, type View } from "../schemas.ts";
import { useLoaded } from "../useLoaded.ts";
import type { Grants } from "../user.ts";

export function PageView({ page, grants, lang }: { page: Page; grants: Grants; lang: Lang }) {
  const [params, setParams] = useSearchParams();
  const tabs = (page.tabs ?? []).filter((tab) => !tab.menu || grants.granted.has(tab.menu));
  const open = tabs.find((tab) => tab.id === params.get("tab")) ?? tabs[0];
  const label = page.label[lang];
  useEffect(() => {
    document.title = `${label} · ${t("brand")} ${t("product")}`;
    localStorage.setItem("activeName", label);
  }, [label]);
  const view = open ?? page.view;
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
      {view && <ViewOf key={open?.id ?? page.path} view={view} title={open?.label[lang] ?? label} />}
    </>
  );
}

function ViewOf({ view, title }: { view: View; title: string }) {
  return view.entity ? <EntityPart view={view} entity={view.entity} title={title} /> : view.call ? <CallPart name={view.call} title={title} /> : null;
}

function EntityPart({ view, entity: name, title }: { view: View; entity: string; title: string }) {
  const entity = useLoaded(() => loadEntity(name), name);
  if (!entity) return <div className="skeleton page-skeleton" aria-hidden />;
  return <EntityView entity={entity} show={view.show ?? "list"} preset={view.preset} columns={view.columns} title={title} />;
}

function CallPart({ name, title }: { name: string; title: string }) {
  const call = useLoaded(() => loadCall(name), name);
  return (
    <section className="call-page">
      <h1>{title}</h1>
      {call ? <CallForm call={call} onDone={() => undefined} /> : <div className="skeleton page-skeleton" aria-hidden />}
    </section>
  );
}
