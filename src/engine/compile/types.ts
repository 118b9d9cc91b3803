/**
 * Generates TypeScript declarations from compiled schemas: records as read and as written, requests and responses of
 * calls.
 */
import { pickLanguage } from "../base/engine-texts.ts";
import { isObject } from "../base/guards.ts";
import type { Runtime } from "../model/dialect.ts";
import { findFieldName } from "../entity/objects.ts";
import { findFileField } from "../entity/transitions.ts";
import type { JsonSchema, EntityPlan, FieldPlan, Lang, Texts } from "../model/entity.ts";

/** An entity or a call's request to declare, with the labels that become comments. */
interface DescribedEntity {
  plan: EntityPlan;
  texts: Record<Lang, Texts>;
}
interface DescribedCall {
  request: DescribedEntity;
  response: JsonSchema;
  /** Whether the response is a file. */
  blob: boolean;
}
type KindLookup = Runtime["kind"];
/** Compiled schemas by name, with the kinds of their dialect. */
export interface DescribedSchemas {
  kind: KindLookup;
  entities: ReadonlyMap<string, DescribedEntity>;
  calls: ReadonlyMap<string, DescribedCall>;
}

/** Parts of an entity that determine which fields every row has. Plans and hydrated entities both have them. */
type RowShape = Pick<EntityPlan, "source" | "key" | "show" | "union" | "lifecycle"> & {
  fields: readonly Pick<FieldPlan, "name" | "required" | "currency" | "writeOnly" | "sealed" | "local">[];
};

/** The engine's own row sources. Rows of any other source have all their fields. */
const OWN_SOURCES: ReadonlySet<string> = new Set(["store", "system", "union", "data", "call"]);
/** Fields that the server sets on create, where the entity declares them. */
const STAMPS: ReadonlySet<string> = new Set(["createdAt", "updatedAt"]);
/** Fields of a union that the server fills in, so that they need no mapping. */
const UNION_FIELDS: ReadonlySet<string> = new Set(["entity", "turn"]);
/** Types of `model/wire.ts` that declarations may refer to. */
const WIRE_TYPES = [
  "EventRequest",
  "FileEventRequest",
  "FileResponse",
  "ImportRequest",
  "ImportResponse",
  "ListRequest",
  "ListResponse",
  "OptionsResponse",
  "Patch",
  "PlainDetailResponse",
  "PrintResponse",
  "DetailResponse",
  "RecordRequest",
  "RecordResponse",
  "RecordsResponse",
  "RemoveResponse",
  "RevealRequest",
  "RevealResponse",
  "SelectionRequest",
] as const;

/**
 * Returns the source of a module that declares `Entities`, if there are any, and `Calls`. `wire` is the import path of the wire types.
 * `registers`: whether the program's calls and entities are these.
 * @example
 * const module = writeTypes(schemas, "@portolan/engine");
 */
export function writeTypes(schemas: DescribedSchemas, wire: string, { registers = true } = {}): string {
  const { entities, calls, kind } = schemas;
  const plans = new Map([...entities].map(([name, { plan }]) => [name, plan]));
  const body = [
    ...[...entities].flatMap(([name, entity]) => [
      writeRecordType(kind, toPascalCase(name), entity, presentFields(entity.plan, plans)),
      ...(entity.plan.calls["create"] ? [writeInputType(kind, name, entity)] : []),
    ]),
    ...[...calls].flatMap(([name, call]) => [
      writeRecordType(kind, `${toPascalCase(name)}Request`, call.request),
      ...(call.blob ? [] : [`export type ${toPascalCase(name)}Response = ${writeSchemaType(call.response)};`]),
    ]),
    ...(entities.size > 0
      ? [
          `/** Records by entity: \`row\` as it is read, \`input\` of a create, \`patch\` of an update. */\nexport interface Entities {\n${[...entities].map(([name, { plan }]) => `  ${name}: ${writeEntityEntry(plan)};`).join("\n")}\n}`,
        ]
      : []),
    `/** Calls by name: those of \`schemas/calls\`, and those of each entity as \`entity.call\`. */\nexport interface Calls {\n${[
      ...calls,
    ]
      .map(([name, { blob }]) => writeDeclaredEntry(name, blob))
      .concat([...entities.values()].flatMap(({ plan }) => writeEntityCalls(plan)))
      .map((line) => `  ${line};`)
      .join("\n")}\n}`,
    ...(registers
      ? [
          `declare module ${JSON.stringify(wire)} {\n  interface Register {\n    entities: Entities;\n    calls: Calls;\n  }\n}`,
        ]
      : []),
  ].join("\n\n");
  const used = WIRE_TYPES.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return [
    "/** Generated from `schemas/` by `npm run schemas -- types`; not edited by hand. Amounts are decimal strings, instants ISO strings in UTC. */",
    ...(used.length > 0 ? [`import type { ${used.join(", ")} } from ${JSON.stringify(wire)};`] : []),
    body,
    "",
  ].join("\n\n");
}

