/**
 * Compares two versions of the schemas: each difference, whom it breaks, an example value that is now rejected, and
 * what else it affects.
 */
import { fileURLToPath } from "node:url";
import type { CompiledSchemas } from "@portolan/engine/folder";
import {
  compareParts,
  FieldPair,
  isSame,
  mapFields,
  Place,
  RecordPair,
  type CompiledCall,
  type Difference,
} from "@portolan/engine/compiler";
import { dialect } from "../../src/payments/compiler.ts";
import type { FixtureFile } from "./cases.ts";
import { compareStandaloneCall } from "./changes/call-changes.ts";
import { computeLevel, RANK, type Change } from "./changes/change.ts";
import { Judges } from "./changes/judges.ts";
import { compareConstants, compareContexts, comparePages, compareRows } from "./changes/product-changes.ts";
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
    return compareRecord({ pair, ...(calls && { calls }) }).map((difference) =>
      completeDifference(difference, after, getJudges),
    );
  });
  const rest = [
    ...findAddedAndRemoved(before, after, wanted),
    ...compareRows([before, after], wanted),
    ...(only
      ? []
      : [
          ...comparePages([before.pages, after.pages], file("pages"), dialect),
          ...compareConstants([before, after], file("constants")),
          ...compareContexts([before, after], file("contexts")),
        ]),
  ].map((difference) => completeDifference(difference, after));
  return [...changes, ...rest].sort((a, b) => RANK[computeLevel(b)] - RANK[computeLevel(a)] || compareChanges(a, b));
}

const compareChanges = ({ location: a, at: item }: Change, { location: b, at: other }: Change) =>
  (a && b ? (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column) : 0) ||
  (item < other ? -1 : Number(item > other));

interface Paired {
  pair: RecordPair;
  calls?: readonly [CompiledCall, CompiledCall];
}

function pairSchemas(before: CompiledSchemas, after: CompiledSchemas, isWanted: (name: string) => boolean): Paired[] {
  const entities = [...after.entities].flatMap(([name, is]) => {
    const was = before.entities.get(name);
    return was && isWanted(name) ? [{ pair: new RecordPair(name, dialect, [was, is]) }] : [];
  });
  const calls = [...after.calls].flatMap(([name, is]): Paired[] => {
    const was = before.calls.get(name);
    return was && isWanted(name)
      ? [{ pair: new RecordPair(name, dialect, [was.request, is.request]), calls: [was, is] }]
      : [];
  });
  return [...entities, ...calls];
}

/** Compares all keywords of a record, and of a call outside of entities. */
function compareRecord({ pair, calls }: Paired): Difference[] {
  const room = calls ? "request" : "entity";
  const found = dialect.keywords.flatMap(({ on, compare }) =>
    compare?.record && on.includes(room)
      ? [...compare.record(pair)].map((difference) => ({ difference, merges: compare.merges === true }))
      : [],
  );
  const changed = new Map<string, Difference>(
    found.flatMap(({ difference }) =>
      (difference.names ?? []).map((field) => [`${pair.name}.${field}`, difference] as const),
    ),
  );
  const differences: Difference[] = [];
  for (const { difference, merges } of found) {
    const cause = merges ? changed.get(difference.at) : undefined;
    if (cause) cause.touches = [...(cause.touches ?? []), ...(difference.touches ?? [])];
    else differences.push(difference);
  }
  return [...differences, ...compareFields(pair), ...(calls ? compareStandaloneCall(pair.name, calls, dialect) : [])];
}

/** Compares all keywords of the fields that both versions have. Of a field with another type nothing else is compared. */
function* compareFields(pair: RecordPair): Generator<Difference> {
  const was = mapFields(pair.was.fields);
  for (const [path, is] of mapFields(pair.is.fields)) {
    const before = was.get(path);
    if (!before) continue;
    const change = new FieldPair(pair, path, [before, is]);
    const found = dialect.keywords.flatMap(({ compare }) => [...(compare?.field?.(change) ?? [])]);
    const retyped = found.find(({ what }) => what === "type-changed");
    yield* retyped ? [retyped] : found;
  }
}

/** Finds added and removed entities and calls. */
function* findAddedAndRemoved(
  before: CompiledSchemas,
  after: CompiledSchemas,
  isWanted: (name: string) => boolean,
): Generator<Difference> {
  const list = (all: ReadonlyMap<string, unknown>) => [...all.keys()].filter(isWanted);
  const file = (name: string) => (after.entities.get(name) ?? after.calls.get(name)?.request)?.plan.file ?? "";
  for (const [what, zh, was, is] of [
    ["entity", "实体", before.entities, after.entities],
    ["call", "调用", before.calls, after.calls],
  ] as const)
    yield* compareParts([list(was), list(is)], {
      kind: what,
      noun: { zh, en: what },
      removed: "breaking/breaking",
      added: "info/info",
      place: (name) => new Place(name, file(name)),
      effects: (name) => ({ removed: name }),
    });
}

/** Completes a difference with its location, an example value that is now rejected, and other effects. */
function completeDifference(
  { file, path, field, tried, removed, names: _names, byWitness, touches = [], ...difference }: Difference,
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
