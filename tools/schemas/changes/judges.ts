/**
 * Runs both versions of an entity's checks on the same records, to find values that are now rejected and cases whose
 * result changes.
 */
import { flattenRecord, type Entity, type FieldPlan, type Row, type Scope } from "@portolan/engine";
import type { Fixture, FixtureFile } from "../cases.ts";
import { hydrateCompiled } from "../hydrate-compiled.ts";
import { mapFields, type Difference, type RecordPair } from "@portolan/engine/compiler";
import { omitRowFields } from "../plain-field.ts";
import type { Change } from "./change.ts";

/** A search for a value that one version accepts and the other rejects. */
interface Contest {
  passes: Entity;
  fails: Entity;
  /** Returns the errors of the version that should pass, then of the one that should fail. */
  sides(item: { before: Errors; after: Errors }): [Errors, Errors];
}

/** Maximum number of records in which values are tried. */
const GROUNDS = 8;
type Errors = ReadonlyMap<string, readonly string[]>;

export class Judges {
  readonly #before: Entity;
  readonly #after: Entity;
  readonly #fixtures: readonly Fixture[];
  #verdicts: { fixture: Fixture; before: Errors; after: Errors }[] | undefined;

  readonly #fields: readonly ReadonlyMap<string, FieldPlan>[];

  constructor({ before, after, was, is }: RecordPair, fixtures: FixtureFile | undefined) {
    this.#fields = [mapFields(was.fields), mapFields(is.fields)];
    this.#before = hydrateCompiled(before);
    this.#after = hydrateCompiled(after);
    this.#fixtures = fixtures?.fixtures ?? [];
  }

  /** Returns the cases whose result for the field differs. */
  touched(field: string): Fixture[] {
    return this.#all().flatMap(({ fixture, before, after }) =>
      (before.get(field)?.join() ?? "") === (after.get(field)?.join() ?? "") ? [] : [fixture],
    );
  }

  /**
   * Returns a value of the field that used to pass and is now rejected, taken from the cases or from `tried`; undefined
   * when none is found.
   */
  refused(field: string, tried: Difference["tried"]): Change["witness"] {
    return this.#differs(field, tried, {
      passes: this.#before,
      fails: this.#after,
      sides: ({ before, after }) => [before, after],
    });
  }

  /** Returns whether a value that used to be rejected now passes. */
  allowed(field: string, tried: Difference["tried"]): boolean {
    const found = this.#differs(field, tried, {
      passes: this.#after,
      fails: this.#before,
      sides: ({ before, after }) => [after, before],
    });
    return found !== undefined;
  }

  #differs(field: string, tried: Difference["tried"], { passes, fails, sides }: Contest): Change["witness"] {
    const values = tried === "limits" ? this.#fields.flatMap((fields) => listProbes(fields.get(field))) : (tried ?? []);
    for (const item of this.#all()) {
      const [good, bad] = sides(item);
      const code = good.has(field) ? undefined : bad.get(field)?.[0];
      if (code !== undefined) return { value: getValue(item.fixture.record, field), before: "passes", after: code };
    }
    for (const { record, contexts } of this.#grounds()) {
      for (const value of [...values, ...listVariations(getValue(record, field))]) {
        const changed = setValue(record, field, value);
        const code =
          changed && !readErrors(passes, changed, contexts).has(field)
            ? readErrors(fails, changed, contexts).get(field)?.[0]
            : undefined;
        if (code !== undefined) return { value: value ?? null, before: "passes", after: code };
      }
    }
    return undefined;
  }

  #all() {
    return (this.#verdicts ??= this.#fixtures.map((fixture) => ({
      fixture,
      before: readErrors(this.#before, fixture.record, fixture.contexts),
      after: readErrors(this.#after, fixture.record, fixture.contexts),
    })));
  }

  #grounds(): { record: Row; contexts: Scope }[] {
    const passing = this.#all().flatMap(({ fixture, before }) => (before.size === 0 ? [fixture] : []));
    return [...passing.slice(0, GROUNDS), { record: {}, contexts: {} }];
  }
}

/** Returns the error codes by field path, as checked by the server. */
function readErrors(entity: Entity, record: Row, contexts: Scope): Errors {
  const found = new Map<string, string[]>();
  for (const { at, code } of entity.check(flattenRecord(entity, record), { lang: "en", side: "server", contexts })
    .errors) {
    const path = at
      .replace(/\/\d+(?=\/|$)/g, "")
      .slice(1)
      .replaceAll("/", ".");
    found.set(path, [...(found.get(path) ?? []), code]);
  }
  return found;
}

/** Returns the value of a field, for list rows that of the first row; null when absent. */
function getValue(record: Row, field: string): unknown {
  return (
    field
      .split(".")
      .reduce<unknown>(
        (inner, name) => (Array.isArray(inner) ? (inner[0] as Row | undefined) : (inner as Row | undefined))?.[name],
        record,
      ) ?? null
  );
}

/** Returns a nested object, or the first row of a list. */
const getFirst = (value: unknown) => (Array.isArray(value) ? value[0] : value) as Row | undefined;

function setValue(record: Row, field: string, value: unknown): Row | undefined {
  const copy = structuredClone(record);
  const names = field.split(".");
  const last = names.pop()!;
  const holder = names.reduce<Row | undefined>((inner, name) => getFirst(inner?.[name]), copy);
  if (!holder) return undefined;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

/** Returns variations of a string that a pattern may distinguish. */
const listVariations = (value: unknown): unknown[] =>
  typeof value === "string" && value !== ""
    ? [value, value.slice(1), value.slice(0, -1), value + value.slice(-1), value.toLowerCase(), value.toUpperCase()]
    : [];

/** Returns values close to the limits of a field. */
function listProbes(field: FieldPlan | undefined): unknown[] {
  if (!field) return [];
  const plain = omitRowFields(field);
  return [
    ...plain.kind.samples(plain),
    ...plain.kind.boundaries(plain).map(({ value }) => value),
    ...((field.schema.examples as unknown[] | undefined) ?? []),
  ];
}
