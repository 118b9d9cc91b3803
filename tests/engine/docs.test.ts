/** The examples of `docs/rules.md` have the results that the page shows; the schemas of `docs/cookbook.md` and `docs/tutorial.md` compile. */
import { describe, expect, it } from "vitest";
import { core, createDialect, createEmptyLibrary, createEngine, type Library } from "@portolan/engine/compiler";
import { buildRecordScope, Decimal, isObject } from "@portolan/engine";
import { compileExpression } from "../../src/engine/rules/compile.ts";
import { functionNames, functionSignatures, getTypeName } from "../../src/engine/rules/environment.ts";
import { evaluate, UNKNOWN } from "../../src/engine/rules/evaluate.ts";
import { functions } from "../../src/engine/rules/operators.ts";
import { buildRecordType } from "../../src/engine/rules/scope.ts";
import type { RuleTypes } from "../../src/engine/rules/types.ts";
import { compileEntity as compilePayments } from "../../src/payments/compiler.ts";
import { read } from "../house/source.ts";

const engine = createEngine(
  createDialect({
    vocabularies: [core],
    languages: ["en"],
    zone: { name: "UTC", offsetMinutes: 0 },
    tenant: undefined,
    path: (entity, call) => `/${entity}/${call}`,
    access: { levels: ["session"], default: "session" },
    stepUps: [],
    actors: { user: "user" },
  }),
);
const field = (label: string) => ({ type: "string", "x-label": { en: label } });
const createOther = (name: string, properties: object) =>
  JSON.stringify({ "x-entity": { name, source: "store", key: "id" }, "x-label": { en: name }, properties });
const number = { ...field("Number"), "x-kind": "identifier", readOnly: true };
const library: Library = {
  ...createEmptyLibrary(),
  constants: { maxLines: { id: "K1", value: 50 } },
  contexts: { today: { types: {}, type: "date" } },
  currencies: { USD: { minorUnits: 2 }, EUR: { minorUnits: 2 }, JPY: { minorUnits: 0 } },
  entities: {
    customer: createOther("customer", { id: number, name: field("Name"), rating: field("Rating") }),
    country: createOther("country", { id: number, name: field("Name"), region: field("Region") }),
    shipment: createOther("shipment", { id: number, order: field("Order"), carrier: field("Carrier") }),
  },
};
const FILE = "schemas/entities/order.json";
const compile = (schema: object) => {
  const source = JSON.stringify(schema);
  return engine.compileEntity(FILE, source, { ...library, entities: { ...library.entities, order: source } });
};

/** Returns the code blocks of a text with this info string. */
const listBlocks = (text: string, info: string) =>
  [...text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].flatMap(([, found, body = ""]) => (found === info ? [body] : []));
const cookbook = read("docs/cookbook.md");
const base: object = JSON.parse(listBlocks(cookbook, "json base")[0] ?? "{}");

describe("the cookbook", () => {
  /** Merges a fragment into the base; lists are replaced. */
  const merge = (into: unknown, fragment: unknown): unknown =>
    isObject(into) && isObject(fragment) && !Array.isArray(fragment)
      ? {
          ...into,
          ...Object.fromEntries(Object.entries(fragment).map(([key, value]) => [key, merge(into[key], value)])),
        }
      : fragment;

  it("has forty wishes, each with one fragment that compiles", () => {
    const wishes = cookbook.split(/^### /m).slice(1);
    expect(wishes.length).toBeGreaterThanOrEqual(40);
    const findings = wishes.flatMap((wish) => {
      const [fragment = "", ...more] = listBlocks(wish, "json");
      try {
        expect(more).toEqual([]);
        compile(merge(base, JSON.parse(fragment)) as object);
        return [];
      } catch (error) {
        return [`${wish.split("\n")[0]}: ${String(error)}`];
      }
    });
    expect(findings).toEqual([]);
  });
});

it("the schema of the tutorial compiles", () => {
  const [source = ""] = listBlocks(read("docs/tutorial.md"), "json schemas/entities/supplier.json");
  const { plan } = compilePayments("schemas/entities/supplier.json", source, library);
  expect(plan.fields.length).toBe(7);
});

describe("the page of the rule language", () => {
  const page = read("docs/rules.md");
  const { plan, texts } = compile(base);
  const entity = engine.hydrate(plan, texts, engine.compileValidator(plan.schema));
  const types: RuleTypes = {
    roots: {
      self: buildRecordType(plan.fields, engine.kind),
      today: "date",
      constants: { record: { maxLines: "int" } },
    },
    minorUnits: Object.fromEntries(
      Object.entries(library.currencies).map(([code, { minorUnits }]) => [code, minorUnits]),
    ),
    zone: engine.dialect.zone,
  };
  const scope = {
    self: buildRecordScope(entity.fields, JSON.parse(listBlocks(page, "json record")[0] ?? "{}")),
    today: "2026-11-29",
    constants: { maxLines: 50n },
  };
  const operators = new Set<string>();
  const collect = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    operators.add(String(node[0]));
    for (const part of node) collect(part);
  };
  const format = (value: unknown, type: string): string => {
    if (value === UNKNOWN) return "unknown";
    if (Array.isArray(value)) return `[${value.map((item) => format(item, "dyn")).join(", ")}]`;
    if (value instanceof Decimal || typeof value !== "string") return String(value);
    return type === "date" || type === "timestamp" ? value : `"${value}"`;
  };
  const evaluateText = (source: string): string => {
    let expression;
    try {
      expression = compileExpression(source, types);
    } catch (error) {
      return `error: ${(error as Error).message}`;
    }
    collect(expression.tree);
    return format(evaluate(expression, scope), expression.type);
  };
  const examplesIn = (text: string) =>
    listBlocks(text, "cel").flatMap((block) =>
      block
        .trim()
        .split("\n")
        .map((line) => {
          const [, source = line, result = ""] = /^(.*?)\s+\/\/ (.*)$/.exec(line) ?? [];
          return { source, result };
        }),
    );

  it("shows the results that its examples have", () => {
    const examples = examplesIn(page);
    expect(examples.length).toBeGreaterThan(100);
    const found = examples.map(({ source, result }) => {
      const text = evaluateText(source);
      // An error may be longer than the page shows.
      return { source, result: result.startsWith("error: ") && text.startsWith(result) ? result : text };
    });
    expect(found).toEqual(examples);
    expect(Object.keys(functions).filter((name) => !operators.has(name))).toEqual([]);
  });

  it("documents every function: its signatures, an example, and when it is unknown", () => {
    const sections = new Map(
      page
        .split(/^### /m)
        .slice(1)
        .map((text) => [/^`(\w+)`/.exec(text)?.[1] ?? "", text.split(/^## /m)[0] ?? ""]),
    );
    expect([...sections.keys()].toSorted()).toEqual([...functionNames].toSorted());
    const signatures = [...sections.values()].flatMap((text) =>
      listBlocks(text, "txt signatures").join("").trim().split("\n"),
    );
    expect(signatures.filter(Boolean).toSorted()).toEqual(functionSignatures.map(getTypeName).toSorted());
    const silent = [...sections].filter(([, text]) => !examplesIn(text).some(({ result }) => result === "unknown"));
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
