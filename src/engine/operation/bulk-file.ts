/** Plans an event for all waiting records of an imported file, which one call confirms and a job carries out. */
import { findFileField } from "../entity/transitions.ts";
import type { CallFailure } from "../model/ports.ts";
import type { Filter } from "../model/query.ts";
import type { Sums } from "../model/wire.ts";
import { toParameter, writeFilter } from "../query/grammar.ts";
import { parseQuery } from "../query/parse-url.ts";
import { isObject, listObjects } from "../base/guards.ts";
import { BATCH, evaluateRow, type BulkPlan, type FileBatch, type SelectedList } from "./bulk.ts";
import type { BulkAction } from "./bulk-actions.ts";
import type { Chosen } from "./selection.ts";
import { sendCall } from "./send-call.ts";

/**
 * Plans the event for a whole file: the list shows one file and all its rows are selected. Undefined for any other
 * selection, and for a file that fits in one call.
 *
 * @throws CallFailure `refused` with the reason when the user may not decide the file
 */
export async function prepareFile(
  list: SelectedList,
  action: BulkAction,
  chosen: Chosen,
): Promise<BulkPlan | undefined> {
  const { ports, entity, params, signal } = list;
  const found = chosen.mode === "all" && chosen.except.size === 0 ? findFile(list, action) : undefined;
  if (!found || !entity.calls.list) return undefined;
  const state = toParameter(entity.lifecycle?.field ?? "");
  const request = { ...params, ...found.request, [state]: [...action.from].join(","), page: 1, cursor: "", totals: 1 };
  const page = await sendCall(ports, entity.calls.list, request, { signal });
  const [count, [first]] = [Number(page.total ?? 0), listObjects(page.list)];
  if (count <= BATCH || !first) return undefined;
  const verdict = await evaluateRow(list, action, first);
  if ("skip" in verdict) throw { kind: "refused", code: 0, message: verdict.skip } satisfies CallFailure;
  const sums = readSums(page.sums);
  const amount = entity.list.card?.amount;
  const body = { [found.field]: found.number, count, sums: (amount !== undefined && sums[amount]) || {} };
  const file: FileBatch = { number: found.number, count, sums, body };
  return {
    ready: [],
    flags: new Map(),
    skipped: new Map(),
    batches: [{ ids: [found.number], stepUp: verdict.stepUp, file }],
  };
}

/** Returns the file to which a list is narrowed, unless it is narrowed further than to the states of the action. */
function findFile({ ports, entity, params }: SelectedList, { from }: BulkAction) {
  const field = findFileField(entity);
  if (field === undefined) return undefined;
  const { filters, q } = parseQuery(entity, params, { now: ports.now(), lang: ports.lang });
  const { [field]: file, [entity.lifecycle?.field ?? ""]: state, ...others } = filters;
  const number = file && readNumber(file);
  const hidesState =
    state && !(state.style === "is" && !state.not && [...from].every((one) => state.values.includes(one)));
  if (number === undefined || q || hidesState || Object.keys(others).length > 0) return undefined;
  const filter = writeFilter({ style: "is", values: [number], not: false }, entity.field(field).kind.filter);
  return { field, number, request: { [toParameter(field)]: filter } };
}

function readNumber(filter: Filter): string | undefined {
  if (filter.style === "contains") return filter.text;
  return filter.style === "is" && !filter.not && filter.values.length === 1 ? filter.values[0] : undefined;
}

/** Reads the sums of a list. */
const readSums = (sums: unknown): Sums =>
  Object.fromEntries(
    Object.entries(isObject(sums) ? sums : {}).map(([field, byCurrency]) => [
      field,
      Object.fromEntries(
        Object.entries(isObject(byCurrency) ? byCurrency : {}).map(([currency, value]) => [currency, String(value)]),
      ),
    ]),
  );
