/** What a change of schemas is to those who send records (forms, imports) and to those who read them (lists, exports). */
import type { Compiled } from "../../../src/engine/compiler.ts";
import type { EntityPlan, FieldPlan, Lang } from "../../../src/engine/index.ts";
import type { Place } from "../place.ts";

/** `breaking`: what worked does so no more. `warning`: somebody should look. `none`: words and order only. */
export type Level = "breaking" | "warning" | "info" | "none";

/** What a change does to protection, whoever it breaks or not: fewer are stopped, other money is taken, more is shown. */
export type Risk = "control-loosened" | "price-changed" | "exposure-widened";

export interface Change {
  /** What changed: `withdrawal.remark`, `withdrawal.balance`, `constants.remarkMax`, `/withdrawal`. */
  at: string;
  place?: Place;
  /** Kind of change: `limit-tightened`. */
  what: string;
  /** For forms, imports and whoever calls. */
  request: Level;
  /** For lists, exports and whoever reads. */
  response: Level;
  said: Record<Lang, string>;
  /** It needs a reason in `CHANGES.md` as a break does, although nothing stops working. */
  risk?: Risk;
  /** A value that passed before and is refused now (`null`: none at all), and the code of the refusal. */
  witness?: { value: unknown; before: "passes"; after: string };
  /** What else is concerned: cases whose verdict changes, parameters of URLs, columns, code, words. */
  touches?: string[];
  /** Stored records that the check refuses now: how many, and a few of them. */
  stored?: { count: number; ids: string[] };
}

/** What a comparison finds, before it is looked up what it touches. */
export interface Difference extends Omit<Change, "place" | "witness" | "touches"> {
  /** The file that says it, and the names in it down to the words. */
  file: string;
  path: readonly string[];
  /** The field whose verdicts may change, by its path (`parties.share`). */
  field?: string;
  /** Values that may have passed before and fail now. */
  tried?: readonly unknown[];
  /** What is gone under this name: whoever names it is looked up. */
  gone?: string;
  /** What follows from a field that came, went or was renamed is told with it: its name then and now. */
  names?: readonly string[];
  /** The limit before: a constant that says the same is looked up. */
  limit?: unknown;
  /** Without a witness it only loosens: nothing that passed is refused. */
  byWitness?: true;
  touches?: string[];
}

/** An entity or a call's request, before and after. */
export interface Pair {
  name: string;
  before: Compiled;
  after: Compiled;
  /** Names in the file above the record's own words. */
  above: readonly string[];
}

export const RANK: Record<Level, number> = { breaking: 3, warning: 2, info: 1, none: 0 };
/** The graver of the two sides; a risk is as grave as a break. */
export const levelOf = ({ request, response, risk }: Pick<Change, "request" | "response" | "risk">): Level =>
  risk ? "breaking" : RANK[request] >= RANK[response] ? request : response;

/** The risk as a part of a difference, where there is one. */
export const riskIf = (holds: boolean, risk: Risk): { risk?: Risk } => (holds ? { risk } : {});

const STEP_UPS = [undefined, "pay", "pay+totp"];
/** Whether less is asked of whoever confirms. */
export const asksLess = (was: string | undefined, is: string | undefined): boolean =>
  STEP_UPS.indexOf(is) < STEP_UPS.indexOf(was);
/** Whether a grant that was needed is not needed any more: another grant is held by others. */
export const drops = (was: unknown, is: unknown): boolean =>
  was !== undefined && was !== null && !same(plain(was), plain(is));

/** `stepUp` as part of a code: `step-up`. */
export const kebab = (word: string): string => word.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Expressions by what they say: their trees follow from it. */
export const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, part: unknown) =>
      typeof part === "object" && part !== null && "source" in part && "tree" in part ? part.source : part,
    ),
  );

/** A part of a plan as it is written, shortened. */
export function told(value: unknown, lang: Lang): string {
  const said = plain(value);
  if (said === null || said === false) return lang === "zh" ? "无" : "none";
  const text = typeof said === "string" ? said : JSON.stringify(said);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}
const LONG = 80;

/** Whether two parts of a plan say the same. */
export const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The label of a field by its path, its name where it has none. */
export function labelOf({ before, after }: Pair, path: string): Record<Lang, string> {
  const label = (lang: Lang) =>
    after.texts[lang][`field.${path}.label`] ?? before.texts[lang][`field.${path}.label`] ?? path;
  return { zh: label("zh"), en: label("en") };
}

/** A sentence about a field in both languages. */
export const about = (label: Record<Lang, string>, zh: string, en: string): Record<Lang, string> => ({
  zh: `${label.zh}：${zh}`,
  en: `${label.en}: ${en}`,
});

/** Names in the file down to a field. */
export const fieldPath = ({ above }: Pair, path: string): string[] => [
  ...above,
  ...path.split(".").flatMap((name, depth) => (depth === 0 ? ["properties", name] : ["items", "properties", name])),
];

/** All fields by path, those of lists' rows too. */
export function fieldsOf(fields: readonly FieldPlan[], lead = ""): Map<string, FieldPlan> {
  return new Map(
    fields.flatMap((field) => [
      [lead + field.name, field] as const,
      ...fieldsOf(field.items ?? [], `${lead}${field.name}.`),
    ]),
  );
}

/** Whether somebody may give the field a value: in a form, a file or an event. */
export function isAsked(plan: EntityPlan, path: string, field: Pick<FieldPlan, "readOnly">): boolean {
  const top = path.split(".")[0]!;
  if ((plan.lifecycle?.transitions ?? []).some(({ needs, takes = [] }) => needs.includes(top) || takes.includes(top)))
    return true;
  return (
    !field.readOnly && (plan.source === "call" || Boolean(plan.calls.create ?? plan.calls.update ?? plan.calls.import))
  );
}

/** Whether readers get the field. */
export const isGiven = (plan: EntityPlan, field: FieldPlan): boolean =>
  plan.source !== "call" && !field.writeOnly && !field.local && !field.digest;
