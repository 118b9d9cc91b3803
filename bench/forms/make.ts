/** The three forms rendered by every contestant, and the same forms as schema files for our engine. */

export type Sort = "string" | "decimal" | "enum" | "date" | "boolean";
export interface FormField {
  name: string;
  label: string;
  sort: Sort;
  required: boolean;
}
export interface FormPlan {
  name: FormName;
  /** Sections with their titles and fields. */
  sections: { id: string; title: string; fields: FormField[] }[];
  /** A list of parties instead of sections. */
  rows?: { count: number; fields: FormField[] };
}
export type FormName = "f40" | "f200" | "a50";
export const FORM_NAMES: readonly FormName[] = ["f40", "f200", "a50"];

/** Options of every select. */
export const CHOICES = ["alpha", "bravo", "charlie", "delta", "echo"] as const;
/** Maximum length of a string field. */
export const MAX_TEXT = 120;

const SECTION: readonly Sort[] = [
  "string",
  "decimal",
  "enum",
  "date",
  "string",
  "decimal",
  "enum",
  "date",
  "string",
  "boolean",
];
const PARTY: readonly Sort[] = ["string", "string", "enum", "decimal", "date", "boolean"];
const WORD: Record<Sort, string> = {
  string: "Name",
  decimal: "Amount",
  enum: "Option",
  date: "Date",
  boolean: "Agreed",
};

const createField = (sort: Sort, name: string, number: number): FormField => ({
  name,
  label: `${WORD[sort]} ${number}`,
  sort,
  required: sort !== "boolean",
});

/** F40: 4 sections of 10 fields. F200: 20 sections. A50: 50 parties of 6 fields. */
export function createFormPlan(name: FormName): FormPlan {
  if (name === "a50")
    return {
      name,
      sections: [],
      rows: { count: 50, fields: PARTY.map((sort, index) => createField(sort, `p${index}`, index)) },
    };
  const count = name === "f40" ? 4 : 20;
  const sections = Array.from({ length: count }, (_, section) => ({
    id: `s${section}`,
    title: `Section ${section + 1}`,
    fields: SECTION.map((sort, index) => createField(sort, `f${section * 10 + index}`, section * 10 + index)),
  }));
  return { name, sections };
}

/** Returns the number of controls of a form. */
export const countControls = (plan: FormPlan): number =>
  plan.rows
    ? plan.rows.count * plan.rows.fields.length
    : plan.sections.reduce((sum, section) => sum + section.fields.length, 0);
/** Returns the number of errors of an empty form. */
export const countErrors = (plan: FormPlan): number =>
  plan.rows
    ? plan.rows.count * plan.rows.fields.filter((field) => field.required).length
    : plan.sections.reduce((sum, section) => sum + section.fields.filter((field) => field.required).length, 0);

const createTexts = (text: string) => ({ zh: text, en: text });

function createFieldSchema({ sort, label }: FormField): object {
  const own = { "x-label": createTexts(label) };
  if (sort === "string") return { type: "string", maxLength: MAX_TEXT, ...own };
  if (sort === "decimal") return { type: "string", format: "decimal", "x-currency": "CNY", ...own };
  if (sort === "enum")
    return {
      type: "string",
      "x-options": Object.fromEntries(CHOICES.map((value) => [value, { label: createTexts(value) }])),
      ...own,
    };
  if (sort === "date") return { type: "string", format: "date", ...own };
  return { type: "boolean", ...own };
}

/** Prefixes of the record numbers. */
const NUMBERS: Readonly<Record<FormName, string>> = { f40: "BS", f200: "BL", a50: "BP" };

/**
 * Returns the schema file for our engine, with three rules per section (60 in F200) and as many relations as a real
 * order form.
 */
export function createSchemaFile(plan: FormPlan): object {
  const shell = (properties: object, required: string[], rules: object[], sections: object[]) => ({
    "x-entity": { name: plan.name, source: "store", key: "id", number: NUMBERS[plan.name] },
    "x-label": createTexts(plan.name),
    type: "object",
    properties: {
      id: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": createTexts("Number") },
      ...properties,
    },
    required,
    ...(rules.length > 0 ? { "x-rules": rules } : {}),
    "x-form": { sections },
    "x-list": { columns: ["id"], sort: "id" },
    "x-calls": { create: `POST /bench/${plan.name}` },
  });
  const props = (fields: FormField[]) =>
    Object.fromEntries(fields.map((field) => [field.name, createFieldSchema(field)]));
  const needed = (fields: FormField[]) => fields.filter((field) => field.required).map((field) => field.name);
  if (plan.rows) {
    const { fields } = plan.rows;
    const parties = {
      type: "array",
      items: { type: "object", properties: props(fields), required: needed(fields) },
      "x-label": createTexts("Parties"),
    };
    return shell({ parties }, ["parties"], [], [{ id: "all", label: createTexts("Parties"), fields: ["parties"] }]);
  }
  const all = plan.sections.flatMap((section) => section.fields);
  const rules = plan.sections.flatMap(({ id, fields }) => {
    const name = (index: number) => fields[index]!.name;
    const rule = (kind: string, at: string, assert: string) => ({
      id: `${id}${kind}`,
      at,
      assert,
      message: createTexts(`${kind} does not fit`),
    });
    return [
      rule("Name", name(4), `self.${name(4)} != self.${name(0)}`),
      rule("Remark", name(8), `self.${name(8)} != self.${name(0)}`),
      rule("Amount", name(5), `self.${name(5)} >= self.${name(1)}`),
    ];
  });
  return shell(
    props(all),
    needed(all),
    rules,
    plan.sections.map(({ id, title, fields }) => ({
      id,
      label: createTexts(title),
      fields: fields.map((field) => field.name),
    })),
  );
}

/** Returns the form as plain JSON Schema for the other contestants, without our keywords. */
export function createPlainSchema(plan: FormPlan): object {
  const one = ({ sort, label }: FormField) => {
    if (sort === "enum") return { type: "string", title: label, enum: [...CHOICES] };
    if (sort === "boolean") return { type: "boolean", title: label };
    if (sort === "date") return { type: "string", title: label, format: "date" };
    return {
      type: "string",
      title: label,
      ...(sort === "decimal" ? { pattern: "^-?\\d+(\\.\\d{1,2})?$" } : { maxLength: MAX_TEXT }),
    };
  };
  const object = (title: string, fields: FormField[]) => ({
    type: "object",
    title,
    properties: Object.fromEntries(fields.map((field) => [field.name, one(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
  });
  if (plan.rows)
    return {
      type: "object",
      properties: { parties: { type: "array", title: "Parties", items: object("Party", plan.rows.fields) } },
    };
  return {
    type: "object",
    properties: Object.fromEntries(plan.sections.map(({ id, title, fields }) => [id, object(title, fields)])),
  };
}

/** Returns the initial data for the other contestants: existing objects without values. */
export const createEmptyData = (plan: FormPlan): object =>
  plan.rows
    ? { parties: Array.from({ length: plan.rows.count }, () => ({})) }
    : Object.fromEntries(plan.sections.map(({ id }) => [id, {}]));
