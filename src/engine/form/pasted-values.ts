/** Finds the records that pasted values refer to. */
import { listObjects } from "../base/guards.ts";
import { sendCall } from "../operation/send-call.ts";
import { getOptionsCall } from "../entity/options-call.ts";
import { formatLabel } from "../entity/record-label.ts";
import type { Field, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";

/** Returns the name of the entity whose records a field refers to, or undefined for other fields. */
export const getListName = (field: Field): string | undefined =>
  field.ref?.entity ?? (field.options && "list" in field.options ? field.options.list : undefined);

/**
 * Input for finding the record that pasted text refers to. `record` holds the surrounding values, which the field's
 * options may depend on.
 */
export interface Choosing {
  ports: Ports;
  field: Field;
  value: string;
  record: Row;
}
/** The key of the record and the values it fills into other fields. */
export interface Chosen {
  key: string;
  copies: Row;
}

/** Maximum number of records to load and compare when a search finds none. */
const MAX_READ = 100;

/**
 * Returns the record whose name or key equals the text, or else the only search result, or else the record with the
 * longest name that the text starts with (a bank for its branch). Undefined when there is no match or the match is
 * ambiguous.
 */
export async function findChoice({ ports, field, value, record }: Choosing): Promise<Chosen | undefined> {
  const target = await ports.entity(getListName(field) ?? "");
  const params = field.options && "list" in field.options ? field.options.params : {};
  const from = Object.fromEntries(Object.entries(params).map(([theirs, own]) => [theirs, record[own]]));
  const fetch = async (size: number, q?: string) =>
    listObjects(
      (await sendCall(ports, getOptionsCall(target), { ...from, size, ...(q === undefined ? {} : { q }) })).list,
    );
  const name = (row: Row) => formatLabel(target, row, field.ref?.label, ports.lang);
  const rows = await fetch(20, value);
  const exact = rows.filter((row) => name(row) === value || row[target.key] === value);
  const begins = async () =>
    (await fetch(MAX_READ))
      .filter((row) => name(row) !== "" && value.startsWith(name(row)))
      .toSorted((a, b) => name(b).length - name(a).length)
      .slice(0, 1);
  const [row, second] = exact.length > 0 ? exact : rows.length > 0 ? rows : await begins();
  if (!row || second) return undefined;
  const pairs = field.ref?.copies ?? (field.options && "list" in field.options ? field.options.fills : {});
  return {
    key: String(row[target.key]),
    copies: Object.fromEntries(Object.entries(pairs).map(([own, theirs]) => [own, row[theirs]])),
  };
}
