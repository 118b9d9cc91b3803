/**
 * Suggests cases for unguarded limits and rules. A generated case only repeats the schema, so a reviewer removes its
 * mark or fixes the schema.
 */
import { mapFields, type Compiled } from "@portolan/engine/compiler";
import { compileValidator } from "../../src/payments/compiler.ts";
import { omitRowFields } from "./plain-field.ts";
import {
  Decimal,
  type Entity,
  type EntityPlan,
  type Expression,
  type FieldPlan,
  findFieldName,
  flattenRecord,
  isObject,
  type Row,
  type Scope,
} from "@portolan/engine";
import { hydrate } from "../../src/payments/runtime.ts";
import { createFixture, runCase, type Case, type FixtureFile } from "./cases.ts";
import { hydrateCompiled } from "./hydrate-compiled.ts";
import {
  compileChangedFields,
  runPlans,
  describeVerdict,
  type MutatedPlan,
  type UndetectedMutation,
} from "./mutations.ts";

export interface Suggestion {
  cases: Case[];
  /**
   * Mutations that no tried value detects: the limit is implied by another one, or the case has to be written by hand.
   */
  left: UndetectedMutation[];
}

/** Finds cases that detect what the fixtures do not. Requires a base record. */
export function suggestCases(compiled: Compiled, fixtures: FixtureFile): Suggestion {
  const { plan } = compiled;
  const begin = fixtures.begin ?? {
    record: fixtures.fixtures[0]?.record ?? {},
    contexts: fixtures.fixtures[0]?.contexts ?? {},
  };
  const whole = hydrateCompiled(compiled);
  const validate = compileValidator(plan.schema);
  const names = new Set(fixtures.fixtures.map(({ name }) => name));
  const cases: Case[] = [];
  const left: UndetectedMutation[] = [];
  for (const { noticed, plan: broken, ...breakage } of runPlans(compiled, fixtures)) {
    if (noticed) continue;
    const other = hydrate(broken, compiled.texts, compileChangedFields(validate, plan.schema, broken.schema));
    const tells = (testCase: Case) => {
      const fixture = createFixture(plan.name, begin, testCase, 0);
      return fixture.fault === undefined && describeVerdict(whole, fixture) !== describeVerdict(other, fixture);
    };
    if (cases.some(tells)) continue;
    const found = findCase(createVariations(plan, { ...breakage, plan: broken }, begin), {
      tells,
      holds: (testCase) => isConsistent(whole, testCase, begin, plan.name),
      hasOneError: (testCase) =>
        whole.check(flattenRecord(plan, createFixture(plan.name, begin, testCase, 0).record), {
          lang: "zh",
          contexts: { ...begin.contexts, ...testCase.contexts },
        }).errors.length < 2,
    });
    if (found) cases.push(nameCase(found, { entity: whole, begin, folder: plan.name }, names));
    else left.push(breakage);
  }
  return { cases, left };
}

/** Returns the first case that tells and holds, preferring one with a single error. */
function findCase(
  cases: Iterable<Case>,
  { tells, holds, hasOneError }: Record<"tells" | "holds" | "hasOneError", (testCase: Case) => boolean>,
): Case | undefined {
  let first: Case | undefined;
  for (const testCase of cases) {
    if (!tells(testCase) || !holds(testCase)) continue;
    if (hasOneError(testCase)) return testCase;
    first ??= testCase;
  }
  return first;
}

/** Yields variations of the base record: one value, one fact, or two values that a rule reads together. */
function* createVariations(
  plan: EntityPlan,
  { field, what, plan: broken }: MutatedPlan,
  { record, contexts }: { record: Row; contexts: Scope },
): Generator<Case> {
  const top = findFieldName(field, plan.objects);
  const rules = [
    ...plan.rules.filter(({ id }) => what.startsWith(`rules ${id}`)),
    ...plan.show.filter((condition) => condition.field === top),
    ...plan.require.filter((condition) => what.startsWith(`require ${condition.field}`)),
  ];
  const expressions = rules
    .flatMap((rule) => ("expression" in rule ? [rule.expression] : [rule.when, rule.assert, rule.min, rule.max]))
    .filter((expression) => expression !== undefined);
  const reads = expressions
    .flatMap((expression) => expression.reads)
    .flatMap((path) => (path.startsWith("self.") ? [path.slice(5).replaceAll(".*", "")] : []));
  const [was, is] = [mapFields(plan.fields), mapFields(broken.fields)];
  const near = expressions.flatMap(listLiterals).concat(listNumbers(contexts).flatMap(listNeighbours));
  const values = (name: string): unknown[] => {
    const fields = [was.get(name), is.get(name)].filter((field) => field !== undefined);
    return [undefined, ...fields.flatMap(listEdgeValues), ...near, ...listVariations(getValue(record, name))];
  };
  const one = (name: string, value: unknown): Case[] => {
    const pointer = findPointer(record, name);
    if (pointer === undefined) return [];
    return value === undefined
      ? [{ name: "", unset: [pointer], expect: [] }]
      : [{ name: "", set: { [pointer]: value }, expect: [] }];
  };
  const names = [...new Set([field, ...reads])];
  for (const name of names) for (const value of values(name)) yield* one(name, value);
  const facts = new Set(
    expressions.flatMap((expression) => expression.reads).filter((path) => !path.startsWith("self.")),
  );
  const own = names.flatMap((name) => listNumbers(getValue(record, name)).flatMap(listNeighbours));
  for (const path of facts) {
    const [root = "", member] = path.split(".");
    const now = contexts[root];
    if (member !== undefined && typeof now === "object" && now !== null)
      for (const figure of own) yield { name: "", contexts: { [root]: { ...now, [member]: figure } }, expect: [] };
  }
  // Pairs are tried only where a rule reads several fields.
  for (const name of names) {
    for (const other of names) {
      if (other <= name) continue;
      for (const value of values(name))
        for (const beside of values(other))
          for (const first of one(name, value))
            for (const second of one(other, beside))
              yield {
                name: "",
                set: { ...first.set, ...second.set },
                unset: [...(first.unset ?? []), ...(second.unset ?? [])],
                expect: [],
              };
    }
  }
}