/**
 * Returns the type of a record or request, with the labels as comments. `present` names the fields that are never
 * absent, by default the required ones.
 * @example
 * const declaration = writeRecordType(dialect.kind, "Issue", { plan, texts: { zh: texts, en: texts } });
 */
export function writeRecordType(
  kind: KindLookup,
  name: string,
  { plan, texts }: DescribedEntity,
  present: ReadonlySet<string> = listRequiredFields(plan),
): string {
  const words = pickLanguage(texts, "en") ?? {};
  const isRow = plan.source !== "call";
  const label = isRow ? `${writeComment(words.label ?? plan.name)}.` : `Request of the call \`${plan.name}\`.`;
  const fields = plan.fields.filter((field) => (isRow ? !isUnread(field) : !field.local));
  return declare({ kind, name, label, plan }, fields, words, present);
}

/**
 * Returns the names of the fields that are present in every row that is read.
 * @example
 * const present = presentFields(plan, new Map());
 */
export function presentFields(shape: RowShape, entities: ReadonlyMap<string, RowShape>): ReadonlySet<string> {
  const { source, key, fields, union: members, lifecycle } = shape;
  const readable = fields.filter((field) => !isUnread(field));
  if (!OWN_SOURCES.has(source)) return new Set(readable.map(({ name }) => name));
  if (members) return presentInUnion(shape, members, entities);
  const required = listRequiredFields(shape);
  const axes = new Set(lifecycle ? [lifecycle.field, ...(lifecycle.also ?? [])] : []);
  const isPresent = (name: string) => name === key || required.has(name) || axes.has(name) || STAMPS.has(name);
  return new Set(readable.flatMap(({ name }) => (isPresent(name) ? [name] : [])));
}

/**
 * Returns the fields that are present in every row of a union: the key, `entity` and `turn`, those that every member
 * sets or maps to a field that it always has, and the currencies of such amounts.
 */
function presentInUnion(
  { key, fields }: RowShape,
  members: NonNullable<EntityPlan["union"]>,
  entities: ReadonlyMap<string, RowShape>,
): ReadonlySet<string> {
  const isMapped = (name: string) =>
    members.every(({ entity, map, set }) => {
      if (set?.[name] !== undefined) return true;
      const member = entities.get(entity);
      const own = map[name];
      if (member === undefined || own === undefined) return false;
      const present = presentFields(member, entities);
      return [own].flat().some((field) => present.has(field));
    });
  const mapped = fields.filter(({ name }) => isMapped(name));
  const currencies = mapped.flatMap(({ currency }) => (currency && "field" in currency ? [currency.field] : []));
  const given = fields.flatMap(({ name }) => (UNION_FIELDS.has(name) ? [name] : []));
  return new Set([key, ...given, ...mapped.map(({ name }) => name), ...currencies]);
}

/** Returns the required fields that are always shown. */
function listRequiredFields({ fields, show }: Pick<RowShape, "fields" | "show">): ReadonlySet<string> {
  const hidden = new Set(show.map(({ field }) => field));
  return new Set(fields.flatMap(({ name, required }) => (required && !hidden.has(name) ? [name] : [])));
}

/** Returns whether a field is never included in records that are read. */
const isUnread = ({ writeOnly, sealed, local }: RowShape["fields"][number]) => writeOnly || sealed === true || local;

function writeInputType(kind: KindLookup, name: string, { plan, texts }: DescribedEntity): string {
  const words = pickLanguage(texts, "en") ?? {};
  // The copies of an inline reference may be sent instead of its key.
  const inline = plan.fields.filter(({ ref }) => ref?.inline);
  const copies = new Set(inline.flatMap(({ ref }) => Object.keys(ref?.copies ?? {})));
  const fields = plan.fields.filter((field) => (!field.readOnly || copies.has(field.name)) && !field.local);
  const label = `What creates a record of \`${plan.name}\`.`;
  const required = listRequiredFields(plan);
  const present = new Set([...required].filter((own) => !inline.some((field) => field.name === own)));
  return declare({ kind, name: `${toPascalCase(name)}Input`, label, plan }, fields, words, present);
}

