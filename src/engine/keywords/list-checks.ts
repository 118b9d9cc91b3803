import { findingMessages } from "../schema/finding-messages.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";

/**
 * Reports sorting, searching or filtering by a list of rows, and sorting by a list of values, since neither can be
 * ordered or compared that way.
 */
export function refuseList(keyword: Json, name: string, what: "sorted" | "searched", draft: EntityDraft): void {
  const field = draft.plan.fields.find((field) => field.name === name);
  if (field?.items) draft.report(keyword.location(), "list-of-rows", findingMessages[`${what}ByRows`](name));
  else if (field?.item && what === "sorted")
    draft.report(keyword.location(), "list-of-values", findingMessages.sortedByList(name));
}

/** Reports a filter that is both primary and behind "More". */
function refuseDuplicates(filters: Json | undefined, draft: EntityDraft): void {
  const primary = new Set(
    filters
      ?.get("primary")
      ?.items()
      .map((item) => item.value),
  );
  for (const item of filters?.get("more")?.items() ?? []) {
    if (primary.has(item.value))
      draft.report(item.location(), "filter-twice", findingMessages.filterTwice(String(item.value)));
  }
}

/**
 * Reports fields that a list must not use: sensitive fields, which must not appear in URLs; write-only and local
 * fields, which lists do not contain; live fields and lists of rows in search or filters; fields in search that lists
 * mask; non-numeric fields in sums; and filters that are both in `primary` and in `more`.
 */
export function refuseHidden(keyword: Json | undefined, draft: EntityDraft): void {
  const filters = keyword?.get("filters");
  refuseDuplicates(filters, draft);
  for (const lists of [keyword?.get("search"), filters?.get("primary"), filters?.get("more")]) {
    for (const item of lists?.items() ?? []) refuseList(item, item.string(), "searched", draft);
  }
  for (const item of keyword?.get("search")?.items() ?? []) {
    const name = item.string();
    draft.later(() => {
      const mask = draft.plan.fields.find((field) => field.name === name)?.mask;
      if (mask && !mask.stored && !mask.whole?.includes("list"))
        draft.report(item.location(), "masked", findingMessages.maskedSearch(name));
    });
  }
  for (const lists of [
    keyword?.get("columns"),
    keyword?.get("search"),
    filters?.get("primary"),
    filters?.get("more"),
  ]) {
    for (const item of lists?.items() ?? []) {
      const field = draft.plan.fields.find(({ name: own }) => own === item.value);
      if (!field) continue;
      const why = field.sensitive ? "sensitive" : field.writeOnly ? "writeOnly" : field.local ? "local" : undefined;
      const requested = lists !== keyword?.get("columns");
      if (requested)
        draft.later(() => field.live && draft.report(item.location(), "live", findingMessages.liveSearch(field.name)));
      if (why !== undefined) draft.report(item.location(), "sensitive", findingMessages[why](field.name));
    }
  }
  for (const item of keyword?.get("sums")?.items() ?? []) {
    const field = draft.plan.fields.find(({ name: own }) => own === item.value);
    if (field && !["numeric", "bigint"].includes(draft.kind(field.kind).column))
      draft.report(item.location(), "not-summable", findingMessages.noSum(field.name));
  }
}

/** Column types that can be grouped by. */
const GROUPED: ReadonlySet<string> = new Set(["text", "boolean"]);

/**
 * Reports grouping by a field unless it is a filterable text, choice, state or yes/no field, other than the key, that
 * lists show unmasked.
 */
export function refuseGroups(keyword: Json | undefined, draft: EntityDraft): void {
  for (const item of keyword?.items() ?? []) {
    const field = draft.plan.fields.find(({ name }) => name === item.value);
    if (!field) continue;
    const kind = draft.kind(field.kind);
    const hidden = field.sensitive || field.writeOnly || field.local || field.live || field.digest !== undefined;
    const plain = GROUPED.has(kind.column) && kind.filter !== "has" && !field.items && !field.item;
    const report = () => draft.report(item.location(), "not-groupable", findingMessages.noGroup(field.name));
    if (hidden || !plain || field.name === draft.plan.key) report();
    else
      draft.later(() => {
        const { mask } = field;
        if (mask && !mask.stored && !mask.whole?.includes("list")) report();
      });
  }
}
