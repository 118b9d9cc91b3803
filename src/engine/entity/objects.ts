/**
 * Nested objects of a record. The engine keeps records flat: `address.city` is a field like any other. Requests,
 * responses and JSON Schema nest them instead: `{ address: { city } }`. These functions convert between the two forms;
 * the nested form is called a document.
 */
import { isObject } from "../base/guards.ts";
import type { Row } from "../model/entity.ts";
import { splitPointer, toPointer } from "./values.ts";

/**
 * An entity or the part of it that names its nested objects, such as `address` and `address.geo`, outer ones first.
 * `objects` is undefined when there are none.
 */
export interface WithObjects {
  objects?: readonly string[];
}

/**
 * Returns the names of the nested objects that contain these fields, outermost first.
 * @example
 * listObjectNames(["id", "address.geo.lat"]) // => ["address", "address.geo"]
 */
export function listObjectNames(names: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const name of names)
    for (let end = name.indexOf("."); end >= 0; end = name.indexOf(".", end + 1)) found.add(name.slice(0, end));
  return [...found];
}

/**
 * Returns the name of the innermost nested object that contains a field, or undefined for a field of the record itself.
 * @example
 * findObjectName("address.city") // => "address"
 */
export const findObjectName = (name: string): string | undefined =>
  name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : undefined;

/**
 * Returns the name of the record field with which a path begins. `objects` are the names of the nested objects.
 * @example
 * findFieldName("address.city", ["address"]) // => "address.city"
 * findFieldName("lines.*.amount") // => "lines"
 */
export function findFieldName(path: string, objects: readonly string[] = []): string {
  let end = path.indexOf(".");
  while (end >= 0 && objects.includes(path.slice(0, end))) end = path.indexOf(".", end + 1);
  return end < 0 ? path : path.slice(0, end);
}

/**
 * Splits a JSON pointer into steps. The path to a field in a nested object counts as one step, the field's name.
 * @example
 * splitFieldPointer({ objects: ["address"] }, "/address/city") // => ["address.city"]
 */
export function splitFieldPointer({ objects }: WithObjects, pointer: string): string[] {
  const steps = splitPointer(pointer);
  if (!objects && steps.length > 0) return steps;
  const [first = "", ...rest] = steps;
  let name = first;
  while (rest.length > 0 && objects?.includes(name)) name = `${name}.${rest.shift()}`;
  return [name, ...rest];
}

/**
 * Returns the name of the record field that a JSON pointer refers to, or into whose value it points.
 * @example
 * getPointerName({}, "/lines/3/amount") // => "lines"
 */
export const getPointerName = (about: WithObjects, pointer: string): string =>
  splitFieldPointer(about, pointer)[0] ?? "";

/**
 * Converts a record to a document. Omits objects without values. A value in place of an object is kept instead of the
 * object's fields, so that the check rejects it.
 * @example
 * nestRecord({ objects: ["address"] }, { "address.city": "Riga" }) // => { address: { city: "Riga" } }
 */
export function nestRecord({ objects }: WithObjects, record: Row): Row {
  if (!objects) return record;
  const document: Row = {};
  for (const [name, value] of Object.entries(record)) {
    let inner: unknown = document;
    let own = name;
    for (const object of objects) {
      if (!name.startsWith(`${object}.`) || !isObject(inner)) continue;
      own = name.slice(object.length + 1);
      const step = object.slice(object.lastIndexOf(".") + 1);
      inner = Object.hasOwn(inner, step) ? inner[step] : (inner[step] = {});
    }
    if (isObject(inner)) define(inner, own, value);
  }
  return document;
}

/**
 * Converts a document to a record. A value other than an object in place of an object is kept, so that the check
 * rejects it. Null in place of an object sets each of its `fields` to null.
 * @example
 * flattenRecord({ objects: ["address"] }, { address: { city: "Riga" } }) // => { "address.city": "Riga" }
 */
export function flattenRecord({ objects }: WithObjects, document: Row, fields: readonly { name: string }[] = []): Row {
  if (!objects) return document;
  const record: Row = {};
  const add = (members: Row, above: string): void => {
    for (const [own, value] of Object.entries(members)) {
      const name = above + own;
      if (!objects.includes(name)) define(record, name, value);
      else if (isObject(value)) add(value, `${name}.`);
      else if (value !== null) define(record, name, value);
      else for (const field of fields) if (field.name.startsWith(`${name}.`)) record[field.name] = null;
    }
  };
  add(document, "");
  return record;
}

