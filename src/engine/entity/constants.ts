import { Decimal } from "../base/decimal.ts";

/** Value of a constant as `schemas/constants.json` writes it. */
export type ConstantValue = string | number | boolean | readonly string[];

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Type of a constant in rules: whole numbers are `int`, decimal strings `Decimal`, lists lists of these. */
export function constantType(value: ConstantValue): string {
  if (Array.isArray(value)) return `list<${constantType((value as readonly ConstantValue[])[0] ?? "")}>`;
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return "int";
  return DECIMAL.test(value as string) ? "Decimal" : "string";
}

/** A constant as rules see it. */
export function constantValue(value: ConstantValue): unknown {
  if (Array.isArray(value)) return value.map((item: ConstantValue) => constantValue(item));
  if (typeof value === "number") return BigInt(value);
  return typeof value === "string" && DECIMAL.test(value) ? Decimal.of(value) : value;
}
