/**
 * Compiles a schema file to a plan and texts. Reads no files itself: the build, the server, the command line and tests
 * pass in the source. Validates the structure of the file first (`structure.ts`), then reads its keywords one by one.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { listProjected } from "../entity/columns.ts";
import { readCall, readEndpoint } from "../schema/call-plan.ts";
import { EntityDraft } from "../schema/draft.ts";
import type { CallPlan, EntityPlan, JsonSchema, Lang, Source, Texts } from "../model/entity.ts";
import { findCycles, listComputedFields } from "../entity/computed-fields.ts";
import { compileBranches } from "./branches.ts";
import { convertBranches } from "../schema/branches.ts";
import { finishFields, readFields, createRecordLogic, pickStandardKeywords } from "./fields.ts";
import { compileObjects, nameInnerFields } from "./objects.ts";
import { buildRecordSchema } from "./record-schema.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { hydrateWith } from "../entity/hydrate.ts";
import { checkRecord } from "../entity/check.ts";
import { parseJson, type Json } from "../schema/json.ts";
import type { FieldDraft } from "../schema/field-draft.ts";
import type { Dialect } from "../schema/dialect.ts";
import { LogicDraft } from "../schema/logic-draft.ts";
import type { Library } from "../schema/library.ts";
import { readKeywords } from "./refs.ts";
import { buildSchemaId } from "../schema/schema-id.ts";
import { SchemaErrors, type SchemaError } from "../schema/schema-error.ts";
import { checkStructure } from "./structure.ts";
import type { MetaName } from "./meta.ts";
import { placeMissingFields } from "../schema/missing-fields.ts";
import type { EngineTexts } from "../base/engine-texts.ts";

/** A compiled entity: its plan, its texts in every language, and warnings. */
export interface Compiled {
  plan: EntityPlan;
  texts: Record<Lang, Texts>;
  /** Findings that do not prevent compilation. */
  warnings: readonly SchemaError[];
}
/** A compiled call: its plan, the form of its request, and the schema of its response. */
export interface CompiledCall {
  call: CallPlan;
  /** The request, as an entity with the source `call`. */
  request: Compiled;
  /** Schema of the response's `map`. */
  response: JsonSchema;
  /** Whether the response is a file. */
  blob: boolean;
}

/**
 * Compiles the schema file of an entity.
 * @param file path from the repository root; the file name is the entity's name
 * @throws SchemaErrors with all findings if any is an error, or only with those of the structure if it is invalid
 */
export function compileEntity(dialect: Dialect, file: string, source: string, library: Library): Compiled {
  const json = read(dialect, "entity", file, source);
  const name = removeExtension(file);
  const draft = new EntityDraft({ dialect, file: json, json, library, plan: createEmptyPlan(name, file, "store") });
  const record = createRecordLogic(draft, new Map(json.entries()));
  const fields = readFields(record);
  draft.plan.fields = record.fields;
  addKey(draft, json);
  finishFields(dialect, fields);
  nameInnerFields(draft);
  applyKeywords(draft, { keywords: dialect.keywords, room: "entity", json, fields });
  placeMissingFields(draft, json);
  return finishDraft(draft);
}

/**
 * Compiles a call that belongs to no entity. Its request is compiled like an entity, as a form.
 * @throws SchemaErrors with all findings
 */
export function compileCall(dialect: Dialect, file: string, source: string, library: Library): CompiledCall {
  const json = read(dialect, "call", file, source);
  const name = removeExtension(file);
  const request = json.get("request") ?? json;
  const draft = new EntityDraft({
    dialect,
    file: json,
    json: request,
    library,
    plan: createEmptyPlan(name, file, "call"),
  });
  const cached = json.get("request");
  const record = createRecordLogic(draft, new Map(cached?.entries()));
  const fields = readFields(record);
  draft.plan.fields = record.fields;
  finishFields(dialect, fields);
  applyKeywords(draft, { keywords: dialect.keywords, room: "request", json: cached, fields });
  const response = json.get("response");
  const plain = response ? resolveResponse(response, draft) : { type: "object" };
  const call = readCall(name, json, readEndpoint(json.member("http")), dialect);
  return { call, request: finishDraft(draft), response: plain, blob: json.get("blob")?.value === true };
}

/**
 * Checks the structure of a file that has no plan: contexts, constants, pages, shared definitions. Returns the
 * findings.
 */
export function checkForm(dialect: Dialect, name: MetaName, file: string, source: string): SchemaError[] {
  const { json, findings } = parseJson(file, source);
  return json ? checkStructure(dialect, name, json) : findings;
}

