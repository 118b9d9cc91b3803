/** Parts of `x-options` that depend on facts: which options are enabled, their order, and a note below each. */
import type { FieldDraft } from "../schema/field-draft.ts";
import { findingWords } from "../schema/finding-words.ts";
import type { Json } from "../schema/json.ts";
import type { OptionFactsPlan } from "../model/entity.ts";

/** Members of `x-options` that require `facts`. */
const PARTS = ["under", "sort", "closed"];

/** Reads `facts`, `under`, `sort` and `closed`. Returns undefined without `facts`, and reports unknown contexts. */
export function readOptionFacts(word: Json, draft: FieldDraft): OptionFactsPlan | undefined {
  const { entity } = draft;
  const named = word.get("facts");
  if (!named) {
    for (const [part, one] of word.entries())
      if (PARTS.includes(part)) entity.report(one.place("key"), "no-facts", findingWords.noFacts(part));
    return undefined;
  }
  const context = named.string();
  const known = Object.entries(entity.library.contexts).flatMap(([name, { rows }]) => (rows ? [name] : []));
  const plan = entity.library.contexts[context];
  const rows = plan?.rows;
  if (!rows) {
    entity.unknown(named.place(), "context with rows", context, known);
    return undefined;
  }
  const facts = Object.keys(rows);
  const fact = (name: string, place: Json) =>
    facts.includes(name) || entity.unknown(place.place(), "fact", name, facts);
  for (const term of word.get("sort")?.items() ?? []) fact(term.string().replace(/^-/, ""), term);
  const said = (text: Json | undefined, part: string) => {
    for (const [, one] of text?.entries() ?? [])
      for (const [, name = ""] of one.string().matchAll(/\{(\w+)\}/g)) fact(name, one);
    draft.text(part, text);
  };
  said(word.get("under"), "under");
  entity.plan.contexts[context] = plan;
  const closed = (word.get("closed")?.items() ?? []).flatMap((one, index) => {
    said(one.get("says"), `closed.${index}`);
    const source = one.member("when");
    const when = entity.expression(source, "bool", { option: { record: rows } });
    if (when?.reads.some((path) => path.startsWith("self")))
      entity.report(source.place(), "reads-record", findingWords.readsRecord());
    return when ? [{ index, when }] : [];
  });
  return {
    context,
    under: word.get("under") !== undefined,
    sort: word.get("sort")?.strings() ?? [],
    closed,
  };
}
