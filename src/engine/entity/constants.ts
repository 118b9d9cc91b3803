import { Decimal } from "../base/decimal.ts";

/** Value of a constant from `schemas/constants.json`. */
export type ConstantValue = string | number | boolean | readonly (string | number)[];

/**
 * Replaces each `{constants.<name>}` in a text by the constant's value. Names for which `find` returns undefined are
 * kept. `index` is the position of the placeholder.
 * @example
 * fillConstants("at most {constants.most}", (name) => ({ most: 20 })[name]) // => "at most 20"
 */
export const fillConstants = (text: string, find: (name: string, index: number) => ConstantValue | undefined): string =>
  text.replace(/\{constants\.(\w+)\}/g, (whole, name: string, index: number) => String(find(name, index) ?? whole));

const DECIMAL = /^-?\d+(\.\d+)?$/;

/**
 * Returns the rule type of a constant: `int` for numbers, `Decimal` for decimal strings, otherwise `bool` or `string`.
 * A list has the type of its first element, such as `list<Decimal>`; an empty list is `list<string>`.
 */
export function findConstantType(value: ConstantValue): string {
  if (typeof value === "object") return `list<${findConstantType(value[0] ?? "")}>`;
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return "int";
  return DECIMAL.test(value) ? "Decimal" : "string";
}

/** Converts a constant to a value of its rule type. */
export function readConstant(value: ConstantValue): unknown {
  if (typeof value === "object") return value.map(readConstant);
  if (typeof value === "number") return BigInt(value);
  return typeof value === "string" && DECIMAL.test(value) ? Decimal.of(value) : value;
}