interface Declared {
  kind: KindLookup;
  name: string;
  label: string;
  plan: Pick<EntityPlan, "schema" | "show">;
}

function declare(
  { kind, name, label, plan }: Declared,
  fields: readonly FieldPlan[],
  texts: Texts,
  present: ReadonlySet<string>,
): string {
  const members = [...new Set(fields.map((field) => findFieldName(field.name)))];
  const lines = members.map((own) => {
    const field = fields.find((field) => field.name === own);
    const member = field ? writeMember(kind, field, present.has(own)) : writeObject({ kind, plan, fields }, own);
    return `  /** ${writeComment(texts[`field.${own}.label`] ?? own)} */\n  ${member};`;
  });
  return lines.length === 0
    ? `/** ${label} */\nexport type ${name} = Record<string, never>;`
    : `/** ${label} */\nexport type ${name} = {\n${lines.join("\n")}\n};`;
}

const writeComment = (text: string) => text.replaceAll("*/", "* /");
const writeMember = (kind: KindLookup, field: FieldPlan, present: boolean) =>
  `${field.name}${present ? "" : "?"}: ${writeFieldType(kind, field)}`;

/**
 * Writes the member for a nested object. A member of the object is mandatory if the object requires it and no condition
 * hides it; the object itself is mandatory if it is required and has a mandatory member.
 */
function writeObject(
  { kind, plan, fields }: Pick<Declared, "kind" | "plan"> & { fields: readonly FieldPlan[] },
  path: string,
): string {
  const steps = path.split(".");
  const inside = fields.filter((field) => field.name.startsWith(`${path}.`));
  const own = [...new Set(inside.map((field) => `${path}.${findFieldName(field.name.slice(path.length + 1))}`))];
  const members = own.map((name) => {
    const field = inside.find((field) => field.name === name);
    return field
      ? writeMember(kind, { ...field, name: name.slice(path.length + 1) }, isPresentInside(plan, name))
      : writeObject({ kind, plan, fields }, name);
  });
  const isPresent = isPresentInside(plan, path) && own.some((name) => isPresentInside(plan, name));
  return `${steps.at(-1)}${isPresent ? "" : "?"}: { ${members.join("; ")} }`;
}

/** Returns whether the record or the enclosing object requires a member, and no condition hides it. */
function isPresentInside({ schema, show }: Pick<EntityPlan, "schema" | "show">, path: string): boolean {
  const steps = path.split(".");
  const around = steps.slice(0, -1).reduce<unknown>((inner, step) => getProperty(inner, step), schema);
  const required = isObject(around) ? around["required"] : undefined;
  return Array.isArray(required) && required.includes(steps.at(-1)) && !show.some(({ field }) => field === path);
}

const getProperty = (schema: unknown, name: string): unknown =>
  isObject(schema) && isObject(schema["properties"]) ? schema["properties"][name] : undefined;

