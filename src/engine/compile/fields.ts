/** Reads the fields of a record or of list rows from `properties`. */
import type { Language } from "../model/dialect.ts";
import type { Dialect } from "../schema/dialect.ts";
import type { EntityDraft, ObjectDraft } from "../schema/draft.ts";
import type { FieldPlan, JsonSchema } from "../model/entity.ts";
import { FieldDraft } from "../schema/field-draft.ts";
import { LogicDraft } from "../schema/logic-draft.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import type { Json } from "../schema/json.ts";
import { listBranchFields } from "./branches.ts";
import { checkRange } from "../schema/limits.ts";
import { acceptObject, isDemanded } from "./objects.ts";
import { buildRecordSchema } from "./record-schema.ts";
import { readKeywords } from "./refs.ts";

const standardKeywords = new WeakMap<Language, ReadonlySet<string>>();

/** Returns the names of the standard JSON Schema keywords that a field may have. Cached per dialect. */
function listStandardNames(dialect: Language): ReadonlySet<string> {
  const cached = standardKeywords.get(dialect);
  if (cached) return cached;
  const names = new Set(
    dialect.keywords.filter(({ on, standard }) => standard && on.includes("field")).map(({ name }) => name),
  );
  standardKeywords.set(dialect, names);
  return names;
}

/** Returns the standard JSON Schema keywords of a field with their values, without texts and dialect keywords. */
export function pickStandardKeywords(dialect: Language, keywords: ReadonlyMap<string, Json>): JsonSchema {
  const names = listStandardNames(dialect);
  return Object.fromEntries(
    [...keywords].filter(([name]) => names.has(name)).map(([name, keyword]) => [name, keyword.value]),
  );
}

/** Location of fields: JSON pointer, prefix of their text keys, and the nested object that contains them, if any. */
interface Parent {
  at: string;
  path: string;
  object?: ObjectDraft;
}

/** Creates the logic draft of a record. `keywords` are those next to its `properties`, by name. */
export const createRecordLogic = (entity: EntityDraft, keywords: ReadonlyMap<string, Json>): LogicDraft =>
  new LogicDraft({ entity, fields: [], keywords, list: undefined, around: undefined });

/**
 * First pass: reads the names, kinds and standard keywords of all fields of a record or of list rows. Keywords that
 * refer to other fields are read in the second pass (`finishFields`).
 */
export function readFields(logic: LogicDraft, parent: Parent = { at: "", path: "" }): FieldDraft[] {
  const { keywords } = logic;
  const drafts = [
    ...readProperties(logic, keywords, parent),
    ...listBranchFields(logic).flatMap(([name, json]) => readField(logic, { name, json, beside: keywords, parent })),
  ];
  reportRequired(logic, keywords, "");
  return drafts;
}

/** Reads the `properties` of a record, of rows or of a nested object. */
const readProperties = (logic: LogicDraft, beside: ReadonlyMap<string, Json>, parent: Parent): FieldDraft[] =>
  (beside.get("properties")?.entries() ?? []).flatMap(([name, json]) =>
    readField(logic, { name, json, beside, parent, ofAll: true }),
  );

/** A member of `properties`. */
interface Member {
  name: string;
  json: Json;
  /** Keywords next to the `properties`, by name. */
  beside: ReadonlyMap<string, Json>;
  parent: Parent;
  /** Whether all records have the field, because it is declared outside any branch. */
  ofAll?: boolean;
}

function readField(logic: LogicDraft, { name, json, beside, parent, ofAll }: Member): FieldDraft[] {
  const { entity } = logic;
  checkName(entity, name, json);
  const keywords = readKeywords(json, entity);
  const location = { at: `${parent.at}/${name}`, path: parent.path + name };
  const isRequired = beside.get("required")?.strings().includes(name) === true;
  const full = parent.object ? `${parent.object.name}.${name}` : name;
  if (keywords.get("type")?.value === "object") {
    const object = { name: full, keywords, above: parent.object, required: isRequired };
    if (!acceptObject(logic, object, json, ofAll === true)) return [];
    const drafts = readProperties(logic, keywords, { at: location.at, path: `${location.path}.`, object });
    reportRequired(logic, keywords, `${full}.`);
    entity.reading.pop();
    return drafts;
  }
  const plan = createField(entity, { name: full, at: location.at, json, keywords });
  if (!plan) {
    entity.reportedFields.add(name);
    return [];
  }
  plan.required = isRequired && isDemanded(parent.object);
  logic.fields.push(plan);
  const draft = new FieldDraft({ entity, plan, keywords, path: location.path, logic });
  if (plan.schema.type !== "array") return [draft];
  const list = { ...location, plan, list: json, items: keywords.get("items"), beside: keywords, logic };
  if (entity.kind(plan.kind).ofItems) return [draft, ...readItem(entity, list)];
  if (parent.object) entity.report(json.location("key"), "nested-object", findingMessages.rowsInObject(full));
  return [draft, ...readItems(entity, list)];
}

