/** What only all files together show: paths and prefixes that are taken, pages and menus that are not there, events without words. */
import { parseJson, suggest, type Compiled, type CompiledCall, type Json, type SchemaError } from "../../src/engine/compiler.ts";
import type { CallPlan } from "../../src/engine/index.ts";
import type { Page } from "../../src/contract/pages.ts";

interface Known {
  entities: ReadonlyMap<string, Compiled>;
  calls: ReadonlyMap<string, CompiledCall>;
  pages: readonly Page[];
}
interface Taken {
  what: string;
  file: string;
  /** Names down to where it is said; as far as there is something. */
  at: readonly string[];
}

/** Findings over all files, each of which is good by itself. */
export function checkNames({ entities, calls, pages }: Known, text: (path: string) => string): SchemaError[] {
  const findings: SchemaError[] = [];
  const word = ({ file, at }: Omit<Taken, "what">): Json => parseJson(file, text(file)).json!.walk(at);
  const once = (all: Iterable<readonly [string, Taken]>, rule: string) => {
    const first = new Map<string, Taken>();
    for (const [name, one] of all) {
      const before = first.get(name);
      if (before) findings.push(error(word(one), rule, `${name} is taken by ${before.what}`));
      else first.set(name, one);
    }
  };
  const plans = [...entities.values()].map(({ plan, texts }) => ({ plan, texts: texts.en }));
  const ways = (call: CallPlan) => [call, ...call.alias].map(({ method, path }) => `${method} ${path}`);
  once([
    ...[...calls].flatMap(([name, { call, request }]) => ways(call).map((way) => [way, { what: `the call "${name}"`, file: request.plan.file, at: ["http"] }] as const)),
    ...plans.flatMap(({ plan }) => Object.entries(plan.calls).flatMap(([name, call]) => ways(call).map((way) => [way, { what: `"${name}" of "${plan.name}"`, file: plan.file, at: ["x-calls", name] }] as const))),
  ], "path-taken");
  once(plans.flatMap(({ plan: { name, file, number } }) => (number === undefined ? [] : [[`"${number}"`, { what: `the numbers of "${name}"`, file, at: ["x-entity", "number"] }] as const])), "number-taken");

  const menus = [...new Set(pages.flatMap(({ menu }) => menu ?? []))];
  const paths = pages.map(({ path }) => path);
  const preset = new Set(pages.flatMap((page) => [page, page.view, ...(page.tabs ?? [])]).flatMap((view) => Object.keys(view?.preset ?? {}).map((name) => `${view!.entity}.${name}`)));
  for (const { plan, texts } of plans) {
    const { file, menu } = plan;
    if (!word({ file, at: [] }).get("x-label")) findings.push({ ...error(word({ file, at: ["x-entity"] }), "missing-word", `the entity has no "x-label": { "zh": "…", "en": "…" }; people read "${plan.name}"`), length: 1, severity: "warn" });
    if (menu !== undefined && !menus.includes(menu)) findings.push(error(word({ file, at: ["x-entity", "menu"] }), "unknown-menu", `no page of pages.json has the menu "${menu}"`, suggest(menu, menus)));
    const given = new Set([...plan.form.sections.flatMap(({ rows }) => rows.flat()), ...(plan.lifecycle?.transitions ?? []).flatMap(({ needs, takes = [] }) => [...needs, ...takes])]);
    for (const { name, readOnly } of plan.calls.create ? plan.fields : []) {
      if (!readOnly && !given.has(name) && !preset.has(`${plan.name}.${name}`)) findings.push({ ...error(word({ file, at: ["properties", name] }), "not-asked", `a list or a detail shows "${name}", but no section of "x-form" asks for it`), length: 1, severity: "warn" });
    }
    for (const [index, { to }] of (plan.links ?? []).entries()) {
      const [path = ""] = to.split(/[?#]/);
      if (!paths.includes(path)) findings.push(error(word({ file, at: ["x-links", String(index), "to"] }), "unknown-page", `no page of pages.json has the path "${path}"`, suggest(path, paths)));
    }
    for (const [index, { on }] of (plan.lifecycle?.transitions ?? []).entries()) {
      if (texts[`event.${on}`] === undefined) findings.push(error(word({ file, at: ["x-lifecycle", "transitions", String(index), "on"] }), "missing-word", `the event "${on}" has no "label": { "zh": "…", "en": "…" }`));
    }
  }
  return findings;
}

const error = (word: Json, rule: string, message: string, suggestion?: string): SchemaError => ({ ...word.place(), severity: "error", rule, message, ...(suggestion === undefined ? {} : { suggestion }) });