/** Rules that depend on the fields next to a reference, so that only files that use a definition can check them. */
const OF_USERS: ReadonlySet<string> = new Set(["unknown-field", "bad-expression"]);

/**
 * Checks a file of shared definitions: its structure, and each definition as a field. Skips rules that depend on the
 * file that uses a definition.
 */
export function checkShared(dialect: Dialect, file: string, source: string, library: Library): SchemaError[] {
  const form = checkForm(dialect, "shared", file, source);
  const { json } = parseJson(file, source);
  if (form.length > 0 || !json) return form;
  const draft = new EntityDraft({
    dialect,
    file: json,
    json,
    library,
    plan: createEmptyPlan(removeExtension(file), file, "store"),
  });
  const defs = json.get("$defs");
  finishFields(dialect, readFields(createRecordLogic(draft, new Map(defs && [["properties", defs]]))));
  return draft.findings.filter(
    (finding) => finding.file === file && finding.severity === "error" && !OF_USERS.has(finding.rule),
  );
}

/**
 * Returns the parsed content of a file without a plan.
 * @throws SchemaErrors when it is not valid JSON or its structure is invalid
 */
export function parsePlainJson(dialect: Dialect, name: MetaName, file: string, source: string): unknown {
  return read(dialect, name, file, source).value;
}

function read(dialect: Dialect, name: MetaName, file: string, source: string): Json {
  const { json, findings } = parseJson(file, source);
  if (!json) throw new SchemaErrors(findings);
  const broken = checkStructure(dialect, name, json);
  if (broken.length > 0) throw new SchemaErrors(broken);
  return json;
}

const removeExtension = (file: string) => file.replace(/^.*\//, "").replace(/\.json$/, "");

/** Keywords to apply to a record and its fields, with the JSON that contains their values. */
interface KeywordSources {
  keywords: Dialect["keywords"];
  room: "entity" | "request";
  json: Json | undefined;
  fields: readonly FieldDraft[];
}

function applyKeywords(draft: EntityDraft, { keywords, room, json, fields }: KeywordSources): void {
  const record = new LogicDraft({
    entity: draft,
    fields: draft.plan.fields,
    keywords: new Map(json?.entries()),
    list: undefined,
    around: undefined,
  });
  const rows = [...new Set(fields.map(({ logic }) => logic))].filter(({ list }) => list !== undefined);
  for (const keyword of keywords) {
    if (!keyword.on.includes(room)) continue;
    keyword.entity?.(json?.get(keyword.name), draft);
    if (keyword.logic) for (const logic of [record, ...rows]) keyword.logic(logic.keywords.get(keyword.name), logic);
  }
  for (const logic of [record, ...rows]) compileBranches(logic);
  compileObjects(record);
  const branches = convertBranches(record.keywords);
  if (branches) draft.plan.branches = branches;
  draft.finish();
}

function createEmptyPlan(name: string, file: string, source: Source): EntityPlan {
  return {
    name,
    file,
    version: "",
    source,
    key: source === "call" ? "" : "id",
    schema: {},
    fields: [],
    rules: [],
    show: [],
    require: [],
    gates: [],
    contexts: {},
    minorUnits: {},
    form: { sections: [], review: false, draft: false },
    list: {
      columns: [],
      search: [],
      filters: { primary: [], more: [] },
      sort: [],
      sums: [],
      views: [],
      export: false,
      bulk: [],
    },
    detail: { sections: [] },
    actions: [],
    calls: {},
  };
}

const KEY_LABEL: EngineTexts = { zh: "编号", en: "Number" };

/** Adds the key field `id` to an entity that declares neither a key nor a field of that name. */
function addKey(draft: EntityDraft, json: Json): void {
  const { plan } = draft;
  const named = json.get("x-entity")?.get("key");
  if (named || plan.fields.some((field) => field.name === plan.key)) return;
  const id = draft.kind("identifier");
  plan.fields.push({
    name: plan.key,
    at: `/${plan.key}`,
    kind: id.name,
    schema: { ...id.schema, type: "string", readOnly: true },
    required: false,
    readOnly: true,
    writeOnly: false,
    sensitive: false,
    once: false,
    local: false,
    messages: [],
  });
  draft.hidden.add(plan.key);
  draft.defaultText(`field.${plan.key}.label`, KEY_LABEL);
}

function finishDraft(draft: EntityDraft): Compiled {
  const { plan, texts, findings } = draft;
  checkCycles(draft);
  const errors = findings.filter((finding) => finding.severity === "error");
  if (errors.length > 0) throw new SchemaErrors(sortFindings(findings));
  plan.schema = { $id: buildSchemaId(plan.file), ...buildRecordSchema(plan.fields, draft.objects) };
  if (plan.fields.every((field) => !field.items) && !plan.objects) plan.form.flat = true;
  if (plan.objects) for (const call of Object.values(plan.calls)) call.objects = plan.objects;
  plan.minorUnits = readMinorUnits(draft);
  plan.version = hashVersion(draft);
  return { plan, texts, warnings: sortFindings(findings) };
}

const sortFindings = (findings: readonly SchemaError[]) =>
  [...findings].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column));

