/**
 * Comparison of two versions of a schema: what a change means for writers (forms, imports, API clients that write) and
 * for readers (lists, exports, API clients that read).
 */
import { pickLanguage, type EngineTexts } from "../base/engine-texts.ts";
import { findFieldName } from "../entity/objects.ts";
import type { EntityPlan, FieldPlan, Lang, StepUp, Texts } from "../model/entity.ts";
import type { Runtime } from "../model/dialect.ts";

/** `breaking`: something stops working. `warning`: needs attention. `none`: only texts or order. */
export type Level = "breaking" | "warning" | "info" | "none";
/** The level for writers, then the one for readers. */
export type Levels = `${Level}/${Level}`;
/** Security impact, independent of compatibility: a weaker control, a different price, or wider exposure. */
export type Risk = "control-loosened" | "price-changed" | "exposure-widened";
/** A text in every language of findings. */
export type Words = EngineTexts;

/** A difference between two versions of a schema, before its consequences are determined. */
export interface Difference {
  /** What changed: `withdrawal.remark`, `withdrawal.balance`, `constants.remarkMax`, `/withdrawal`. */
  at: string;
  /** Type of the change, such as `limit-tightened`. */
  what: string;
  request: Level;
  response: Level;
  text: Words;
  /** Requires a reason in `CHANGES.md` like a breaking change, although nothing stops working. */
  risk?: Risk;
  /** The schema file, and the path in it. */
  file: string;
  path: readonly string[];
  /** Path of the field whose checks may change (`parties.share`). */
  field?: string;
  /** Values that may have passed before and may fail now. `limits`: values at the limits of the field. */
  tried?: "limits" | readonly unknown[];
  /** A removed name, whose uses are searched. */
  removed?: string;
  /** Old and new name of a renamed field, whose consequences are merged into this change. */
  names?: readonly string[];
  /** Counts as loosened unless an example is found that is now rejected. */
  byWitness?: true;
  /** Other effects, such as URL parameters and columns. */
  touches?: string[];
}

/**
 * Place of a change in a schema file. `lead` begins the texts of its differences: the label of a field, or an event.
 * @example
 * const place = new Place("issue.title", "schemas/entities/issue.json", ["properties", "title"]);
 * const difference = place.report("words-changed", "none/none", { zh: "换了文字", en: "other words" });
 */
export class Place {
  readonly at: string;
  readonly file: string;
  readonly path: readonly string[];
  readonly #lead: Words;

  constructor(at: string, file: string, path: readonly string[] = [], lead: Words = { zh: "", en: "" }) {
    this.at = at;
    this.file = file;
    this.path = path;
    this.#lead = lead;
  }