function writeFieldType(kind: KindLookup, field: FieldPlan): string {
  if (field.items) {
    const { required = [] }: JsonSchema = isObject(field.schema["items"]) ? field.schema["items"] : {};
    const isPresent = ({ name }: FieldPlan) => Array.isArray(required) && required.includes(name);
    return `{ ${field.items.map((item) => writeMember(kind, item, isPresent(item))).join("; ")} }[]`;
  }
  if (field.item) {
    const item = writeFieldType(kind, field.item);
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  const values = field.schema["enum"];
  return Array.isArray(values) ? writeUnion(values) : kind(field.kind).tsType;
}

function writeEntityEntry({ name, calls }: EntityPlan): string {
  const input = calls["create"] ? `${toPascalCase(name)}Input` : "never";
  const patch = calls["update"] && calls["create"] ? `Patch<${toPascalCase(name)}Input>` : "never";
  return `{ row: ${toPascalCase(name)}; input: ${input}; patch: ${patch} }`;
}

const writeEntry = (name: string, request: string, response: string) =>
  `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: { request: ${request}; response: ${response} }`;

const writeDeclaredEntry = (name: string, blob: boolean) =>
  writeEntry(name, `${toPascalCase(name)}Request`, blob ? "FileResponse" : `${toPascalCase(name)}Response`);

/** Returns the declarations of an entity's calls. A call without a predefined name fires events. */
function writeEntityCalls(plan: EntityPlan): string[] {
  const row = toPascalCase(plan.name);
  const key = JSON.stringify(plan.key);
  const known: Record<string, readonly [request: string, response: string]> = {
    list: [`ListRequest<${row}>`, `ListResponse<${row}>`],
    queue: [`ListRequest<${row}>`, `ListResponse<${row}>`],
    options: [`ListRequest<${row}>`, `OptionsResponse<${row}>`],
    detail: [`RecordRequest<${key}>`, `${plan.lifecycle ? "DetailResponse" : "PlainDetailResponse"}<${row}>`],
    create: [`${row}Input`, `RecordResponse<${row}>`],
    update: [`RecordRequest<${key}> & Entities[${JSON.stringify(plan.name)}]["patch"]`, `RecordResponse<${row}>`],
    remove: ["SelectionRequest", "RemoveResponse"],
    export: [`ListRequest<${row}>`, "FileResponse"],
    template: ["Record<string, never>", "FileResponse"],
    import: ["ImportRequest", "ImportResponse"],
    print: [`RecordRequest<${key}>`, "PrintResponse"],
    reveal: [`RevealRequest<${row}>`, `RevealResponse<${row}>`],
  };
  return Object.values(plan.calls).map((call) => {
    const [request, response] = known[call.name] ?? [writeEventRequest(plan, call.events), `RecordsResponse<${row}>`];
    return writeEntry(`${plan.name}.${call.name}`, request, response);
  });
}

/**
 * Returns the request type of a call that fires events: the records, the event when there are several, and the fields
 * of the events.
 */
function writeEventRequest(plan: EntityPlan, events: readonly string[]): string {
  const transitions = (plan.lifecycle?.transitions ?? []).filter(({ on }) => events.includes(on));
  const brought = new Set(transitions.flatMap(({ needs, takes }) => [...needs, ...(takes ?? [])]));
  const names = [...brought].filter((name) => plan.fields.some((field) => field.name === name && !isUnread(field)));
  const file = events.some((event) => plan.list.bulk.includes(event)) ? findFileField(plan) : undefined;
  const ofFile = file === undefined ? "" : ` & FileEventRequest & { ${file}?: string }`;
  return `EventRequest<${writeUnion(events)}, ${names.length > 0 ? `Pick<${toPascalCase(plan.name)}, ${writeUnion(names)}>` : "unknown"}>${ofFile}`;
}

/** Returns the type name of an entity or a call: `bankAccount` -> `BankAccount`. */
const toPascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
/** Returns the union of literal types: `"a" | "b"`. */
const writeUnion = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(" | ");

/**
 * Returns the type of a schema: that named by `x-record`, literal types for `enum` and `const`, otherwise that of
 * `type`. An object without `properties` becomes a `Record`, and a schema with none of these becomes `unknown`.
 */
function writeSchemaType(schema: JsonSchema): string {
  if (typeof schema["x-record"] === "string") return toPascalCase(schema["x-record"]);
  if (Array.isArray(schema["enum"])) return writeUnion(schema["enum"]);
  if ("const" in schema) return JSON.stringify(schema["const"]);
  switch (schema["type"]) {
    case "array": {
      const { prefixItems } = schema;
      if (Array.isArray(prefixItems))
        return `readonly [${prefixItems.map((prefixItem: unknown) => (isObject(prefixItem) ? writeSchemaType(prefixItem) : "unknown")).join(", ")}]`;
      const items = isObject(schema["items"]) ? writeSchemaType(schema["items"]) : "unknown";
      return /^[\w{[][^| ]*$|^\{[^|]*\}$/.test(items) ? `readonly ${items}[]` : `readonly (${items})[]`;
    }
    case "integer":
      return "number";
    case "object":
      return writeObjectType(schema);
    case "string":
    case "boolean":
    case "null":
      return schema["type"];
    default:
      return "unknown";
  }
}

function writeObjectType({ properties, required, additionalProperties }: JsonSchema): string {
  if (!isObject(properties))
    return `Record<string, ${isObject(additionalProperties) ? writeSchemaType(additionalProperties) : "unknown"}>`;
  const present = new Set<unknown>(Array.isArray(required) ? required : []);
  const members = Object.entries(properties).map(
    ([name, item]) => `${name}${present.has(name) ? "" : "?"}: ${isObject(item) ? writeSchemaType(item) : "unknown"}`,
  );
  return members.length === 0 ? "Record<string, never>" : `{ ${members.join("; ")} }`;
}
