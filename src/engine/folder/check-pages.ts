/** Checks pages, areas and contexts for what their meta-schemas cannot detect, such as unknown names and duplicates. */
import type { Page } from "../model/pages.ts";
import { createFinding, suggest, type SchemaError } from "../schema/schema-error.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { parseJson, type Json } from "../schema/json.ts";
import type { Compiled, CompiledCall } from "../compile/compile.ts";
import type { LocalizedMessage } from "../rules/rule-messages.ts";
import type { FindingSubject } from "../schema/finding-subjects.ts";
import { folderMessages } from "./finding-messages.ts";

interface Known {
  entities: ReadonlyMap<string, Compiled>;
  calls: ReadonlyMap<string, CompiledCall>;
  /** Hand-written screens of the product. Default: none. */
  screens?: readonly string[] | undefined;
  /** Icons of menu areas and of the bottom bar. Default: none. */
  icons?: readonly string[] | undefined;
}

export function checkPages(file: string, text: string, known: Known): SchemaError[] {
  const findings: SchemaError[] = [];
  const paths = new Set<string>();
  const ids = new Set<string>();
  const keys = new Set<unknown>();
  const all = parseJson(file, text).json?.items() ?? [];
  const addresses = all.flatMap((page) => page.get("path")?.value ?? []).map(String);
  for (const page of all) {
    const path = page.get("path") ?? page;
    const address = String(path.value);
    if (paths.has(address)) findings.push(createError(path, "duplicate-name", folderMessages.samePath(address)));
    paths.add(address);
    const id = page.get("id");
    const name = String(id?.value);
    if (id && ids.has(name)) findings.push(createError(id, "duplicate-name", folderMessages.sameId(name)));
    if (id) ids.add(name);
    const tabs =
      page
        .get("tabs")
        ?.items()
        .flatMap((tab) => tab.get("id") ?? []) ?? [];
    tabs.forEach((tab, index) => {
      if (tabs.slice(0, index).some((other) => other.value === tab.value))
        findings.push(createError(tab, "duplicate-name", folderMessages.sameTab(address, String(tab.value))));
    });
    for (const tab of page.get("tabs")?.items() ?? []) {
      const section = tab.get("in");
      if (section && !tabs.some(({ value }) => value === section.value))
        findings.push(createError(section, "unknown-tab", folderMessages.noTab(address, String(section.value))));
      const key = tab.get("create")?.get("key");
      if (key && keys.has(key.value))
        findings.push(createError(key, "duplicate-name", folderMessages.sameKey(String(key.value))));
      if (key) keys.add(key.value);
      const href = tab.get("create")?.get("href");
      if (href && !addresses.includes(String(href.value).replace(/\?.*$/, "")))
        findings.push(createUnknownError(href, "page", addresses));
    }
    for (const node of [page, ...(page.get("tabs")?.items() ?? [])]) {
      const icon = node.get("bar")?.get("icon");
      if (icon && !known.icons?.some((name) => name === icon.value))
        findings.push(createUnknownError(icon, "icon", known.icons ?? []));
      const home = node.get("home");
      if (home && !addresses.includes(String(home.value))) findings.push(createUnknownError(home, "page", addresses));
    }
    const shown = ["screen", "call", "view", "tabs", "redirect"].filter((keyword) => page.get(keyword));
    if (shown.length !== 1) findings.push(createError(path, "page-shows", folderMessages.pageShows(shown)));
    for (const view of [page, page.get("view"), ...(page.get("tabs")?.items() ?? [])]) {
      if (!view) continue;
      findings.push(...checkView(view, known));
      // A public page needs no success message, because its call signs the user in.
      const call = page.get("access")?.value === "public" ? undefined : view.get("call");
      const made = call && known.calls.get(String(call.value));
      if (call && made && !Object.values(made.request.texts).some((texts) => texts["form.said"]))
        findings.push(createError(call, "page-call-silent", folderMessages.silentCall(String(call.value))));
    }
  }
  return findings;
}

