/** The one page: the list of an entity, and the form of a new record at `?new`. */
import { useState } from "react";
import { createRoot } from "react-dom/client";
import "@portolan/engine/theme.css";
import "./page.css";
import { EngineProvider, EntityForm, EntityTable } from "@portolan/engine/ui";
import { loadEntity, ports } from "./ports.ts";

const [issue, comment] = await Promise.all([loadEntity("issue"), loadEntity("comment")]);

function Page() {
  const [params, setParams] = useState(new URLSearchParams(location.search));
  const go = (next: URLSearchParams) => (history.replaceState(null, "", `?${next}`), setParams(next));
  const entity = params.get("tab") === "comment" ? comment : issue;
  const list = new URLSearchParams({ tab: entity.name });
  const form = new URLSearchParams({ tab: entity.name, new: "" });
  const label = entity.text("label", "en");
  if (params.has("new")) return <EntityForm entity={entity} onDone={() => go(list)} onCancel={() => go(list)} />;
  const create = { label: `New ${label.toLowerCase()}`, href: `?${form}`, go: () => go(form) };
  return (
    <EntityTable key={entity.name} entity={entity} title={`${label}s`} params={params} onParams={go} create={create} />
  );
}

createRoot(document.querySelector("#root") ?? document.body).render(
  <EngineProvider ports={ports}>
    <Page />
  </EngineProvider>,
);
