/** Parameters and request bodies in the OpenAPI document. */
import {
  pickText,
  type CallPlan,
  findColumn,
  findFileField,
  type Entity,
  type JsonSchema,
  type Lang,
  PAGE_SIZES,
  toParameter,
} from "@portolan/engine";
import type { Route } from "./call.ts";
import { HEADERS, describeHeaders } from "./openapi-headers.ts";
import {
  listProperties,
  createQueryParameter,
  listRequired,
  listRevealable,
  pickProperties,
  relaxProperties,
  text,
  buildCreationSchema,
  buildWritableSchema,
  type Parameter,
} from "./openapi-schema.ts";

interface RequestContent {
  parameters: Parameter[];
  requestBody?: Record<string, unknown>;
}

const buildBody = (schema: JsonSchema, type = "application/json") => ({
  required: true,
  content: { [type]: { schema } },
});

/** Returns the parameters, headers and body of a call that is sent by this method. */
export function describeRequest(route: Route, method: CallPlan["method"], lang: Lang): RequestContent {
  const { parameters, ...rest } = describeContent(route, method, lang);
  return { parameters: [...parameters, ...describeHeaders(route, method, lang)], ...rest };
}

interface EntityCall {
  entity: Entity;
  call: CallPlan;
  method: CallPlan["method"];
  lang: Lang;
}

function describeContent(route: Route, method: CallPlan["method"], lang: Lang): RequestContent {
  const { call, entity, request } = route;
  if (request) return convertSchema(describeDigests(request), method);
  if (!entity) return buildFileRequest(route);
  const describe = CONTENT[call.name] ?? describeAction;
  return describe({ entity, call, method, lang });
}

const buildObject = (properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  ...(required.length > 0 ? { required } : {}),
  properties,
});

/** Functions that describe the parameters and body of generic entity calls, by call name. */
const CONTENT: Readonly<Record<string, (call: EntityCall) => RequestContent>> = {
  list: ({ entity, lang }) => ({ parameters: listParameters(entity, lang) }),
  queue: ({ entity, method, lang }) => {
    const parameters = listParameters(entity, lang).map(({ name, schema }) => [String(name), schema]);
    return convertSchema({ type: "object", properties: Object.fromEntries(parameters) }, method);
  },
  export: ({ entity, lang }) => ({
    parameters: [...listParameters(entity, lang), ...buildExportParameters(entity, lang)],
  }),
  options: ({ entity, lang }) => ({
    parameters:
      entity.source === "data"
        ? listChoiceParameters(entity, lang)
        : listParameters(entity, lang).filter(({ name }) => name !== "totals" && name !== "viewCounts"),
  }),
  detail: ({ entity }) => ({ parameters: [{ ...createQueryParameter(entity.key, text), required: true }] }),
  create: ({ entity, method }) => convertSchema({ ...buildCreationSchema(entity), ...entity.branches }, method),
  update: ({ entity, method }) => {
    const fields = relaxProperties(listProperties(buildWritableSchema(entity.schema)));
    return convertSchema(
      buildObject({ version: { type: "integer" }, ...fields, [entity.key]: text }, [entity.key]),
      method,
    );
  },
  remove: ({ method }) => convertSchema(buildObject(buildSelection()), method),
  template: () => ({ parameters: [] }),
  reveal: ({ entity, method }) => {
    const fields = { type: "array", minItems: 1, items: { enum: listRevealable(entity) } };
    return convertSchema(buildObject({ id: text, fields, receipt: { const: true } }, ["id"]), method);
  },
  print: ({ method }) => convertSchema(buildObject({ id: text }, ["id"]), method),
  import: ({ entity, method }) => convertSchema(buildImportBody(entity), method),
};

/** Describes a call that fires events: the records, the event, and its required and optional fields. */
function describeAction({ entity, call, method }: EntityCall): RequestContent {
  return convertSchema(
    buildObject({
      ...buildSelection(),
      event: { enum: call.events },
      ...listNeeds(entity, call),
      ...buildFileSelection(entity, call),
    }),
    method,
  );
}

/** Returns the parameters of an export besides those of its list. */
function buildExportParameters(entity: Entity, lang: Lang): Parameter[] {
  return [
    createQueryParameter("format", { enum: ["xlsx", "csv"] }),
    createQueryParameter("cols", text),
    createQueryParameter("ids", text),
    createQueryParameter("excel", { enum: ["1", "0"] }),
    ...(entity.calls["reveal"] ? [createQueryParameter("whole", { enum: ["1"] }, pickText(HEADERS.whole, lang))] : []),
  ];
}

