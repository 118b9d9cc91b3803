import { Decimal } from "../base/decimal.ts";
import type { Constant } from "../schema/library.ts";

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Type of a constant in rules: whole numbers are `int`, decimal strings `Decimal`, lists lists of these. */
export function constantType(value: Constant["value"]): string {
  if (Array.isArray(value)) return `list<${constantType((value as readonly Constant["value"][])[0] ?? "")}>`;
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return "int";
  return DECIMAL.test(value as string) ? "Decimal" : "string";
}

/** A constant as rules see it. */
export function constantValue(value: Constant["value"]): unknown {
  if (Array.isArray(value)) return value.map((item: Constant["value"]) => constantValue(item));
  if (typeof value === "number") return BigInt(value);
  return typeof value === "string" && DECIMAL.test(value) ? Decimal.of(value) : value;
}