/**
 * Reports required names that are not fields, and required fields that users cannot fill in. `above` is the path prefix
 * of the enclosing object, such as `address.`, or empty.
 */
function reportRequired(
  { entity, fields: plans }: LogicDraft,
  keywords: ReadonlyMap<string, Json>,
  above: string,
): void {
  for (const item of keywords.get("required")?.items() ?? []) {
    const name = above + item.string();
    if (plans.some((plan) => plan.name.startsWith(`${name}.`))) continue;
    const field = plans.find((plan) => plan.name === name);
    if (!field)
      entity.reportUnknown(
        item.location(),
        "field",
        item.string(),
        plans.flatMap((plan) => (plan.name.startsWith(above) ? [plan.name.slice(above.length)] : [])),
      );
    else if (field.readOnly && isFilledIn(entity))
      entity.report(item.location(), "required-read-only", findingMessages.requiredReadOnly(field.name));
  }
}

/** Sources whose records users fill in. For computed sources, `required` names the fields that are always present. */
const FILLED_IN: ReadonlySet<unknown> = new Set([undefined, "store", "data"]);

const isFilledIn = ({ file }: EntityDraft) => FILLED_IN.has(file.get("x-entity")?.get("source")?.value);

/** Reserved words of CEL, which cannot be selected as fields. Source: "Syntax" in the CEL language definition. */
const CEL_RESERVED_WORDS: ReadonlySet<string> = new Set(["in", "true", "false", "null"]);

/** Reports names that rules cannot select, and names that every JavaScript object inherits. */
function checkName(entity: EntityDraft, name: string, json: Json): void {
  const why = CEL_RESERVED_WORDS.has(name)
    ? findingMessages.celWord(name)
    : name in Object.prototype
      ? findingMessages.objectWord(name)
      : undefined;
  if (why) entity.report(json.location("key"), "reserved-name", why);
}

/** A list field being read: its plan, the field's JSON and the JSON of its `items`. */
interface ListDraft extends Parent {
  plan: FieldPlan;
  list: Json;
  items: Json | undefined;
  /** The list's own keywords. */
  beside: ReadonlyMap<string, Json>;
  /** The record or rows that contain the list. */
  logic: LogicDraft;
}

/** Column types that the kinds of list items may have. */
const ITEM_COLUMNS: ReadonlySet<string> = new Set(["text", "bigint", "numeric", "date", "timestamptz"]);

/**
 * Reads the item schema of a list of plain values. Reports a missing schema, kinds that items cannot have, and keywords
 * that only rows support.
 */
function readItem(entity: EntityDraft, { plan, list, items: rows, beside, at, path, logic }: ListDraft): FieldDraft[] {
  if (!rows) {
    entity.report(list.location("key"), "plain-list", findingMessages.rowsUnsaid(plan.name));
    return [];
  }
  const keywords = readKeywords(rows, entity);
  // Options and file settings of the items are declared on the list itself.
  const given = new Map([...keywords, ...[...beside].filter(([name]) => name === "x-options" || name === "x-file")]);
  const item = createField(entity, { name: plan.name, at: `${at}/*`, json: rows, keywords: given });
  if (!item) return [];
  const { column } = entity.kind(item.kind);
  if (!ITEM_COLUMNS.has(column) || item.schema.format === "decimal" || item.schema.format === "password")
    entity.report(rows.location("key"), "plain-list", findingMessages.noItem(plan.name));
  for (const { name } of entity.dialect.keywords.filter(({ on }) => on.includes("rows"))) {
    const keyword = keywords.get(name);
    if (keyword) entity.report(keyword.location("key"), "plain-list", findingMessages.plainLogic(plan.name, name));
  }
  // The list's messages also apply to its items.
  item.messages = plan.messages;
  plan.item = item;
  plan.schema.items = item.schema;
  return [
    new FieldDraft({
      entity,
      plan: item,
      keywords,
      path,
      logic: new LogicDraft({ ...logic, fields: [item], keywords: new Map() }),
    }),
  ];
}

