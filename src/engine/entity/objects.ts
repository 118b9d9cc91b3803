/**
 * Nested objects of a record. A record is flat in the engine: the field `address.city` is a field like any other. A document, which is what
 * travels and what JSON Schema describes, nests: `{ address: { city } }`. These functions convert one to the other.
 */
import { isObject } from "../base/guards.ts";
import type { Row } from "../model/entity.ts";
import { splitPointer } from "./values.ts";

/** What is known of nested objects: their names, `address` and `address.geo` in it. Absent: there are none. */
export interface WithObjects {
  objects?: readonly string[];
}

/**
 * Returns the names of the objects that fields are in, outermost first.
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
 * Returns the name of the innermost object that a field is in; undefined for a field of the record itself.
 * @example
 * findObjectName("address.city") // => "address"
 */
export const findObjectName = (name: string): string | undefined =>
  name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : undefined;

/**
 * Returns the name of the field that a path begins with.
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
 * Returns the steps of a JSON pointer, those to a field of an object as one step: its name.
 * @example
 * splitPlace({ objects: ["address"] }, "/address/city") // => ["address.city"]
 */
export function splitPlace({ objects = [] }: WithObjects, at: string): string[] {
  const [first = "", ...rest] = splitPointer(at);
  let name = first;
  while (rest.length > 0 && objects.includes(name)) name = `${name}.${rest.shift()}`;
  return [name, ...rest];
}

/**
 * Returns the name of the record's field that a JSON pointer leads to or through.
 * @example
 * getPlaceName({}, "/lines/3/amount") // => "lines"
 */
export const getPlaceName = (about: WithObjects, at: string): string => splitPlace(about, at)[0] ?? "";

/**
 * Returns a record as its document, without objects that have no value.
 * @example
 * nestRecord({ objects: ["address"] }, { "address.city": "Riga" }) // => { address: { city: "Riga" } }
 */
export function nestRecord({ objects }: WithObjects, record: Row): Row {
  if (!objects) return record;
  const document: Row = {};
  for (const [name, value] of Object.entries(record)) {
    let inner = document;
    let own = name;
    for (const object of objects) {
      if (!name.startsWith(`${object}.`)) continue;
      own = name.slice(object.length + 1);
      const step = object.slice(object.lastIndexOf(".") + 1);
      const next = Object.hasOwn(inner, step) ? inner[step] : undefined;
      inner = isObject(next) ? next : (inner[step] = {});
    }
    define(inner, own, value);
  }
  return document;
}

/**
 * Returns a document as a record. What is no object where one belongs stays as it is, for the check to refuse; null for an object clears
 * each of `fields` in it.
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

/** Sets a member; a `__proto__` of a request is a name like any other. */
const define = (row: Row, name: string, value: unknown): void =>
  void Object.defineProperty(row, name, { value, enumerable: true, configurable: true, writable: true });

type Convert = (row: Row) => Row;
const convertAll = (rows: unknown, convert: Convert): unknown =>
  Array.isArray(rows) ? rows.map((row: unknown) => (isObject(row) ? convert(row) : row)) : rows;

/** Converts a request: the record that it is, and those of an import's rows. */
function convertBody(body: Row, convert: Convert): Row {
  const { rows, ...rest } = body;
  const own = convert(rest);
  return rows === undefined ? own : { ...own, rows: convertAll(rows, (row) => convertMember(row, "record", convert)) };
}

/** Converts an answer: its records, by the names that the calls of every entity give them. */
function convertAnswer(answer: Row, convert: Convert): Row {
  const { list, records } = answer;
  return {
    ...convertMember(convertMember(answer, "record", convert), "values", convert),
    ...(list !== undefined && { list: convertAll(list, convert) }),
    ...(records !== undefined && { records: convertAll(records, convert) }),
  };
}

const convertMember = (row: Row, name: string, convert: Convert): Row => {
  const value = row[name];
  return isObject(value) && !Array.isArray(value) ? { ...row, [name]: convert(value) } : row;
};

/**
 * Returns a request as the engine reads it: null for an object clears each of its fields.
 * @example
 * flattenBody(entity, { address: { city: "Riga" } });
 */
export const flattenBody = (entity: WithObjects & { fields: readonly { name: string }[] }, body: Row): Row =>
  entity.objects ? convertBody(body, (row) => flattenRecord(entity, row, entity.fields)) : body;

/** Returns a request as it travels. */
export const nestBody = (about: WithObjects, body: Row): Row =>
  about.objects ? convertBody(body, (row) => nestRecord(about, row)) : body;

/**
 * Returns an answer as it travels.
 * @example
 * nestAnswer(entity, { record: row });
 */
export const nestAnswer = (about: WithObjects, answer: Row): Row =>
  about.objects ? convertAnswer(answer, (row) => nestRecord(about, row)) : answer;

/** Returns an answer as the engine reads it. */
export const flattenAnswer = (about: WithObjects, answer: Row): Row =>
  about.objects ? convertAnswer(answer, (row) => flattenRecord(about, row)) : answer;
