/** Model of a change, for senders of records (forms, imports) and for readers (lists, exports). */
import type { Compiled } from "../../../src/engine/compiler.ts";
import type { EntityPlan, FieldPlan, Lang } from "../../../src/engine/index.ts";
import type { Place } from "../place.ts";

/** `breaking`: something stops working. `warning`: needs a look. `none`: texts and order only. */
export type Level = "breaking" | "warning" | "info" | "none";

/** Effect on protection, whether or not anything breaks: weaker control, another price, more exposure. */
export type Risk = "control-loosened" | "price-changed" | "exposure-widened";

export interface Change {
  /** What changed: `withdrawal.remark`, `withdrawal.balance`, `constants.remarkMax`, `/withdrawal`. */
  at: string;
  place?: Place;
  /** Kind of change: `limit-tightened`. */
  what: string;
  /** Level for forms, imports and callers. */
  request: Level;
  /** Level for lists, exports and readers. */
  response: Level;
  said: Record<Lang, string>;
  /** Needs a reason in `CHANGES.md` like a breaking change, although nothing stops working. */
  risk?: Risk;
  /** A value that passed before and is now refused (`null`: absent), and the code of the refusal. */
  witness?: { value: unknown; before: "passes"; after: string };
  /** Other effects: cases whose result changes, URL parameters, columns, code, texts. */
  touches?: string[];
  /** Stored records that are now refused: count and examples. */
  stored?: { count: number; ids: string[] };
}

/** A difference before its consequences are looked up. */
export interface Difference extends Omit<Change, "place" | "witness" | "touches"> {
  /** The file, and the path in it. */
  file: string;
  path: readonly string[];
  /** The field whose checks may change, by path (`parties.share`). */
  field?: string;
  /** Values that may have passed before and fail now. */
  tried?: readonly unknown[];
  /** A removed name, whose uses are looked up. */
  gone?: string;
  /** Old and new name of a field; consequences are merged into this change. */
  names?: readonly string[];
  /** The former limit; constants with the same value are looked up. */
  limit?: unknown;
  /** Counts as loosened unless a value is found that is now refused. */
  byWitness?: true;
  touches?: string[];
}

/** An entity or a call's request, before and after. */
export interface Pair {
  name: string;
  before: Compiled;
  after: Compiled;
  /** Path in the file above the record. */
  above: readonly string[];
}

export const RANK: Record<Level, number> = { breaking: 3, warning: 2, info: 1, none: 0 };
/** Returns the more severe of both levels; a risk counts as breaking. */
export const levelOf = ({ request, response, risk }: Pick<Change, "request" | "response" | "risk">): Level =>
  risk ? "breaking" : RANK[request] >= RANK[response] ? request : response;

/** Returns the risk as part of a difference when it holds. */
export const riskIf = (holds: boolean, risk: Risk): { risk?: Risk } => (holds ? { risk } : {});

const STEP_UPS = [undefined, "pay", "pay+totp"];
/** True when the required step-up became weaker. */
export const asksLess = (was: string | undefined, is: string | undefined): boolean =>
  STEP_UPS.indexOf(is) < STEP_UPS.indexOf(was);
/** True when a required grant or condition is gone or another one: other users hold it. */
export const drops = (was: unknown, is: unknown): boolean =>
  was !== undefined && was !== null && !same(plain(was), plain(is));

/** Converts `stepUp` to `step-up`. */
export const kebab = (word: string): string => word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Reduces expressions to their source, from which their trees follow. */
export const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, part: unknown) =>
      typeof part === "object" && part !== null && "source" in part && "tree" in part ? part.source : part,
    ),
  );

/** Renders a part of a plan as text, shortened. */
export function told(value: unknown, lang: Lang): string {
  const said = plain(value);
  if (said === null || said === false) return lang === "zh" ? "无" : "none";
  const text = typeof said === "string" ? said : JSON.stringify(said);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}
const LONG = 80;

/** True when two parts of a plan are equal. */
export const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Returns a field's label by path; its path when it has none. */
export function labelOf({ before, after }: Pair, path: string): Record<Lang, string> {
  const label = (lang: Lang) =>
    after.texts[lang][`field.${path}.label`] ?? before.texts[lang][`field.${path}.label`] ?? path;
  return { zh: label("zh"), en: label("en") };
}

/** Returns a sentence about a field in both languages. */
export const about = (label: Record<Lang, string>, zh: string, en: string): Record<Lang, string> => ({
  zh: `${label.zh}：${zh}`,
  en: `${label.en}: ${en}`,
});

/** Returns the path in the file to a field. */
export const fieldPath = ({ above }: Pair, path: string): string[] => [
  ...above,
  ...path.split(".").flatMap((name, depth) => (depth === 0 ? ["properties", name] : ["items", "properties", name])),
];

/** Returns all fields by path, those of list rows included. */
export function fieldsOf(fields: readonly FieldPlan[], lead = ""): Map<string, FieldPlan> {
  return new Map(
    fields.flatMap((field) => [
      [lead + field.name, field] as const,
      ...fieldsOf(field.items ?? [], `${lead}${field.name}.`),
    ]),
  );
}

/** True when users may set the field: by form, file or event. */
export function isAsked(plan: EntityPlan, path: string, field: Pick<FieldPlan, "readOnly">): boolean {
  const top = path.split(".")[0]!;
  if ((plan.lifecycle?.transitions ?? []).some(({ needs, takes = [] }) => needs.includes(top) || takes.includes(top)))
    return true;
  return (
    !field.readOnly && (plan.source === "call" || Boolean(plan.calls.create ?? plan.calls.update ?? plan.calls.import))
  );
}

/** True when readers get the field. */
export const isGiven = (plan: EntityPlan, field: FieldPlan): boolean =>
  plan.source !== "call" && !field.writeOnly && !field.local && !field.digest;

/** Returns the sentence of a change of a field, with the field's label. */
export const labelled = (pair: Pair, field: string, zh: string, en: string): Difference["said"] =>
  about(labelOf(pair, field), zh, en);

/** Returns the items of the first list that the second lacks. */
export const lost = <T>(was: readonly T[], is: readonly T[]): T[] => was.filter((one) => !is.includes(one));
