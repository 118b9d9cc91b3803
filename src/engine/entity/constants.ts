import { Decimal } from "../base/decimal.ts";

/** Value of a constant from `schemas/constants.json`. */
export type ConstantValue = string | number | boolean | readonly string[];

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Returns the rule type of a constant: `int` for whole numbers, `Decimal` for decimal strings, and lists of these. */
export function findConstantType(value: ConstantValue): string {
  if (typeof value === "object") return `list<${findConstantType(value[0] ?? "")}>`;
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return "int";
  return DECIMAL.test(value) ? "Decimal" : "string";
}

/** Converts a constant to its rule type. */
export function readConstant(value: ConstantValue): unknown {
  if (typeof value === "object") return value.map(readConstant);
  if (typeof value === "number") return BigInt(value);
  return typeof value === "string" && DECIMAL.test(value) ? Decimal.of(value) : value;
}
