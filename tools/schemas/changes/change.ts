/** Model of a change, as seen by writers of records (forms, imports) and by readers (lists, exports). */
import type { Compiled } from "../../../src/engine/compiler.ts";
import { findFieldName, type EntityPlan, type FieldPlan, type Lang, type Texts } from "../../../src/engine/index.ts";
import type { SourceLocation } from "../locate.ts";

/** `breaking`: something stops working. `warning`: needs attention. `none`: only texts or order. */
export type Level = "breaking" | "warning" | "info" | "none";

/** Security impact, independent of compatibility: a weaker control, a different price, or wider exposure. */
export type Risk = "control-loosened" | "price-changed" | "exposure-widened";

export interface Change {
  /** What changed: `withdrawal.remark`, `withdrawal.balance`, `constants.remarkMax`, `/withdrawal`. */
  at: string;
  location?: SourceLocation;
  /** Type of the change, such as `limit-tightened`. */
  what: string;
  /** Level for forms, imports and API clients that write. */
  request: Level;
  /** Level for lists, exports and API clients that read. */
  response: Level;
  text: Record<Lang, string>;
  /** Requires a reason in `CHANGES.md` like a breaking change, although nothing stops working. */
  risk?: Risk;
  /** Example value that used to pass and is now rejected (`null`: absent), with the error code. */
  witness?: { value: unknown; before: "passes"; after: string };
  /** Other effects: cases whose result changes, URL parameters, columns, code and texts. */
  touches?: string[];
  /** Stored records that are now rejected: count and examples. */
  stored?: { count: number; ids: string[] };
}

/** A difference before its consequences are determined. */
export interface Difference extends Omit<Change, "place" | "witness" | "touches"> {
  /** The schema file, and the path in it. */
  file: string;
  path: readonly string[];
  /** Path of the field whose checks may change (`parties.share`). */
  field?: string;
  /** Values that may have passed before and may fail now. */
  tried?: readonly unknown[];
  /** A removed name, whose uses are searched. */
  removed?: string;
  /** Old and new name of a renamed field, whose consequences are merged into this change. */
  names?: readonly string[];
  /** Counts as loosened unless an example is found that is now rejected. */
  byWitness?: true;
  touches?: string[];
}

/** Two versions of an entity or of a call's request. */
export interface Pair {
  name: string;
  before: Compiled;
  after: Compiled;
  /** Path in the file to the record. */
  above: readonly string[];
}

export const RANK: Record<Level, number> = { breaking: 3, warning: 2, info: 1, none: 0 };
/** Returns the more severe level of the two; a risk counts as breaking. */
export const computeLevel = ({ request, response, risk }: Pick<Change, "request" | "response" | "risk">): Level =>
  risk ? "breaking" : RANK[request] >= RANK[response] ? request : response;

/** Returns an object with the risk if it applies, to spread into a difference. */
export const addRisk = (holds: boolean, risk: Risk): { risk?: Risk } => (holds ? { risk } : {});

const STEP_UPS = [undefined, "pay", "pay+totp"];
/** Returns whether the required step-up became weaker. */
export const isWeakerStepUp = (was: string | undefined, is: string | undefined): boolean =>
  STEP_UPS.indexOf(is) < STEP_UPS.indexOf(was);
/** Returns whether a required grant or condition was removed or replaced, so that other users qualify. */
export const isDropped = (was: unknown, is: unknown): boolean =>
  was !== undefined && was !== null && !isSame(unparse(was), unparse(is));

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
  const said = unparse(value);
  if (said === null || said === false) return lang === "zh" ? "无" : "none";
  const text = typeof said === "string" ? said : JSON.stringify(said);
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}
const LONG = 80;

/** Returns whether two parts of a plan are equal. */
export const isSame = (left: unknown, right: unknown): boolean =>
  left === right || JSON.stringify(left) === JSON.stringify(right);

/** Returns the label of a field, or its path if it has none. */
export function getLabel({ before, after }: Pair, path: string): Record<Lang, string> {
  const label = (lang: Lang) =>
    after.texts[lang][`field.${path}.label`] ?? before.texts[lang][`field.${path}.label`] ?? path;
  return { zh: label("zh"), en: label("en") };
}

/** Returns a field's label without that of the nested object that it is in. */
export const pickLabel = (texts: Texts, path: string): string | undefined =>
  texts[`field.${path}.short`] ?? texts[`field.${path}.label`];

/** Returns a sentence about a field in both languages. */
export const describe = (label: Record<Lang, string>, zh: string, en: string): Record<Lang, string> => ({
  zh: `${label.zh}：${zh}`,
  en: `${label.en}: ${en}`,
});

/** Returns the path to a field in the schema file. */
export const getPath = (pair: Pair, path: string): string[] => [
  ...pair.above,
  ...buildFieldSteps(listObjects(pair), path),
];

/** Returns the names of the nested objects before and after. */
const listObjects = ({ before, after }: Pair): string[] => [
  ...(before.plan.objects ?? []),
  ...(after.plan.objects ?? []),
];

/** Returns the path of the list that a field is in; empty for a field of the record or of a nested object of it. */
export function listAround(pair: Pair, path: string): string {
  const around = path.slice(0, Math.max(0, path.lastIndexOf(".")));
  return listObjects(pair).includes(around) ? "" : around;
}

/** Returns the steps from a record's words to those of a field, in nested objects and rows of lists. */
export function buildFieldSteps(objects: readonly string[], path: string): string[] {
  const names = path.split(".");
  return names.flatMap((name, depth) => {
    const inRow = depth > 0 && !objects.includes(names.slice(0, depth).join("."));
    return inRow ? ["items", "properties", name] : ["properties", name];
  });
}

/** Returns all fields by path, including those of list rows. */
export function mapFields(fields: readonly FieldPlan[], lead = ""): Map<string, FieldPlan> {
  return new Map(
    fields.flatMap((field) => [
      [lead + field.name, field] as const,
      ...mapFields(field.items ?? [], `${lead}${field.name}.`),
    ]),
  );
}

/** Returns what two fields of other names have alike when one is the other renamed. */
export const omitNames = ({ items, formerly: _formerly, ...field }: FieldPlan): unknown => ({
  ...field,
  name: "",
  at: "",
  ...(items ? { items: items.map((item) => ({ ...item, at: "" })) } : {}),
});

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

/** Returns the sentence that describes a field's change, with the label of the field. */
export const addLabel = (pair: Pair, field: string, zh: string, en: string): Difference["text"] =>
  describe(getLabel(pair, field), zh, en);

/** Returns the items of the first list that are missing in the second. */
export const subtract = <T>(was: readonly T[], is: readonly T[]): T[] => was.filter((item) => !is.includes(item));
