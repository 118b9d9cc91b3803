/** Checks the fields that a list shows, sorts, searches, filters, sums or groups by. */
import { findingWords } from "../schema/finding-words.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";

/**
 * Reports sorting, searching or filtering by a list of rows, and sorting by a list of values, since neither can be
 * ordered or compared that way.
 */
export function refuseList(word: Json, name: string, what: "sorted" | "searched", draft: EntityDraft): void {
  const field = draft.plan.fields.find((one) => one.name === name);
  if (field?.items) draft.report(word.place(), "list-of-rows", findingWords[`${what}ByRows`](name));
  else if (field?.item && what === "sorted")
    draft.report(word.place(), "list-of-values", findingWords.sortedByList(name));
}

/** Reports a filter that is both primary and behind "More". */
function refuseTwice(filters: Json | undefined, draft: EntityDraft): void {
  const primary = new Set(
    filters
      ?.get("primary")
      ?.items()
      .map((one) => one.value),
  );
  for (const one of filters?.get("more")?.items() ?? []) {
    if (primary.has(one.value)) draft.report(one.place(), "filter-twice", findingWords.filterTwice(String(one.value)));
  }
}

/**
 * Reports fields that a list must not use: sensitive ones, which must not appear in URLs, write-only and local ones,
 * which lists do not contain, live ones and lists of rows in search or filters, fields masked in lists in search, and
 * sums of fields that are not numeric.
 */
export function refuseHidden(word: Json | undefined, draft: EntityDraft): void {
  const filters = word?.get("filters");
  refuseTwice(filters, draft);
  for (const lists of [word?.get("search"), filters?.get("primary"), filters?.get("more")]) {
    for (const one of lists?.items() ?? []) refuseList(one, one.string(), "searched", draft);
  }
  for (const one of word?.get("search")?.items() ?? []) {
    const name = one.string();
    draft.later(() => {
      const mask = draft.plan.fields.find((field) => field.name === name)?.mask;
      if (mask && !mask.stored && !mask.whole?.includes("list"))
        draft.report(one.place(), "masked", findingWords.maskedSearch(name));
    });
  }
  for (const lists of [word?.get("columns"), word?.get("search"), filters?.get("primary"), filters?.get("more")]) {
    for (const one of lists?.items() ?? []) {
      const field = draft.plan.fields.find(({ name: own }) => own === one.value);
      if (!field) continue;
      const why = field.sensitive ? "sensitive" : field.writeOnly ? "writeOnly" : field.local ? "local" : undefined;
      const asked = lists !== word?.get("columns");
      if (asked)
        draft.later(() => field.live && draft.report(one.place(), "live", findingWords.liveSearch(field.name)));
      if (why !== undefined) draft.report(one.place(), "sensitive", findingWords[why](field.name));
    }
  }
  for (const one of word?.get("sums")?.items() ?? []) {
    const field = draft.plan.fields.find(({ name: own }) => own === one.value);
    if (field && !["numeric", "bigint"].includes(draft.kind(field.kind).column))
      draft.report(one.place(), "not-summable", findingWords.noSum(field.name));
  }
}

/** Column types that can be grouped by. */
const GROUPED: ReadonlySet<string> = new Set(["text", "boolean"]);

/**
 * Reports grouping by a field unless it is a filterable text, choice, state or yes/no field that lists show unmasked.
 */
export function refuseGroups(word: Json | undefined, draft: EntityDraft): void {
  for (const one of word?.items() ?? []) {
    const field = draft.plan.fields.find(({ name }) => name === one.value);
    if (!field) continue;
    const kind = draft.kind(field.kind);
    const hidden = field.sensitive || field.writeOnly || field.local || field.live || field.digest !== undefined;
    const plain = GROUPED.has(kind.column) && kind.filter !== "has" && !field.items && !field.item;
    const report = () => draft.report(one.place(), "not-groupable", findingWords.noGroup(field.name));
    if (hidden || !plain || field.name === draft.plan.key) report();
    else
      draft.later(() => {
        const { mask } = field;
        if (mask && !mask.stored && !mask.whole?.includes("list")) report();
      });
  }
}
