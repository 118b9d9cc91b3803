/** Prefetches the view of an address in parallel: chunk, schema, words, and the first rows of a list. */
import { loadWords, type Part } from "../../client/i18n.ts";
import {
  CallForm,
  EntityForm,
  EntityImport,
  EntityTable,
  prefetchList,
  RecordDrawer,
  RecordPage,
  SoleRecord,
} from "../../engine/ui.tsx";
import type { Entity, Ports } from "../../engine/index.ts";
import type { Page, View } from "../../contract/pages.ts";
import { selectTab, pages, listTabs } from "../routing/pages.ts";
import { loadCall, loadEntity } from "../data/schemas.ts";
import { screens } from "./screens.tsx";
import { type Grants, CERTIFIED } from "../session/user.ts";

type Show = NonNullable<View["show"]>;
/** Parts of the words that each view needs beyond those of every page. */
export const WORDS: Record<Show, readonly Part[]> = {
  list: ["records"],
  create: [],
  edit: ["records"],
  detail: ["records"],
  sole: ["records"],
  import: ["records", "import"],
};
const form = (entity: Promise<Entity>) => Promise.all([EntityForm.load(), entity.then((one) => one.loadValidator())]);
const CODE: Record<Show, (entity: Promise<Entity>) => Promise<unknown>> = {
  list: EntityTable.load,
  create: form,
  edit: form,
  detail: RecordPage.load,
  sole: SoleRecord.load,
  import: (entity) => Promise.all([EntityImport.load(), entity.then((one) => one.loadValidator())]),
};

interface Target {
  page: Page;
  params: URLSearchParams;
}
/** Resolves a same-origin path with its query; undefined for none. */
function resolveTarget(href: string): Target | undefined {
  const { pathname, searchParams: params } = new URL(href, location.href);
  const page = pages.find((one) => one.path === pathname);
  return page?.redirect ? resolveTarget(page.redirect) : page && { page, params };
}

/** Prefetches a view. Ignores errors: the component that renders reports them. */
export function prefetchView(href: string): void {
  const target = resolveTarget(href);
  // The browser does not retry a failed style sheet, so nothing is fetched while offline.
  if (!target || !navigator.onLine) return;
  const { page, params } = target;
  const { entity, call, screen, show = "list" }: View = selectTab(page.tabs ?? [], params) ?? page.view ?? page;
  const needs = [
    screen && screens[screen]?.load(),
    entity &&
      Promise.all([
        CODE[show](loadEntity(entity)),
        ...WORDS[show].map(loadWords),
        show === "list" && params.has("id") && RecordDrawer.load(),
      ]),
    call && Promise.all([loadCall(call), CallForm.load(), EntityForm.load()]),
  ];
  Promise.all(needs).catch(() => undefined);
}

/** Prefetches the first rows of an address's list, for a certified merchant only. */
export async function prefetchRows(ports: Ports, href: string, { granted, user }: Grants): Promise<void> {
  const target = resolveTarget(href);
  if (!target || user.userStatus !== CERTIFIED) return;
  const { page, params } = target;
  const view: View = selectTab(listTabs(page, granted), params) ?? page.view ?? page;
  if (view.screen || !view.entity || (view.show ?? "list") !== "list") return;
  await prefetchList(ports, await loadEntity(view.entity), view.preset ?? {}, params);
}
