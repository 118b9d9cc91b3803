/** Prefetches in parallel what the view at a URL needs: code, schema and, for a list, the first rows. */
import type { PagePart } from "../../model/views.ts";
import { CallForm, EntityForm } from "../../form/lazy.tsx";
import { EntityImport } from "../../views/EntityImport.tsx";
import { EntityTable, prefetchList } from "../../table/lazy.tsx";
import { findViewPart } from "../../views/EntityView.tsx";
import { RecordDrawer, RecordPage, SoleRecord } from "../../detail/lazy.tsx";
import type { Entity } from "../../model/entity.ts";
import { findPart, hasRecords, type Page, type View } from "../../model/pages.ts";
import type { Ports } from "../../model/ports.ts";
import { coreViews } from "../../views/parts.tsx";
import { getInside } from "../inside-options.tsx";
import { selectTab, pages, listTabs } from "../routing/pages.ts";
import { loadCall, loadEntity } from "../data/schemas.ts";
import { getScreens } from "./screens.tsx";
import { type Grants, hasFullAccess } from "../session/user.ts";

const loadForm = (entity: Promise<Entity>) =>
  Promise.all([EntityForm.load(), entity.then((entity) => entity.loadValidator())]);
const CODE: Record<PagePart, (entity: Promise<Entity>) => Promise<unknown>> = {
  list: EntityTable.load,
  create: loadForm,
  edit: loadForm,
  detail: RecordPage.load,
  sole: SoleRecord.load,
  import: (entity) => Promise.all([EntityImport.load(), entity.then((entity) => entity.loadValidator())]),
};

interface Target {
  page: Page;
  params: URLSearchParams;
}
/** Returns the page of a URL, following redirects, with the query parameters. Undefined when no page has this path. */
function resolveTarget(href: string): Target | undefined {
  const { pathname, searchParams: params } = new URL(href, location.href);
  const page = pages.find((page) => page.path === pathname);
  return page?.redirect ? resolveTarget(page.redirect) : page && { page, params };
}

/** Loads the code of an entity view. A custom view also loads the table, to which the user may switch. */
async function loadCode(view: View, entity: Promise<Entity>): Promise<unknown> {
  const part = findPart(view);
  if (part) return CODE[part](entity);
  const type = (await entity).views?.[view.show ?? ""]?.type;
  return Promise.all([
    EntityTable.load(),
    type !== undefined && findViewPart(getInside().views ?? coreViews, type).load(),
  ]);
}

/**
 * Prefetches the code and schema of the view at a URL. Ignores errors, which the rendered component
 * reports.
 */
export function prefetchView(href: string): void {
  const target = resolveTarget(href);
  // Browsers do not retry a style sheet that failed to load, so nothing is prefetched while offline.
  if (!target || !navigator.onLine) return;
  const { page, params } = target;
  const view: View = selectTab(page.tabs ?? [], params) ?? page.view ?? page;
  const { entity, call, screen } = view;
  const needs = [
    screen && getScreens()[screen]?.load(),
    entity &&
      Promise.all([loadCode(view, loadEntity(entity)), hasRecords(view) && params.has("id") && RecordDrawer.load()]),
    call && Promise.all([loadCall(call), CallForm.load(), EntityForm.load()]),
  ];
  Promise.all(needs).catch(() => undefined);
}

/** Prefetches the first rows of the list at a URL, for users with the highest access level only. */
export async function prefetchRows(ports: Ports, href: string, { granted, user }: Grants): Promise<void> {
  const target = resolveTarget(href);
  if (!target || !hasFullAccess(user)) return;
  const { page, params } = target;
  const view: View = selectTab(listTabs(page, granted), params) ?? page.view ?? page;
  if (view.screen || !view.entity || !hasRecords(view)) return;
  const entity = await loadEntity(view.entity);
  await prefetchList(ports, entity, { preset: view.preset, params, view: view.show });
}