/**
 * Returns the JSON pointer of the first member of a request that names a field of a nested object by its path instead
 * of nesting it, or undefined when there is none. Call it before flattening, which makes the two forms
 * indistinguishable.
 * @example
 * findPathMember({ objects: ["address"] }, { "address.city": "Riga" }) // => "/address.city"
 */
export function findPathMember({ objects = [] }: WithObjects, body: Row): string | undefined {
  const find = (members: Row, { above, at }: { above: string; at: string }): string | undefined => {
    for (const [own, value] of Object.entries(members)) {
      const name = above + own;
      const place = `${at}/${toPointer(own)}`;
      if (own.includes(".") && objects.some((object) => name.startsWith(`${object}.`))) return place;
      const inner =
        objects.includes(name) && isObject(value) ? find(value, { above: `${name}.`, at: place }) : undefined;
      if (inner !== undefined) return inner;
    }
    return undefined;
  };
  const rows = Array.isArray(body["rows"]) ? body["rows"] : [];
  const inRow = (row: unknown, index: number) =>
    isObject(row) && isObject(row["record"])
      ? find(row["record"], { above: "", at: `/rows/${index}/record` })
      : undefined;
  return find(body, { above: "", at: "" }) ?? rows.map(inRow).find((pointer) => pointer !== undefined);
}

/** Sets a member. A `__proto__` in a request is treated like any other name. */
const define = (row: Row, name: string, value: unknown): void =>
  void Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true });

type Convert = (row: Row) => Row;
const convertAll = (rows: unknown, convert: Convert): unknown =>
  Array.isArray(rows) ? rows.map((row: unknown) => (isObject(row) ? convert(row) : row)) : rows;

/** Converts a request: the record itself, and the records in the rows of an import. */
function convertBody(body: Row, convert: Convert): Row {
  const { rows, ...rest } = body;
  const own = convert(rest);
  return rows === undefined ? own : { ...own, rows: convertAll(rows, (row) => convertMember(row, "record", convert)) };
}

/** Converts the records of a response, which the calls of every entity return under the same names. */
function convertResponse(response: Row, convert: Convert): Row {
  const { list, records } = response;
  return {
    ...convertMember(convertMember(response, "record", convert), "values", convert),
    ...(list !== undefined && { list: convertAll(list, convert) }),
    ...(records !== undefined && { records: convertAll(records, convert) }),
  };
}

const convertMember = (row: Row, name: string, convert: Convert): Row => {
  const value = row[name];
  return isObject(value) && !Array.isArray(value) ? { ...row, [name]: convert(value) } : row;
};

/**
 * Converts the records of a request to flat ones. Null in place of an object sets each of its fields to null.
 * @example
 * flattenBody(entity, { address: { city: "Riga" } });
 */
export const flattenBody = (entity: WithObjects & { fields: readonly { name: string }[] }, body: Row): Row =>
  entity.objects ? convertBody(body, (row) => flattenRecord(entity, row, entity.fields)) : body;

/** Calls whose request is a query, in which fields of nested objects are parameters named by their path. */
const QUERIES: ReadonlySet<string> = new Set(["list", "options", "queue", "export"]);
/**
 * Returns whether the body of an entity's call is a list query, not a record.
 * @example
 * isListCall({ name: "export" }) // => true
 */
export const isListCall = ({ name = "" }: { name?: string }): boolean => QUERIES.has(name);

/** Converts the flat records of a request to documents. Leaves list queries unchanged. */
export const nestBody = (call: WithObjects & { name?: string }, body: Row): Row =>
  call.objects && !isListCall(call) ? convertBody(body, (row) => nestRecord(call, row)) : body;

/**
 * Converts the flat records of a response to documents.
 * @example
 * nestResponse(entity, { record: row });
 */
export const nestResponse = (about: WithObjects, response: Row): Row =>
  about.objects ? convertResponse(response, (row) => nestRecord(about, row)) : response;

/** Converts the documents of a response to flat records. */
export const flattenResponse = (about: WithObjects, response: Row): Row =>
  about.objects ? convertResponse(response, (row) => flattenRecord(about, row)) : response;