/** Returns valid values of a field, and values at its limits. */
function listEdgeValues(field: FieldPlan): unknown[] {
  const plain = omitRowFields(field);
  const limits = Object.entries(field.schema).flatMap(([keyword, value]) =>
    keyword.startsWith("formatM") ? listNeighbours(String(value)) : [],
  );
  return [...limits, ...plain.kind.boundaries(plain).map(({ value }) => value), ...plain.kind.samples(plain)];
}

/** Returns variations of a string: one character more, one less, and other case. */
const listVariations = (value: unknown): unknown[] =>
  typeof value === "string" && value !== ""
    ? [
        `!${value}`,
        `${value}!`,
        value.slice(1),
        value.slice(0, -1),
        value + value.slice(-1),
        value.toLowerCase(),
        value.toUpperCase(),
      ]
    : [];

/** Returns the literals in an expression. */
const listLiterals = ({ source }: Expression): unknown[] =>
  [...source.matchAll(/'([^']*)'|"([^"]*)"|\b(\d+(?:\.\d+)?)\b/g)].flatMap(([, item, two, number]) =>
    listNeighbours(item ?? two ?? number!),
  );

/** Returns all numbers in a value, including nested ones. */
const listNumbers = (facts: unknown): string[] =>
  typeof facts === "string"
    ? Decimal.parse(facts)
      ? [facts]
      : []
    : typeof facts === "object" && facts !== null
      ? Object.values(facts).flatMap(listNumbers)
      : [];

/** Returns a number with its neighbours; any other text unchanged. */
function listNeighbours(text: string): unknown[] {
  const figure = Decimal.parse(text);
  return figure ? ["-0.01", "0", "0.01", "-1", "1"].map((step) => figure.add(Decimal.of(step)).toString()) : [text];
}

function getValue(record: Row, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>(
      (inner, step) => (Array.isArray(inner) ? (inner[0] as Row | undefined) : (inner as Row | undefined))?.[step],
      record,
    );
}

/** Returns the JSON pointer of a field, in a list of its first row; undefined when the list is empty or the object absent. */
function findPointer(record: Row, name: string): string | undefined {
  let inner: unknown = record;
  let pointer = "";
  for (const step of name.split(".")) {
    if (Array.isArray(inner)) {
      inner = inner[0];
      pointer += "/0";
    }
    if (!isObject(inner)) return undefined;
    inner = inner[step];
    pointer += `/${step}`;
  }
  return pointer;
}

/**
 * Returns whether browser and server agree on the case. Fails for a case that only the server rejects, using facts that
 * the browser lacks.
 */
function isConsistent(
  entity: Entity,
  testCase: Case,
  begin: { record: Row; contexts: Scope },
  folder: string,
): boolean {
  return runCase(
    entity,
    createFixture(folder, begin, { ...testCase, expect: computeExpected(entity, testCase, begin, folder) }, 0),
  ).ok;
}

/** Returns the browser's result for a case. */
function computeExpected(
  entity: Entity,
  testCase: Case,
  begin: { record: Row; contexts: Scope },
  folder: string,
): Case["expect"] {
  const { record, contexts } = createFixture(folder, begin, testCase, 0);
  const { errors, warnings } = entity.check(flattenRecord(entity, record), { lang: "zh", side: "browser", contexts });
  return [
    ...errors.map(({ at, code }) => ({ at, code })),
    ...warnings.map(({ at, code }) => ({ at, code, warns: true as const })),
  ];
}

/** Entity, record and facts from which a case starts. */
interface CaseGround {
  entity: Entity;
  begin: { record: Row; contexts: Scope };
  folder: string;
}

/** Returns the case with its expected result and a descriptive, unique name, which is added to `names`. */
function nameCase(
  { set = {}, unset = [], contexts: facts }: Case,
  { entity, begin, folder }: CaseGround,
  names: Set<string>,
): Case {
  const bare: Case = {
    name: "",
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(unset.length > 0 ? { unset } : {}),
    ...(facts ? { contexts: facts } : {}),
    expect: [],
  };
  const expect = computeExpected(entity, bare, begin, folder);
  const parts = [
    ...Object.entries(set).map(([pointer, value]) => `${pointer.slice(1)} ${formatValue(value)}`),
    ...unset.map((pointer) => `no ${pointer.slice(1)}`),
    ...Object.entries(facts ?? {}).flatMap(([root, members]) =>
      Object.entries(members as Row).flatMap(([name, value]) =>
        value === (begin.contexts[root] as Row)[name] ? [] : [`${root}.${name} ${formatValue(value)}`],
      ),
    ),
  ];
  const plain = `${parts.join(", ")}: ${expect.length === 0 ? "passes" : expect.map(({ code }) => code).join(", ")}`;
  let name = plain;
  for (let number = 2; names.has(name); number += 1) name = `${plain} (${number})`;
  names.add(name);
  return { ...bare, name, expect, review: true };
}
const LONG = 24;
const MANY = 3;
const formatValue = (value: unknown): string =>
  typeof value === "string" && (value.length > LONG || (value.length > MANY && new Set(value).size === 1))
    ? `of ${value.length} characters`
    : JSON.stringify(value);
