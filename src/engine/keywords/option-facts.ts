/** Parts of `x-options` that depend on facts: which options are enabled, their order, and a note below each. */
import type { FieldDraft } from "../schema/field-draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import type { OptionFactsPlan } from "../model/entity.ts";

/** Members of `x-options` that require `facts`. */
const PARTS = ["under", "sort", "closed"];

/** Reads `facts`, `under`, `sort` and `closed`. Returns undefined without `facts`, and reports unknown contexts. */
export function readOptionFacts(keyword: Json, draft: FieldDraft): OptionFactsPlan | undefined {
  const { entity } = draft;
  const named = keyword.get("facts");
  if (!named) {
    for (const [part, node] of keyword.entries())
      if (PARTS.includes(part)) entity.report(node.location("key"), "no-facts", findingMessages.noFacts(part));
    return undefined;
  }
  const context = named.string();
  const known = Object.entries(entity.library.contexts).flatMap(([name, { rows }]) => (rows ? [name] : []));
  const plan = entity.library.contexts[context];
  const rows = plan?.rows;
  if (!rows) {
    entity.reportUnknown(named.location(), "context with rows", context, known);
    return undefined;
  }
  const facts = Object.keys(rows);
  const fact = (name: string, node: Json) =>
    facts.includes(name) || entity.reportUnknown(node.location(), "fact", name, facts);
  for (const term of keyword.get("sort")?.items() ?? []) fact(term.string().replace(/^-/, ""), term);
  const checkText = (text: Json | undefined, part: string) => {
    for (const [, node] of text?.entries() ?? [])
      for (const [, name = ""] of node.string().matchAll(/\{(\w+)\}/g)) fact(name, node);
    draft.text(part, text);
  };
  checkText(keyword.get("under"), "under");
  entity.plan.contexts[context] = plan;
  const closed = (keyword.get("closed")?.items() ?? []).flatMap((item, index) => {
    checkText(item.get("says"), `closed.${index}`);
    const source = item.member("when");
    const when = entity.expression(source, "bool", { option: { record: rows } });
    if (when?.reads.some((path) => path.startsWith("self")))
      entity.report(source.location(), "reads-record", findingMessages.readsRecord());
    return when ? [{ index, when }] : [];
  });
  return {
    context,
    under: keyword.get("under") !== undefined,
    sort: keyword.get("sort")?.strings() ?? [],
    closed,
  };
}
