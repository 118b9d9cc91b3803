/**
 * Compares two versions of the schemas: each difference, whom it breaks, an example value that is now rejected, and
 * what else it affects.
 */
import { fileURLToPath } from "node:url";
import type { CompiledSchemas } from "../../server/schemas/read.ts";
import type { CompiledCall } from "../../src/engine/compiler.ts";
import type { FixtureFile } from "./cases.ts";
import { diffCall, diffStandaloneCall } from "./changes/call-changes.ts";
import { computeLevel, RANK, isSame, type Change, type Difference, type Pair } from "./changes/change.ts";
import { diffFields } from "./changes/fields.ts";
import { Judges } from "./changes/judges.ts";
import { diffLifecycle } from "./changes/lifecycle-changes.ts";
import { diffList } from "./changes/list-changes.ts";
import { diffConstants, diffContexts, diffPages, diffRows, diffTexts } from "./changes/other-changes.ts";
import { diffRules } from "./changes/rule-changes.ts";
import { limitItems, findCodeReferences, findConstantReads, listKeywords } from "./changes/code-references.ts";
import { locate } from "./locate.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface ChangesOptions {
  /** Restricts the comparison to these entities and calls, excluding pages and constants. */
  only?: readonly string[];
}

/**
 * Returns all differences, most severe first. `fixtures` provide values that used to pass, and cases whose result
 * changes.
 */
export function diffSchemas(
  before: CompiledSchemas,
  after: CompiledSchemas,
  fixtures: (name: string) => FixtureFile | undefined,
  { only }: ChangesOptions = {},
): Change[] {
  const wanted = (name: string) => !only || only.includes(name);
  const file = (name: string) =>
    [...after.sources.keys()].find((path) => path.endsWith(`/${name}.json`) && path.split("/").length === 2) ??
    `schemas/${name}.json`;
  const changes = pairSchemas(before, after, wanted).flatMap(({ pair, calls }) => {
    if (isSame([pair.before, calls?.[0]], [pair.after, calls?.[1]])) return [];
    let judges: Judges | undefined;
    const getJudges = () => (judges ??= new Judges(pair, fixtures(pair.name)));
    return [...diffRecord(pair, calls)].map((difference) => completeDifference(difference, after, getJudges));
  });
  const rest = [
    ...findAddedAndRemoved(before, after, wanted),
    ...diffRows(before, after, wanted),
    ...(only
      ? []
      : [
          ...diffPages(before.pages, after.pages, file("pages")),
          ...diffConstants(before, after, file("constants")),
          ...diffContexts(before, after, file("contexts")),
        ]),
  ].map((difference) => completeDifference(difference, after));
  return [...changes, ...rest].sort((a, b) => RANK[computeLevel(b)] - RANK[computeLevel(a)] || compareChanges(a, b));
}

const compareChanges = ({ location: a, at: item }: Change, { location: b, at: other }: Change) =>
  (a && b ? (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column) : 0) ||
  (item < other ? -1 : Number(item > other));

interface Paired {
  pair: Pair;
  calls?: [CompiledCall, CompiledCall];
}

function pairSchemas(before: CompiledSchemas, after: CompiledSchemas, wanted: (name: string) => boolean): Paired[] {
  const entities = [...after.entities].flatMap(([name, is]) => {
    const was = before.entities.get(name);
    return was && wanted(name) ? [{ pair: { name, before: was, after: is, above: [] } }] : [];
  });
  const calls = [...after.calls].flatMap(([name, is]): Paired[] => {
    const was = before.calls.get(name);
    return was && wanted(name)
      ? [{ pair: { name, before: was.request, after: is.request, above: ["request"] }, calls: [was, is] }]
      : [];
  });
  return [...entities, ...calls];
}

function* diffRecord(pair: Pair, calls: Paired["calls"]): Generator<Difference> {
  yield* diffIdentity(pair);
  yield* foldChanges(pair, [...diffFields(pair)], [...diffList(pair)]);
  yield* diffRules(pair);
  yield* diffLifecycle(pair);
  yield* calls ? diffStandaloneCall(pair.name, ...calls) : diffCall(pair);
  yield* diffTexts(pair);
}

