/** Pages, contexts and reference rows name entities, calls and fields: each name must be one. */
import { SCREENS } from "../../src/contract/pages.ts";
import { parseJson, suggest, type Compiled, type CompiledCall, type Json, type SchemaError } from "../../src/engine/compiler.ts";

interface Known {
  entities: ReadonlyMap<string, Compiled>;
  calls: ReadonlyMap<string, CompiledCall>;
}

/** Findings of the route table beyond its form. */
export function checkPages(file: string, text: string, known: Known): SchemaError[] {
  const findings: SchemaError[] = [];
  const paths = new Set<string>();
  const ids = new Set<string>();
  for (const page of parseJson(file, text).json?.items() ?? []) {
    const path = page.get("path")!;
    if (paths.has(path.value as string)) findings.push(error(path, "duplicate-name", `two pages have the path "${String(path.value)}"`));
    paths.add(path.value as string);
    const id = page.get("id");
    if (id && ids.has(id.value as string)) findings.push(error(id, "duplicate-name", `two pages have the id "${String(id.value)}"`));
    if (id) ids.add(id.value as string);
    const tabs = page.get("tabs")?.items().flatMap((tab) => tab.get("id") ?? []) ?? [];
    tabs.forEach((tab, index) => {
      if (tabs.slice(0, index).some((other) => other.value === tab.value)) findings.push(error(tab, "duplicate-name", `two tabs of "${String(path.value)}" have the id "${String(tab.value)}"`));
    });
    const shown = ["screen", "call", "view", "tabs", "redirect"].filter((word) => page.get(word));
    if (shown.length !== 1) findings.push(error(path, "page-shows", `a page shows one of "screen", "call", "view" and "tabs", or redirects; this one has ${shown.length === 0 ? "none" : shown.join(" and ")}`));
    for (const view of [page, page.get("view"), ...(page.get("tabs")?.items() ?? [])]) {
      if (!view) continue;
      findings.push(...checkView(view, known));
      // Who signs in sees that by being inside.
      const call = page.get("access")?.value === "public" ? undefined : view.get("call");
      const made = call && known.calls.get(call.value as string);
      if (call && made && !made.request.texts.en["form.said"]) findings.push(error(call, "page-call-silent", `a page shows the form of "${String(call.value)}", but its "x-form" has no "said" for when it is done`));
    }
  }
  return findings;
}

function checkView(view: Json, { entities, calls }: Known): SchemaError[] {
  const findings: SchemaError[] = [];
  const screen = view.get("screen");
  if (screen && !(SCREENS as readonly unknown[]).includes(screen.value)) findings.push(unknown(screen, "screen", SCREENS));
  const call = view.get("call");
  if (call && !calls.has(call.value as string)) findings.push(unknown(call, "call", [...calls.keys()]));
  const entity = view.get("entity");
  if (!entity) return findings;
  const plan = entities.get(entity.value as string)?.plan;
  if (!plan) return [...findings, unknown(entity, "entity", [...entities.keys()])];
  const names = plan.fields.map((field) => field.name);
  for (const column of view.get("columns")?.items() ?? []) if (!names.includes(column.value as string)) findings.push(unknown(column, "field", names));
  for (const [name, value] of view.get("preset")?.entries() ?? []) if (!names.includes(name)) findings.push(error(value, "unknown-field", `there is no field "${name}"`, suggest(name, names), "key"));
  for (const [name, value] of view.get("preset")?.entries() ?? []) {
    const options = plan.fields.find((field) => field.name === name)?.options;
    if (!options || "list" in options) continue;
    const values = options.values.map((option) => option.value);
    for (const one of [value, ...value.items()]) if (typeof one.value === "string" && !values.includes(one.value)) findings.push(unknown(one, "option", values));
  }
  return findings;
}

/** Contexts are loaded by calls that there are. */
export function checkContexts(file: string, text: string, calls: readonly string[]): SchemaError[] {
  const contexts = parseJson(file, text).json?.entries() ?? [];
  return contexts.flatMap(([, context]) => {
    const call = context.get("call");
    const facts = context.get("types")?.entries().map(([name]) => name) ?? [];
    return [
      ...(call && !calls.includes(call.value as string) ? [unknown(call, "call", calls)] : []),
      ...(context.get("guess")?.items() ?? []).flatMap((fact) => (facts.includes(fact.value as string) ? [] : [unknown(fact, "fact", facts)])),
    ];
  });
}

const unknown = (word: Json, what: string, names: readonly string[]): SchemaError => error(word, `unknown-${what}`, `there is no ${what} "${String(word.value)}"`, suggest(String(word.value), names));

function error(word: Json, rule: string, message: string, suggestion?: string, part?: "key"): SchemaError {
  return { ...word.place(part), severity: "error", rule, message, ...(suggestion === undefined ? {} : { suggestion }) };
}
