/**
 * Declares the rule language to cel-js: the exact Decimal, the calendar date, and the functions of `evaluate.ts`.
 * cel-js only checks expressions; the handlers only run in the test that compares the evaluator with it.
 */
import { Environment } from "@marcbachmann/cel-js";
import { Decimal } from "../base/decimal.ts";
import type { RuleType } from "./types.ts";

/** Calendar date for cel-js, which requires a class for each type. `evaluate.ts` uses plain strings. */
export class CelDate {
  readonly iso: string;
  constructor(iso: string) {
    this.iso = iso;
  }
}

const TIMESTAMP = "google.protobuf.Timestamp";
const mixed = [
  ["Decimal", "Decimal"],
  ["Decimal", "int"],
  ["int", "Decimal"],
] as const;

/** Signatures of the operators that CEL does not define. */
export const operatorSignatures: readonly string[] = [
  ...["+", "-", "*", "/", "%"].flatMap((op) => mixed.map(([left, right]) => `${left} ${op} ${right}: Decimal`)),
  ...["<", "<=", ">", ">="].flatMap((op) =>
    [...mixed, ["CelDate", "CelDate"]].map(([left, right]) => `${left} ${op} ${right}: bool`),
  ),
  "Decimal == Decimal: bool",
  "Decimal == int: bool",
  "-Decimal: Decimal",
  "CelDate == CelDate: bool",
  "CelDate + int: CelDate",
  "CelDate - int: CelDate",
  "CelDate - CelDate: int",
];

/** Signatures of the functions that CEL does not define. */
export const functionSignatures: readonly string[] = [
  "decimal(string): Decimal",
  "decimal(int): Decimal",
  "string(Decimal): string",
  "round(Decimal, string): Decimal",
  "round(int, string): Decimal",
  "round(Decimal, int): Decimal",
  "sum(list<Decimal>): Decimal",
  "sum(list<int>): int",
  ...["min", "max"].flatMap((name) => [
    ...mixed.map(([left, right]) => `${name}(${left}, ${right}): Decimal`),
    ...["int", "CelDate", TIMESTAMP].map((type) => `${name}(${type}, ${type}): ${type}`),
    ...["Decimal", "int", "CelDate", TIMESTAMP].map((type) => `${name}(list<${type}>): ${type}`),
  ]),
  "date(string): CelDate",
  `date(${TIMESTAMP}): CelDate`,
  "isIban(string): bool",
  "isAba(string): bool",
  "sameParty(string, string): bool",
  "month(CelDate): string",
  "addMonths(CelDate, int): CelDate",
  "addYears(CelDate, int): CelDate",
];

/** Names of all functions, for suggestions. */
export const functionNames: readonly string[] = [
  ...new Set(functionSignatures.map((signature) => signature.slice(0, signature.indexOf("(")))),
  "has",
  "size",
  "timestamp",
  "all",
  "exists",
  "exists_one",
  "map",
  "filter",
  "contains",
  "startsWith",
  "endsWith",
  "matches",
];

export type Handler = Parameters<Environment["registerOperator"]>[1];

/**
 * Creates an environment with the types and functions of rules, and with variables of the given types. `records` holds
 * record types by generated name.
 */
export function createEnvironment(
  roots: Record<string, RuleType>,
  handler: (signature: string) => Handler = () => () => undefined,
): { environment: Environment; records: Map<string, Record<string, RuleType>> } {
  const records = new Map<string, Record<string, RuleType>>();
  const environment = new Environment();
  environment
    .registerType("Decimal", { ctor: Decimal, fields: {} })
    .registerType("CelDate", { ctor: CelDate, fields: {} });
  for (const signature of operatorSignatures) environment.registerOperator(signature, handler(signature));
  for (const signature of functionSignatures) environment.registerFunction(signature, handler(signature));

  const named = (type: RuleType, path: string): string => {
    if (typeof type === "string")
      return type.replaceAll(/\bdate\b/g, "CelDate").replaceAll(/\btimestamp\b/g, TIMESTAMP);
    if ("values" in type) return "string";
    if ("list" in type) return `list<${named(type.list, `${path}_row`)}>`;
    const fields = Object.fromEntries(
      Object.entries(type.record).map(([name, field]) => [name, named(field, `${path}_${name}`)]),
    );
    const unique = records.has(path) ? `${path}${records.size}` : path;
    records.set(unique, type.record);
    environment.registerType(unique, { fields });
    return unique;
  };
  for (const [name, type] of Object.entries(roots)) environment.registerVariable(name, named(type, `Record_${name}`));
  return { environment, records };
}

/** Returns the name that rules use for a cel-js type. */
export function getTypeName(celType: string): string {
  return celType
    .replaceAll("CelDate", "date")
    .replaceAll(TIMESTAMP, "timestamp")
    .replaceAll(/\bRecord_(\w+)/g, (_, path: string) => path.replaceAll("_", "."));
}