/** Merges changes of lists and forms into the change of the field that caused them. */
function foldChanges({ name }: Pair, fields: Difference[], lists: Difference[]): Difference[] {
  const main = new Map<string, Difference>(
    fields.flatMap((difference) => (difference.names ?? []).map((field) => [`${name}.${field}`, difference] as const)),
  );
  const rest = lists.filter((difference) => {
    const cause = main.get(difference.at);
    if (cause) cause.touches = [...(cause.touches ?? []), ...(difference.touches ?? [])];
    return !cause;
  });
  return [...fields, ...rest];
}

/** Compares the identity of an entity: source, key, number and menu. */
function* diffIdentity({ name, before: { plan: was }, after: { plan: is } }: Pair): Generator<Difference> {
  const locate = (keyword: string) => ({ at: name, file: is.file, path: ["x-entity", keyword] });
  for (const keyword of ["source", "key"] as const)
    if (was[keyword] !== is[keyword])
      yield {
        ...locate(keyword),
        what: `${keyword}-changed`,
        request: "breaking",
        response: "breaking",
        text: {
          zh: `${keyword} 由 ${was[keyword]} 改为 ${is[keyword]}`,
          en: `${keyword} is ${is[keyword]} instead of ${was[keyword]}`,
        },
      };
  for (const keyword of ["number", "menu", "sole"] as const)
    if (was[keyword] !== is[keyword])
      yield {
        ...locate(keyword),
        what: `${keyword}-changed`,
        request: "info",
        response: "warning",
        text: {
          zh: `${keyword} 由 ${String(was[keyword] ?? "-")} 改为 ${String(is[keyword] ?? "-")}`,
          en: `${keyword} is ${String(is[keyword] ?? "-")} instead of ${String(was[keyword] ?? "-")}`,
        },
      };
  if (!isSame(was.union, is.union))
    yield {
      ...locate("union"),
      what: "union-changed",
      request: "info",
      response: "warning",
      text: { zh: "由别的记录组成", en: "is made of other records" },
    };
}

/** Finds added and removed entities and calls. */
function* findAddedAndRemoved(
  before: CompiledSchemas,
  after: CompiledSchemas,
  wanted: (name: string) => boolean,
): Generator<Difference> {
  for (const [what, was, is] of [
    ["entity", before.entities, after.entities],
    ["call", before.calls, after.calls],
  ] as const) {
    for (const name of was.keys())
      if (!is.has(name) && wanted(name))
        yield {
          at: name,
          file: "",
          path: [],
          what: `${what}-removed`,
          request: "breaking",
          response: "breaking",
          text: { zh: `${what === "call" ? "调用" : "实体"} ${name} 没有了`, en: `the ${what} ${name} is gone` },
          removed: name,
        };
    for (const [name, item] of is)
      if (!was.has(name) && wanted(name))
        yield {
          at: name,
          file: ("plan" in item ? item : item.request).plan.file,
          path: [],
          what: `${what}-added`,
          request: "info",
          response: "info",
          text: { zh: `新${what === "call" ? "调用" : "实体"} ${name}`, en: `a new ${what}, ${name}` },
        };
  }
}

/** Completes a difference with its location, an example value that is now rejected, and other effects. */
function completeDifference(
  { file, path, field, tried = [], removed, names: _names, byWitness, touches = [], ...difference }: Difference,
  after: CompiledSchemas,
  getJudges?: () => Judges,
): Change {
  const location = locate(after, file, path);
  const judges = field === undefined ? undefined : getJudges?.();
  const harmful = difference.request === "breaking";
  const witness = judges && harmful ? judges.refused(field!, tried) : undefined;
  const loosens = byWitness && harmful && !witness && judges?.allowed(field!, tried);
  const cases = limitItems(
    judges?.touched(field!).map(({ file, line, name }) => `${file}:${line} "${name}"`) ?? [],
    "cases",
  );
  const all = [
    ...cases,
    ...touches,
    ...(removed === undefined
      ? []
      : [
          ...(difference.at.startsWith("constants.")
            ? limitItems(findConstantReads(ROOT, removed), "places in code")
            : findCodeReferences(ROOT, removed)),
          ...listKeywords(ROOT, difference.at),
        ]),
  ];
  return {
    ...difference,
    ...(loosens ? { request: "info", response: "warning" } : {}),
    ...(location ? { location } : {}),
    ...(witness ? { witness } : {}),
    ...(all.length > 0 ? { touches: all } : {}),
  };
}