/** Reads the fields of a list's rows. Reports missing row definitions and rows that contain themselves. */
function readItems(entity: EntityDraft, { plan, list, items: rows, at, path, logic: around }: ListDraft): FieldDraft[] {
  if (!rows) {
    entity.report(list.location("key"), "plain-list", findingMessages.rowsUnsaid(plan.name));
    return [];
  }
  const keywords = readKeywords(rows, entity);
  const properties = keywords.get("properties");
  if (!properties) {
    const isValue = keywords.has("type") && keywords.get("type")?.value !== "object";
    entity.report(rows.location("key"), "plain-list", findingMessages[isValue ? "noItem" : "plainRows"](plan.name));
    return [];
  }
  if (entity.reading.includes(properties.node)) {
    entity.report(rows.location("key"), "bad-reference", findingMessages.endlessRows(plan.name));
    return [];
  }
  entity.reading.push(properties.node);
  try {
    const logic = new LogicDraft({ entity, fields: [], keywords, list: path, around });
    const parent = { at: `${at}/*`, path: `${path}.` };
    const drafts = readFields(logic, parent);
    plan.items = logic.fields;
    plan.schema.items = logic.schema = buildRecordSchema(logic.fields);
    return drafts;
  } finally {
    entity.reading.pop();
  }
}

/** A field as declared in the file. */
interface WrittenField {
  name: string;
  at: string;
  json: Json;
  /** Its keywords, including those of the definition that it references. */
  keywords: ReadonlyMap<string, Json>;
}

/**
 * Creates the plan of a field from its kind and standard keywords. Reports a type other than the kind's. Returns
 * undefined for a field without a kind, which it reports, and for a broken reference, which has already been reported.
 */
function createField(entity: EntityDraft, { name, at, json, keywords }: WrittenField): FieldPlan | undefined {
  const schema = pickStandardKeywords(entity.dialect, keywords);
  const plain = Object.fromEntries([...keywords].map(([keyword, value]) => [keyword, value.value]));
  const items = keywords.get("items");
  if (items)
    plain.items = Object.fromEntries([...readKeywords(items, entity)].map(([keyword, { value }]) => [keyword, value]));
  const named = keywords.get("x-kind");
  // The broken reference has already been reported.
  if (schema.type === undefined && json.get("$ref")) return undefined;
  const kind = named ? entity.kind(String(named.value)) : entity.dialect.kindFor(schema, plain);
  if (!kind) {
    const type = keywords.get("type");
    entity.report(
      type && type.file !== json.file ? type.location() : json.location("key"),
      "no-kind",
      findingMessages.noKind(String(schema.type), schema.format === undefined ? undefined : String(schema.format)),
    );
    return undefined;
  }
  if (kind.schema.type !== undefined && schema.type !== kind.schema.type) {
    const type = keywords.get("type") ?? json;
    entity.report(
      type.location(),
      "wrong-type",
      findingMessages.typeOfKind(kind.name, String(kind.schema.type), String(schema.type)),
    );
  }
  return {
    name,
    at,
    kind: kind.name,
    schema: { ...kind.schema, ...schema },
    required: false,
    readOnly: schema.readOnly === true,
    writeOnly: schema.writeOnly === true,
    sensitive: false,
    once: false,
    local: false,
    messages: [],
  };
}

/** Second pass: reads all keywords of all fields, in the order of the keyword list, then checks their value ranges. */
export function finishFields({ keywords }: Dialect, drafts: readonly FieldDraft[]): void {
  for (const keyword of keywords) {
    if (!keyword.on.includes("field")) continue;
    for (const draft of drafts) {
      const node = draft.keywords.get(keyword.name);
      if (!node) continue;
      const type = String(draft.plan.schema.type);
      if (keyword.types && !keyword.types.includes(type)) {
        draft.entity.report(node.location("key"), "wrong-type", findingMessages.notOfType(keyword.name, type));
      } else if (keyword.ofRecord && draft.inRow) {
        const message = findingMessages.recordField(keyword.name, keyword.ofRecord.instead);
        draft.entity.report(node.location("key"), "record-field", message);
      } else keyword.field?.(node, draft);
    }
  }
  for (const draft of drafts) checkRange(draft);
}
