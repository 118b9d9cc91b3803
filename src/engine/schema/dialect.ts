/** A vocabulary is a list of keywords, kinds and effects; a dialect is several vocabularies and a product's settings. */
import type { Runtime, StringFormat } from "../model/dialect.ts";
import type { Settings } from "../model/settings.ts";
import type { Kind } from "../model/kind.ts";
import type { Effect } from "./effect.ts";
import type { Keyword } from "./keyword.ts";
import type { ViewType } from "./view-type.ts";
import { assertFixedOffset } from "./fixed-offset.ts";

/** Parts of the dialect that a keyword may use: settings, kinds, effects and view types. */
export interface Parts extends Runtime {
  effects: readonly Effect[];
  views: readonly ViewType[];
}
/** An effect, or how to make one for a dialect's settings. */
export type EffectSource = Effect | ((settings: Settings) => Effect);
/** A keyword, or how to make one for a dialect. */
export type KeywordSource = Keyword | ((parts: Parts) => Keyword);

/** Keywords, kinds, effects, view types and formats that belong together; a dialect lists vocabularies. */
export interface Vocabulary {
  /** Keywords are applied in this order: later ones may read what earlier ones put into the plan. */
  keywords?: readonly KeywordSource[];
  /** Most specific first; kinds of a later vocabulary are more specific than those of an earlier one. */
  kinds?: readonly Kind[];
  /** Words of a transition. */
  effects?: readonly EffectSource[];
  /** Types of views that `x-views` may name. */
  views?: readonly ViewType[];
  /** Formats of strings by name. */
  formats?: Readonly<Record<string, StringFormat>>;
  /** By format: a regular expression (ECMAScript with the u flag) that each of its values matches, for tools that know no formats. */
  patterns?: Readonly<Record<string, string>>;
}

/** The keywords of schemas, and their meaning. */
export interface Dialect extends Parts {
  keywords: readonly Keyword[];
  /** What plain JSON Schema says of a format, by its name. */
  patterns: Readonly<Record<string, string>>;
}

/**
 * Returns the dialect of these vocabularies and settings.
 * @throws Error when two vocabularies give the same name, and when the zone has daylight saving
 * @example
 * const dialect = createDialect({ vocabularies: [core, payments], ...settings });
 */
export function createDialect({
  vocabularies,
  ...settings
}: Settings & { vocabularies: readonly Vocabulary[] }): Dialect {
  assertFixedOffset(settings.zone);
  const kinds = vocabularies.toReversed().flatMap((one) => one.kinds ?? []);
  const effects = vocabularies
    .flatMap((one) => one.effects ?? [])
    .map((one) => (typeof one === "function" ? one(settings) : one));
  const views = vocabularies.flatMap((one) => one.views ?? []);
  const formats = Object.assign({}, ...vocabularies.map((one) => one.formats));
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  assertOnce("kind", kinds);
  assertOnce("effect", effects);
  assertOnce("view type", views);
  const parts: Parts = {
    ...settings,
    kinds,
    effects,
    views,
    formats,
    kind(name) {
      const kind = byName.get(name);
      if (!kind) throw new Error(`there is no kind "${name}"`);
      return kind;
    },
    kindFor: (schema, words) =>
      typeof words["x-kind"] === "string"
        ? byName.get(words["x-kind"])
        : kinds.find((kind) => kind.matches(schema, words)),
  };
  const keywords = vocabularies
    .flatMap((one) => one.keywords ?? [])
    .map((one) => (typeof one === "function" ? one(parts) : one));
  assertOnce(
    "keyword",
    keywords.flatMap(({ name, on }) => on.map((room) => ({ name: `${name} of ${room}` }))),
  );
  return { ...parts, keywords, patterns: Object.assign({}, ...vocabularies.map((one) => one.patterns)) };
}

/**
 * Loads every full check of a dialect's kinds (`Kind.prepare`). Until then `validate` judges by the lighter checks.
 * @example await prepareKinds(dialect);
 */
export async function prepareKinds({ kinds }: Pick<Dialect, "kinds">): Promise<void> {
  await Promise.all(kinds.map((kind) => kind.prepare?.()));
}

function assertOnce(what: string, all: readonly { name: string }[]): void {
  const names = all.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Error(`the ${what} "${twice}" stands in two vocabularies`);
}