/** Reports computed fields that depend on themselves. */
function checkCycles(draft: EntityDraft): void {
  for (const path of findCycles(listComputedFields(draft.plan.fields))) {
    const [name = "", ...rest] = path.split(".");
    const field = rest.reduce(
      (json, inner) => (json?.get("items") ?? json)?.get("properties")?.get(inner),
      draft.json.get("properties")?.get(name),
    );
    const keyword = field?.get("x-compute") ?? draft.json;
    draft.report(keyword.location(), "computed-circle", findingMessages.computedCircle(path));
  }
}

/** Returns the minor units of the fixed currencies, or of all currencies when records choose an amount's currency. */
function readMinorUnits(draft: EntityDraft): Record<string, number> {
  const { plan, library } = draft;
  const fields = plan.fields.flatMap((field) => [field, ...(field.items ?? [])]);
  const fixed = fields.some((field) => field.currency && "code" in field.currency);
  // A field whose kind accepts any currency needs all minor units as well, if another field is an amount in a fixed
  // currency.
  const any = fields.some(
    (field) => (field.currency && "field" in field.currency) || (fixed && draft.kind(field.kind).anyCurrency),
  );
  const codes = any
    ? Object.keys(library.currencies)
    : fields.flatMap((field) => (field.currency && "code" in field.currency ? [field.currency.code] : []));
  return Object.fromEntries([...new Set(codes)].map((code) => [code, library.currencies[code]?.minorUnits ?? 2]));
}

/**
 * Returns a hash of everything that storage depends on: the source, the key, and for each stored field its name, kind,
 * column and JSON type, the uses of its column, its uniqueness, and whether it is required.
 */
function hashVersion(draft: EntityDraft): string {
  const { plan } = draft;
  const columns = listProjected(hydrateWith(draft.dialect, plan, {}, { validate: () => true, checkRecord }));
  const stored = plan.fields
    .filter((field) => !field.local)
    .map(({ name, kind, unique, required, schema }) => [
      name,
      kind,
      draft.kind(kind).column,
      schema.type,
      columns.get(name)?.uses.toSorted() ?? [],
      unique ?? null,
      required,
    ])
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([plan.source, plan.key, stored])))).slice(0, VERSION_DIGITS);
}
const VERSION_DIGITS = 16;

/**
 * Returns the schema of a response with its references resolved. Omits the keywords of the dialect, except `x-record`
 * and the standard ones of shared definitions.
 */
function resolveResponse(json: Json, draft: EntityDraft): JsonSchema {
  const keywords = json.get("$ref") ? readKeywords(json, draft) : new Map(json.entries());
  const result: JsonSchema = json.get("$ref") ? pickStandardKeywords(draft.dialect, keywords) : {};
  for (const [name, keyword] of keywords) {
    if (name === "properties")
      result.properties = Object.fromEntries(
        keyword.entries().map(([key, node]) => [key, resolveResponse(node, draft)]),
      );
    else if (name === "items" || (name === "additionalProperties" && keyword.node.type === "object"))
      result[name] = resolveResponse(keyword, draft);
    else if (name === "prefixItems") result[name] = keyword.items().map((item) => resolveResponse(item, draft));
    else if (name === "x-record") result[name] = registerEntity(keyword, draft);
    else if (!name.startsWith("x-") && !name.startsWith("$")) result[name] = keyword.value;
  }
  return result;
}

/** Returns the name of the entity whose record the object represents. Reports unknown entities. */
function registerEntity(keyword: Json, draft: EntityDraft): unknown {
  const { entities } = draft.library;
  if (typeof keyword.value === "string" && !Object.hasOwn(entities, keyword.value))
    draft.reportUnknown(keyword.location(), "entity", keyword.value, Object.keys(entities));
  return keyword.value;
}