  /** Returns a place below this one. */
  below(...path: string[]): Place {
    return new Place(this.at, this.file, [...this.path, ...path], this.#lead);
  }

  /** Returns a difference at this place. */
  report(what: string, levels: Levels, { zh, en }: Words, more: Partial<Difference> = {}): Difference {
    const [request, response] = levels.split("/") as [Level, Level];
    const text = { zh: this.#lead.zh + zh, en: this.#lead.en + en };
    return { at: this.at, what, request, response, text, file: this.file, path: this.path, ...more };
  }
}

/** A compiled schema file. */
interface Version {
  plan: EntityPlan;
  texts: Record<Lang, Texts>;
}

/**
 * Two versions of an entity or of a call's request.
 * @example
 * const version = { plan, texts: { zh: texts, en: texts } };
 * const place = new RecordPair("issue", dialect, [version, version]).field("title");
 */
export class RecordPair {
  readonly name: string;
  readonly dialect: Runtime;
  readonly before: Version;
  readonly after: Version;
  readonly was: EntityPlan;
  readonly is: EntityPlan;
  /** Path in the file to the record. */
  readonly #above: readonly string[];
  /** Names of the nested objects before and after. */
  readonly #objects: readonly string[];

  constructor(name: string, dialect: Runtime, [before, after]: readonly [Version, Version]) {
    this.name = name;
    this.dialect = dialect;
    this.before = before;
    this.after = after;
    this.was = before.plan;
    this.is = after.plan;
    this.#above = this.is.source === "call" ? ["request"] : [];
    this.#objects = [...(this.was.objects ?? []), ...(this.is.objects ?? [])];
  }

  /** Returns the text of a key after the change, otherwise the one before, otherwise the fallback. */
  text(key: string, fallback: string): Words {
    const find = (lang: keyof Words) =>
      pickLanguage(this.after.texts, lang)?.[key] ?? pickLanguage(this.before.texts, lang)?.[key] ?? fallback;
    return { zh: find("zh"), en: find("en") };
  }

  /** Returns the place of the record itself, at a path of its file. */
  record(...path: string[]): Place {
    return new Place(this.name, this.is.file, [...this.#above, ...path]);
  }

  /** Returns the place of a part of the record, such as a view or a state, at a path of its file. */
  part(id: string, path: readonly string[], lead?: Words): Place {
    return new Place(`${this.name}.${id}`, this.is.file, [...this.#above, ...path], lead);
  }

  /** Returns the place where another keyword names a field. Its texts begin with the label of the field. */
  mention(field: string, path: readonly string[]): Place {
    const { zh, en } = this.text(`field.${field}.label`, field);
    return this.part(field, path, { zh: `${zh}：`, en: `${en}: ` });
  }

  /** Returns the place of a field's own keyword. */
  field(path: string, ...keyword: string[]): Place {
    return this.mention(path, [...buildFieldSteps(this.#objects, path), ...keyword]);
  }

  /** Returns the path of the list that a field is in; empty for a field of the record or of a nested object of it. */
  findList(path: string): string {
    const around = path.slice(0, Math.max(0, path.lastIndexOf(".")));
    return this.#objects.includes(around) ? "" : around;
  }
}

/**
 * Two versions of a field.
 * @example
 * const version = { plan, texts: { zh: texts, en: texts } };
 * const record = new RecordPair("issue", dialect, [version, version]);
 * const fields = plan.fields.map((own) => new FieldPair(record, own.name, [own, own]));
 */
export class FieldPair {
  readonly record: RecordPair;
  readonly path: string;
  readonly was: FieldPlan;
  readonly is: FieldPlan;

  constructor(record: RecordPair, path: string, [was, is]: readonly [FieldPlan, FieldPlan]) {
    this.record = record;
    this.path = path;
    this.was = was;
    this.is = is;
  }

  /**
   * Returns a difference of one of the field's keywords, or of a path in the field, with `none` for a side that neither
   * sets nor reads the field.
   */
  report(
    keyword: string | readonly string[],
    what: string,
    levels: Levels,
    words: Words,
    more: Partial<Difference> = {},
  ): Difference {
    const { path, was, is, record } = this;
    const isSet = isAsked(record.was, path, was) || isAsked(record.is, path, is);
    const isRead = isGiven(record.was, was) || isGiven(record.is, is);
    return {
      ...record.field(path, ...[keyword].flat()).report(what, levels, words, { field: path, ...more }),
      ...(!isSet && { request: "none" }),
      ...(!isRead && { response: "none" }),
    };
  }
}

/**
 * How a keyword is compared: in every field that both versions have, and in the record. With `merges`, differences that
 * are about an added, removed or renamed field are effects of that change.
 */
export interface Comparison {
  field?(change: FieldPair): Iterable<Difference>;
  record?(change: RecordPair): Iterable<Difference>;
  merges?: true;
}

/**
 * Reports the items that only one of two lists has.
 * @example
 * const place = new Place("issue", "schemas/entities/issue.json");
 * const differences = [
 *   ...compareSets([["a"], ["b"]], {
 *     removed: (id) => place.report("view-removed", "breaking/none", { zh: `没有 ${id} 了`, en: `${id} is gone` }),
 *   }),
 * ];
 */
export function* compareSets<T>(
  [was = [], is = []]: readonly [readonly T[] | undefined, readonly T[] | undefined],
  { removed, added }: { removed?(item: T): Difference; added?(item: T): Difference },
): Generator<Difference> {
  if (removed) yield* subtract(was, is).map(removed);
  if (added) yield* subtract(is, was).map(added);
}

/** Returns the text that something holds or does not: `now required`, `no longer required`. */
export const describeState = ({ zh, en }: Words, holds: boolean): Words =>
  holds ? { zh: `现在${zh}`, en: `now ${en}` } : { zh: `不再${zh}`, en: `no longer ${en}` };

/** Parts of a record or product by name, such as views or pages, and the levels of removing and adding one. */
interface Parts {
  /** Prefix of the types of change: `view` of `view-removed` and `view-added`. */
  kind: string;
  noun: Words;
  removed: Levels;
  added: Levels;
  place(name: string): Place;
  /** Returns the title of a part. Default: its name. */
  title?(name: string): Words;
  /** Returns what else removing a part affects. */
  effects?(name: string): Partial<Difference>;
}

/**
 * Reports the parts that only one version has.
 * @example
 * const place = (name: string) => new Place(name, "schemas/pages.json");
 * const page = { kind: "page", noun: { zh: "页面", en: "page" }, removed: "breaking/none", added: "info/none" } as const;
 * const differences = [...compareParts([["/issues"], []], { ...page, place })];
 */
export const compareParts = (
  both: readonly [readonly string[] | undefined, readonly string[] | undefined],
  { kind, noun, removed, added, place, title = (name) => ({ zh: name, en: name }), effects }: Parts,
): Generator<Difference> =>
  compareSets(both, {
    removed(name) {
      const { zh, en } = title(name);
      const text = { zh: `${noun.zh}“${zh}”已移除`, en: `the ${noun.en} "${en}" is removed` };
      return place(name).report(`${kind}-removed`, removed, text, effects?.(name));
    },
    added(name) {
      const { zh, en } = title(name);
      return place(name).report(`${kind}-added`, added, {
        zh: `新增${noun.zh}“${zh}”`,
        en: `the ${noun.en} "${en}" is new`,
      });
    },
  });

/** Fields that a keyword names for a purpose, such as the columns of a list. `words`: see `describeState`. */
export interface FieldSet extends Pick<Parts, "kind" | "removed" | "added"> {
  path: readonly string[];
  words: Words;
  /** Returns what else removing a field affects. */
  touches?(field: string): string;
}

/** Reports the fields that only one version names. */
export const compareFieldSets = (
  change: RecordPair,
  both: readonly [readonly string[] | undefined, readonly string[] | undefined],
  { kind, path, words, removed, added, touches }: FieldSet,
): Generator<Difference> => {
  const place = (field: string) => change.mention(field, [...path, field]);
  return compareSets(both, {
    removed: (field) =>
      place(field).report(
        `${kind}-removed`,
        removed,
        describeState(words, false),
        touches && { touches: [touches(field)] },
      ),
    added: (field) => place(field).report(`${kind}-added`, added, describeState(words, true)),
  });
};

/** Meaning of a field keyword that is present or absent. */
interface MemberChange {
  /** Default: the member with the prefix `x-`. */
  keyword?: string;
  /** What a field with the keyword is; see `describeState`. Without it every change is reported for information. */
  words?: Words;
  /** Levels of adding and removing the keyword. */
  added?: Levels;
  removed?: Levels;
  /** The risk of a change, and whether this one carries it. */
  risk?: readonly [Risk, (change: FieldPair) => boolean];
}

/**
 * Compares a member of a field's plan: added, removed or changed.
 * @example
 * const watch = defineKeyword({ ...example, name: "x-watch", compare: compareMember("live") });
 */
export const compareMember = (
  member: keyof FieldPlan,
  { keyword = `x-${member}`, words, added, removed, risk }: MemberChange = {},
): Pick<Required<Comparison>, "field"> => ({
  *field(change) {
    const [was, is] = [change.was[member], change.is[member]];
    if (isSame(was, is)) return;
    const more = risk ? addRisk(risk[1](change), risk[0]) : {};
    const [kind, levels] = [toKebab(member), is ? added : removed];
    const changed = {
      zh: `${keyword} 由 ${formatValue(was, "zh")} 改为 ${formatValue(is, "zh")}`,
      en: `${keyword} is ${formatValue(is, "en")} instead of ${formatValue(was, "en")}`,
    };
    yield words && levels && Boolean(was) !== Boolean(is)
      ? change.report(keyword, `${kind}-${is ? "added" : "removed"}`, levels, describeState(words, Boolean(is)), more)
      : change.report(keyword, `${kind}-changed`, words ? "warning/warning" : "info/info", changed, more);
  },
});

/** Compares parts of a record's plan whose change affects the layout only, or with `levels` a little more. */
export const compareLayout = (
  keyword: string,
  read: (plan: EntityPlan) => unknown,
  words: Words,
  levels: Levels = "none/none",
): Pick<Required<Comparison>, "record"> => ({
  *record(change) {
    if (!isSame(read(change.was), read(change.is)))
      yield change.record(keyword).report(`${keyword.slice(2)}-laid-out`, levels, words);
  },
});

/** Returns an object with the risk if it applies, to spread into a difference. */
export const addRisk = (holds: boolean, risk: Risk): { risk?: Risk } => (holds ? { risk } : {});

/**
 * Returns whether a required grant or condition was removed or replaced, so that other users qualify.
 * @example
 * isDropped("review", undefined) // => true
 */
export const isDropped = (was: unknown, is: unknown): boolean =>
  was !== undefined && was !== null && !isSame(unparse(was), unparse(is));

/** Returns whether the required step-up became weaker. */
export const isWeakerStepUp = (
  { stepUps }: Pick<Runtime, "stepUps">,
  was: StepUp | undefined,
  is: StepUp | undefined,
): boolean => {
  const rank = (stepUp: StepUp | undefined) => (stepUp === undefined ? -1 : stepUps.indexOf(stepUp));
  return rank(is) < rank(was);
};

/** Converts camel case to kebab case: `stepUp` to `step-up`. */
export const toKebab = (keyword: string): string => keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Reduces expressions to their source, since the syntax tree follows from it. */
export const unparse = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, part: unknown) =>
      typeof part === "object" && part !== null && "source" in part && "tree" in part ? part.source : part,
    ),
  );

/** Renders a part of a plan as abbreviated text. */
export function formatValue(value: unknown, lang: Lang): string {
  const plain = unparse(value);
  if (plain === null || plain === false) return NONE[lang];
  const text = typeof plain === "string" ? plain : JSON.stringify(plain);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}
const LONG = 80;
const NONE: Words = { zh: "无", en: "none" };

/**
 * Returns whether two parts of a plan are equal.
 * @example
 * isSame(["a"], ["a"]) // => true
 */
export const isSame = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

/** Returns the items of the first list that are missing in the second. */
export const subtract = <T>(was: readonly T[], is: readonly T[]): T[] => was.filter((item) => !is.includes(item));

/** Returns the steps from a record's keywords to those of a field, in nested objects and rows of lists. */
export function buildFieldSteps(objects: readonly string[], path: string): string[] {
  const names = path.split(".");
  return names.flatMap((name, depth) => {
    const inRow = depth > 0 && !objects.includes(names.slice(0, depth).join("."));
    return inRow ? ["items", "properties", name] : ["properties", name];
  });
}

/**
 * Returns all fields by path, including those of list rows.
 * @example
 * const paths = [...mapFields(plan.fields).keys()];
 */
export function mapFields(fields: readonly FieldPlan[], lead = ""): Map<string, FieldPlan> {
  return new Map(
    fields.flatMap((field) => [
      [lead + field.name, field] as const,
      ...mapFields(field.items ?? [], `${lead}${field.name}.`),
    ]),
  );
}

/** Returns whether users can set the field, through a form, file or event. */
export function isAsked(plan: EntityPlan, path: string, field: Pick<FieldPlan, "readOnly">): boolean {
  const top = findFieldName(path, plan.objects);
  if ((plan.lifecycle?.transitions ?? []).some(({ needs, takes = [] }) => needs.includes(top) || takes.includes(top)))
    return true;
  return (
    !field.readOnly && (plan.source === "call" || Boolean(plan.calls.create ?? plan.calls.update ?? plan.calls.import))
  );
}

/** Returns whether readers receive the field. */
export const isGiven = (plan: EntityPlan, field: FieldPlan): boolean =>
  plan.source !== "call" && !field.writeOnly && !field.local && !field.digest;