function checkView(view: Json, { entities, calls, screens = [] }: Known): SchemaError[] {
  const findings: SchemaError[] = [];
  const screen = view.get("screen");
  if (screen && !screens.some((name) => name === screen.value))
    findings.push(createUnknownError(screen, "screen", screens));
  const call = view.get("call");
  if (call && !calls.has(String(call.value))) findings.push(createUnknownError(call, "call", [...calls.keys()]));
  const entity = view.get("entity");
  if (!entity) return findings;
  const plan = entities.get(String(entity.value))?.plan;
  if (!plan) return [...findings, createUnknownError(entity, "entity", [...entities.keys()])];
  const names = plan.fields.map((field) => field.name);
  for (const column of view.get("columns")?.items() ?? [])
    if (!names.includes(String(column.value))) findings.push(createUnknownError(column, "field", names));
  for (const [name, value] of view.get("preset")?.entries() ?? [])
    if (!names.includes(name)) findings.push(createUnknownError(value, "field", names, "key"));
  for (const [name, value] of view.get("preset")?.entries() ?? []) {
    const options = plan.fields.find((field) => field.name === name)?.options;
    if (!options || "list" in options) continue;
    const values = options.values.map((option) => option.value);
    for (const node of [value, ...value.items()])
      if (typeof node.value === "string" && !values.includes(node.value))
        findings.push(createUnknownError(node, "option", values));
  }
  return findings;
}

/** Returns the findings in areas: unknown pages and icons, and duplicate menu ids. */
export function checkAreas(
  file: string,
  text: string,
  { pages, icons = [] }: { pages: readonly Page[]; icons?: readonly string[] | undefined },
): SchemaError[] {
  const listed = new Set<string>();
  const checkMenu = (path: Json): SchemaError[] => {
    const menu = pages.find((page) => page.path === path.value)?.menu;
    if (menu === undefined) return [createError(path, "unknown-page", folderMessages.noMenuPage(String(path.value)))];
    if (listed.has(menu)) return [createError(path, "duplicate-name", folderMessages.sameArea(menu))];
    listed.add(menu);
    return [];
  };
  const paths = pages.map(({ path }) => path);
  return (parseJson(file, text).json?.items() ?? []).flatMap((area) => {
    const icon = area.get("icon");
    const isKnown = !icon || icons.some((name) => name === icon.value);
    return [
      ...(isKnown ? [] : [createUnknownError(icon, "icon", icons)]),
      ...(area.get("pages")?.items() ?? []).flatMap((entry) => {
        const as = entry.get("as");
        const isPage = !as || paths.some((path) => path === as.value);
        return [
          ...(isPage ? [] : [createUnknownError(as, "page", paths)]),
          ...(entry.get("for")?.items() ?? [entry]).flatMap(checkMenu),
        ];
      }),
    ];
  });
}

/** Returns the findings in contexts: unknown calls and facts. */
export function checkContexts(file: string, text: string, calls: readonly string[]): SchemaError[] {
  const contexts = parseJson(file, text).json?.entries() ?? [];
  return contexts.flatMap(([, context]) => {
    const call = context.get("call");
    const facts =
      context
        .get("types")
        ?.entries()
        .map(([name]) => name) ?? [];
    return [
      ...(call && !calls.includes(String(call.value)) ? [createUnknownError(call, "call", calls)] : []),
      ...(context.get("guess")?.items() ?? []).flatMap((fact) =>
        facts.includes(String(fact.value)) ? [] : [createUnknownError(fact, "fact", facts)],
      ),
    ];
  });
}

function createUnknownError(keyword: Json, what: FindingSubject, names: readonly string[], part?: "key"): SchemaError {
  const name = String(part ? keyword.keyNode?.value : keyword.value);
  return createFinding(
    keyword.location(part),
    `unknown-${what}`,
    findingMessages.unknown(what, name, { zh: "", en: "" }),
    suggest(name, names),
  );
}

const createError = (keyword: Json, rule: string, message: LocalizedMessage): SchemaError =>
  createFinding(keyword.location(), rule, message);
