/**
 * Dialects and vocabularies. A vocabulary is a list of keywords, kinds and effects; a dialect combines several
 * vocabularies with a product's settings.
 */
import type { Runtime, StringFormat } from "../model/dialect.ts";
import type { Settings } from "../model/settings.ts";
import type { Kind } from "../model/kind.ts";
import type { Effect } from "./effect.ts";
import type { Keyword } from "./keyword.ts";
import type { ViewType } from "./view-type.ts";
import type { Zone } from "../base/time-zone.ts";

/** Parts of the dialect that keywords may use: settings, kinds, effects and view types. */
export interface Parts extends Runtime {
  effects: readonly Effect[];
  views: readonly ViewType[];
}
/** An effect, or a function that creates one for a dialect's settings. */
export type EffectSource = Effect | ((settings: Settings) => Effect);
/** A keyword, or a function that creates one for a dialect. */
export type KeywordSource = Keyword | ((parts: Parts) => Keyword);

/** Related keywords, kinds, effects, view types and formats. A dialect combines vocabularies. */
export interface Vocabulary {
  /** Keywords in order of application, as later ones may read what earlier ones add to the plan. */
  keywords?: readonly KeywordSource[];
  /** Kinds, most specific first. Kinds of later vocabularies take precedence over those of earlier ones. */
  kinds?: readonly Kind[];
  /** Effects, which are keywords of transitions. */
  effects?: readonly EffectSource[];
  /** View types that `x-views` can use. */
  views?: readonly ViewType[];
  /** String formats by name. */
  formats?: Readonly<Record<string, StringFormat>>;
  /**
   * Regular expressions (ECMAScript with the u flag) by format, which all its values match. For tools that do not
   * support the formats.
   */
  patterns?: Readonly<Record<string, string>>;
}

/** A dialect with its keywords. */
export interface Dialect extends Parts {
  keywords: readonly Keyword[];
  /** Regular expressions by format, for plain JSON Schema. */
  patterns: Readonly<Record<string, string>>;
}

/**
 * Creates a dialect from vocabularies and settings.
 * @throws Error when vocabularies define the same name twice, or when the zone is unknown, observes daylight saving
 * time or has another offset than the declared one
 * @example
 * const dialect = createDialect({ vocabularies: [core, payments], ...settings });
 */
export function createDialect({
  vocabularies,
  ...settings
}: Settings & { vocabularies: readonly Vocabulary[] }): Dialect {
  assertFixedOffset(settings.zone);
  const kinds = vocabularies.toReversed().flatMap((vocabulary) => vocabulary.kinds ?? []);
  const effects = vocabularies
    .flatMap((vocabulary) => vocabulary.effects ?? [])
    .map((effect) => (typeof effect === "function" ? effect(settings) : effect));
  const views = vocabularies.flatMap((vocabulary) => vocabulary.views ?? []);
  const formats = Object.assign({}, ...vocabularies.map((vocabulary) => vocabulary.formats));
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
    kindFor: (schema, keywords) =>
      typeof keywords["x-kind"] === "string"
        ? byName.get(keywords["x-kind"])
        : kinds.find((kind) => kind.matches(schema, keywords)),
  };
  const keywords = vocabularies
    .flatMap((vocabulary) => vocabulary.keywords ?? [])
    .map((keyword) => (typeof keyword === "function" ? keyword(parts) : keyword));
  assertOnce(
    "keyword",
    keywords.flatMap(({ name, on }) => on.map((room) => ({ name: `${name} of ${room}` }))),
  );
  return { ...parts, keywords, patterns: Object.assign({}, ...vocabularies.map((vocabulary) => vocabulary.patterns)) };
}

/**
 * Loads all full checks of a dialect's kinds (`Kind.prepare`). Until they are loaded, `validate` uses lighter checks.
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

/** First and last year that `assertFixedOffset` checks. */
const YEARS = { first: 2020, last: 2037 };

/**
 * Rejects a zone whose offset varies or differs from the declared one, since days of 23 or 25 hours are not supported.
 * @throws Error if the name is unknown, the zone observes daylight saving time, or its offset differs
 */
function assertFixedOffset({ name, offsetMinutes }: Zone): void {
  const format = createFormat(name);
  const offsets = new Set(
    Array.from({ length: (YEARS.last - YEARS.first + 1) * 12 }, (_, month) =>
      readOffset(format, Date.UTC(YEARS.first, month, 15)),
    ),
  );
  if (offsets.size > 1)
    throw new Error(`the time zone "${name}" has daylight saving: declare one of a fixed offset, such as "UTC"`);
  const [found] = offsets;
  if (found !== offsetMinutes)
    throw new Error(`the time zone "${name}" is ${found} minutes ahead of UTC, not ${offsetMinutes}`);
}

/** Returns the format's offset from UTC at `ms`, in minutes. */
function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const parts = format.formatToParts(ms);
  const label = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = /^GMT([+-])(\d\d):(\d\d)$/.exec(label) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function createFormat(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
  } catch {
    throw new Error(`there is no time zone "${name}": use an IANA name, such as "Asia/Singapore"`);
  }
}