/** Returns the request schema, in which each password is the base64 of its SHA-256. */
function describeDigests(request: Entity): JsonSchema {
  const schema = buildWritableSchema(request.schema);
  const secret = Object.fromEntries(
    request.fields
      .filter((field) => field.digest)
      .map(({ name }) => [name, { type: "string", pattern: "^[A-Za-z0-9+/]{43}=$" }]),
  );
  return { ...schema, properties: { ...listProperties(schema), ...secret } };
}

function convertSchema(schema: JsonSchema, method: CallPlan["method"]): RequestContent {
  const required = listRequired(schema);
  if (method === "POST") return { parameters: [], requestBody: buildBody(schema) };
  return {
    parameters: Object.entries(listProperties(schema)).map(([name, field]) => ({
      ...createQueryParameter(name, field),
      required: required.includes(name),
    })),
  };
}

/**
 * Returns the schema of an import's body. Without rows, the call returns the file's status. With `check`, it validates
 * the rows; otherwise it imports them.
 */
function buildImportBody(entity: Entity): JsonSchema {
  const { fields = [], maxRows = 0 } = entity.list.import ?? {};
  const record = {
    type: "object",
    properties: pickProperties(entity, fields),
  };
  const find = { type: "object", additionalProperties: { type: "object", additionalProperties: text } };
  const row = {
    type: "object",
    required: ["line", "record"],
    properties: { line: { type: "integer", minimum: 1 }, record, find },
  };
  return {
    type: "object",
    required: ["fileHash"],
    properties: {
      fileHash: { type: "string", pattern: "^[0-9a-f]{64}$" },
      run: { type: "integer", minimum: 1 },
      check: { type: "boolean" },
      rows: { type: "array", minItems: 1, maxItems: maxRows, items: row },
    },
  };
}

const buildSelection = () => ({ id: text, ids: { type: "array", items: text } });

/** Describes how an imported file's waiting records are named, if its number is stored and the call decides several. */
function buildFileSelection(entity: Entity, call: CallPlan): Record<string, JsonSchema> {
  const file = findFileField(entity);
  if (file === undefined || !call.events.some((event) => entity.list.bulk.includes(event))) return {};
  const sums = { type: "object", additionalProperties: { type: "string" } };
  return { [file]: text, count: { type: "integer", minimum: 1 }, sums };
}

function listNeeds(entity: Entity, call: CallPlan): Record<string, JsonSchema> {
  const names = (entity.lifecycle?.transitions ?? [])
    .filter((transition) => call.events.includes(transition.on))
    .flatMap((transition) => [...transition.needs, ...(transition.takes ?? [])]);
  return Object.fromEntries(names.map((name) => [name, listProperties(entity.schema)[name] ?? text]));
}

function listParameters(entity: Entity, lang: Lang): Parameter[] {
  const filters = entity.fields.filter((field) => findColumn(entity, field.name));
  const groups = [...(entity.list.groups ?? []), ...(entity.list.periods ?? [])];
  return [
    createQueryParameter("page", { type: "integer", minimum: 1 }),
    createQueryParameter("size", { enum: [...PAGE_SIZES] }),
    createQueryParameter("sort", text),
    createQueryParameter("cursor", text),
    createQueryParameter("q", text),
    createQueryParameter("totals", { enum: ["1"] }),
    ...(groups.length > 0 ? [createQueryParameter("group", { enum: groups })] : []),
    ...(entity.list.views.length > 0
      ? [
          createQueryParameter("view", { enum: entity.list.views.map((view) => view.id) }),
          createQueryParameter("viewCounts", { enum: ["1"] }),
        ]
      : []),
    ...filters.map((field) => createQueryParameter(toParameter(field.name), text, entity.label(field.name, lang))),
  ];
}

/** Returns the parameters of a reference list: search text, page size, and fields that filter by exact value. */
function listChoiceParameters(entity: Entity, lang: Lang): Parameter[] {
  const fields = entity.fields.filter((field) => findColumn(entity, field.name));
  return [
    createQueryParameter("q", text),
    createQueryParameter("size", { type: "integer", minimum: 1 }),
    ...fields.map((field) => createQueryParameter(toParameter(field.name), text, entity.label(field.name, lang))),
  ];
}

function buildFileRequest({ call }: Route): RequestContent {
  if (call.method === "GET") return { parameters: [{ ...createQueryParameter("id", text), required: true }] };
  const schema = {
    type: "object",
    required: ["purpose", "file"],
    properties: { purpose: text, file: { type: "string", format: "binary" } },
  };
  return { parameters: [], requestBody: buildBody(schema, "multipart/form-data") };
}
