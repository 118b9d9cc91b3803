/** What a call takes and gives, as OpenAPI says it. */
import {
  type CallPlan,
  columnOf,
  type Entity,
  type JsonSchema,
  type Lang,
  PAGE_SIZES,
  parameterOf,
} from "../../src/engine/index.ts";
import type { Route } from "./call.ts";
import {
  KEY_HEADER,
  movesMoney,
  needsKey,
  needsProof,
  PROOF_HEADER,
  REPLAYED_HEADER,
  takesKey,
  takesProof,
  TICKET_HEADER,
  WARNING_HEADER,
} from "./call-headers.ts";

type Parameter = Record<string, unknown>;
const text: JsonSchema = { type: "string" };
/** Words of what the rows refer to: by field, by value. */
const labels: JsonSchema = { type: "object", additionalProperties: { type: "object", additionalProperties: text } };
const query = (name: string, schema: JsonSchema, description?: string): Parameter => ({
  name,
  in: "query",
  schema,
  ...(description ? { description } : {}),
});
const body = (schema: JsonSchema, type = "application/json") => ({ required: true, content: { [type]: { schema } } });
const refTo = (entity: Entity): JsonSchema => ({ $ref: `#/components/schemas/${entity.name}` });

/** Parameters, headers and body of a call as it is sent by this method. */
export function requestOf(
  route: Route,
  method: CallPlan["method"],
  lang: Lang,
): { parameters: Parameter[]; requestBody?: Record<string, unknown> } {
  const { parameters, ...rest } = contentOf(route, method, lang);
  return { parameters: [...parameters, ...headersOf(route, method, lang)], ...rest };
}

/** The headers that the call takes beyond the session's. */
function headersOf(route: Route, method: CallPlan["method"], lang: Lang): Parameter[] {
  const header = (name: string, required: boolean, description: string): Parameter => ({
    name,
    in: "header",
    required,
    schema: text,
    description,
  });
  return [
    ...(takesKey(route) ? [header(spelt(KEY_HEADER), needsKey(route, method), HEADERS.key[lang])] : []),
    ...(takesProof(route) ? [header(PROOF_HEADER, needsProof(route), HEADERS.proof[lang])] : []),
    ...(route.call.name === "export" ? [header(spelt(TICKET_HEADER), false, HEADERS.ticket[lang])] : []),
  ];
}

/** Headers of the 200 answer. */
function answerHeaders(route: Route, lang: Lang): Record<string, unknown> {
  if (!takesKey(route)) return {};
  const named = { [spelt(REPLAYED_HEADER)]: { description: HEADERS.replayed[lang], schema: { const: "true" } } };
  return {
    headers: movesMoney(route)
      ? { ...named, [spelt(WARNING_HEADER)]: { description: HEADERS.warning[lang], schema: { const: "missing" } } }
      : named,
  };
}

/** Returns a header in its usual case: `Idempotency-Key`. */
const spelt = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Fields that the call `reveal` tells whole. */
const told = ({ fields }: Entity): string[] => fields.filter(({ reveal }) => reveal === true).map(({ name }) => name);

const HEADERS: Record<"key" | "proof" | "replayed" | "ticket" | "warning" | "whole", Record<Lang, string>> = {
  whole: {
    zh: "完整账号：被遮盖的内容以全文写入文件，需要 proof。",
    en: "Full account numbers: what is covered stands whole in the file; needs a proof.",
  },
  key: {
    zh: "1 到 200 个可见 ASCII 字符。同一用户 48 小时内用同一个键重复发送同一请求，只执行一次，得到第一次的回答；没有键时，2 秒内的相同请求只算一次。",
    en: "1 to 200 visible ASCII characters. The same call of the same user under the same key happens once within 48 hours and gets the first answer; without a key, equal calls within 2 seconds are one.",
  },
  ticket: {
    zh: "给这份导出起的名字：排队时可凭它查询 GET /mer/own/export/line。同一用户一次只生成一份，其余依次等待。",
    en: "Names this export, so that GET /mer/own/export/line can say whether it waits: a user has one at a time, the others wait in line.",
  },
  proof: {
    zh: "POST /mer/other2/checkPassword 给出的凭证：只对这个请求和这份内容有效，2 分钟内使用一次。",
    en: "From POST /mer/other2/checkPassword: good for exactly this call and body, once, within 2 minutes.",
  },
  replayed: { zh: "这是同一个键的第一次回答。", en: "This is the first answer under the same key." },
  warning: {
    zh: "动用资金的请求没有带 Idempotency-Key。",
    en: "The call moves money and came without an Idempotency-Key.",
  },
};

function contentOf(
  route: Route,
  method: CallPlan["method"],
  lang: Lang,
): { parameters: Parameter[]; requestBody?: Record<string, unknown> } {
  const { call, entity, request } = route;
  if (request) return fromSchema(digests(request), method);
  if (!entity) return fileRequest(route);
  switch (call.name) {
    case "list":
      return { parameters: listParameters(entity, lang) };
    case "queue":
      return fromSchema(
        {
          type: "object",
          properties: Object.fromEntries(
            listParameters(entity, lang).map(({ name, schema }) => [String(name), schema]),
          ),
        },
        method,
      );
    case "export":
      return {
        parameters: [
          ...listParameters(entity, lang),
          query("format", { enum: ["xlsx", "csv"] }),
          query("cols", text),
          query("ids", text),
          query("excel", { enum: ["1", "0"] }),
          ...(entity.calls["reveal"] ? [query("whole", { enum: ["1"] }, HEADERS.whole[lang])] : []),
        ],
      };
    case "options":
      return {
        parameters:
          entity.source === "data"
            ? choiceParameters(entity, lang)
            : listParameters(entity, lang).filter(({ name }) => name !== "totals"),
      };
    case "detail":
      return { parameters: [{ ...query(entity.key, text), required: true }] };
    case "create":
      return fromSchema(wire(entity.schema), method);
    case "update":
      return fromSchema(
        {
          type: "object",
          required: [entity.key],
          properties: { version: { type: "integer" }, ...properties(wire(entity.schema)), [entity.key]: text },
        },
        method,
      );
    case "remove":
      return fromSchema({ type: "object", properties: selection() }, method);
    case "template":
      return { parameters: [] };
    case "reveal":
      return fromSchema(
        {
          type: "object",
          required: ["id"],
          properties: {
            id: text,
            fields: { type: "array", minItems: 1, items: { enum: told(entity) } },
            receipt: { const: true },
          },
        },
        method,
      );
    case "print":
      return fromSchema({ type: "object", required: ["id"], properties: { id: text } }, method);
    case "import":
      return fromSchema(importBody(entity), method);
    default:
      return fromSchema(
        { type: "object", properties: { ...selection(), event: { enum: call.events }, ...needs(entity, call) } },
        method,
      );
  }
}

/** The 200 answer of a call. */
export function responseOf(route: Route, lang: Lang): Record<string, unknown> {
  const { id, call, entity, response, blob } = route;
  if (call.name === "export" || call.name === "template" || blob)
    return {
      description: "A file.",
      content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
    };
  const map = entity ? entityMap(entity, call) : (response ?? { type: "object" });
  const schema = {
    type: "object",
    required: ["code", "message", "map", "traceId"],
    properties: { code: { const: 2000 }, message: text, map, traceId: text },
  };
  return { description: id, ...answerHeaders(route, lang), content: { "application/json": { schema } } };
}

function entityMap(entity: Entity, call: CallPlan): JsonSchema {
  const list = { type: "array", items: refTo(entity) };
  switch (call.name) {
    case "list":
    case "queue":
      return {
        type: "object",
        required: ["list"],
        properties: { list, next: text, total: { type: "integer" }, sums: { type: "object" }, labels },
      };
    case "options":
      return { type: "object", required: ["list"], properties: { list } };
    case "import":
      return {
        type: "object",
        properties: { batch: { type: "object" }, rows: { type: "array", items: { type: "object" } } },
      };
    case "reveal":
      return {
        type: "object",
        required: ["values"],
        properties: {
          values: { type: "object", properties: Object.fromEntries(told(entity).map((name) => [name, text])) },
          receipt: { type: "object" },
        },
      };
    case "print":
      return { type: "object", required: ["print"], properties: { print: { type: "integer", minimum: 1 } } };
    case "remove":
      return { type: "object", required: ["removed"], properties: { removed: { type: "array", items: text } } };
    case "detail":
      return {
        type: "object",
        required: ["record"],
        properties: {
          record: refTo(entity),
          labels,
          timeline: { type: "array" },
          events: { type: "array" },
          receipt: { type: "object" },
        },
      };
    default:
      return { type: "object", properties: { record: refTo(entity), records: list } };
  }
}

/** Passwords travel as base64 of a SHA-256. */
function digests(request: Entity): JsonSchema {
  const schema = wire(request.schema);
  const secret = Object.fromEntries(
    request.fields
      .filter((field) => field.digest)
      .map(({ name }) => [name, { type: "string", pattern: "^[A-Za-z0-9+/]{43}=$" }]),
  );
  return { ...schema, properties: { ...properties(schema), ...secret } };
}

/** What a client may send of a schema: no read-only fields. */
function wire(schema: JsonSchema): JsonSchema {
  const open = Object.fromEntries(Object.entries(properties(schema)).filter(([, field]) => field.readOnly !== true));
  const required = ((schema.required ?? []) as string[]).filter((name) => name in open);
  return { ...schema, properties: open, ...(required.length > 0 ? { required } : {}) };
}
const properties = (schema: JsonSchema) => (schema.properties ?? {}) as Record<string, JsonSchema>;

function fromSchema(
  schema: JsonSchema,
  method: CallPlan["method"],
): { parameters: Parameter[]; requestBody?: Record<string, unknown> } {
  const required = (schema.required ?? []) as string[];
  if (method === "POST") return { parameters: [], requestBody: body(schema) };
  return {
    parameters: Object.entries(properties(schema)).map(([name, field]) => ({
      ...query(name, field),
      required: required.includes(name),
    })),
  };
}

/** Without rows: how the file stands. With `check`: what is wrong with the rows. Else the rows are started. */
function importBody(entity: Entity): JsonSchema {
  const { fields = [], maxRows = 0 } = entity.list.import ?? {};
  const record = {
    type: "object",
    properties: Object.fromEntries(fields.map((name) => [name, properties(entity.schema)[name] ?? text])),
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
const selection = () => ({ id: text, ids: { type: "array", items: text } });

function needs(entity: Entity, call: CallPlan): Record<string, JsonSchema> {
  const names = (entity.lifecycle?.transitions ?? [])
    .filter((transition) => call.events.includes(transition.on))
    .flatMap((transition) => [...transition.needs, ...(transition.takes ?? [])]);
  return Object.fromEntries(names.map((name) => [name, properties(entity.schema)[name] ?? text]));
}

function listParameters(entity: Entity, lang: Lang): Parameter[] {
  const filters = entity.fields.filter((field) => columnOf(entity, field.name));
  return [
    query("page", { type: "integer", minimum: 1 }),
    query("size", { enum: [...PAGE_SIZES] }),
    query("sort", text),
    query("cursor", text),
    query("q", text),
    query("totals", { enum: ["1"] }),
    ...(entity.list.views.length > 0 ? [query("view", { enum: entity.list.views.map((view) => view.id) })] : []),
    ...filters.map((field) => query(parameterOf(field.name), text, entity.text(`field.${field.name}.label`, lang))),
  ];
}

/** A reference list's options: words, a size, and fields that choose exactly their value. */
function choiceParameters(entity: Entity, lang: Lang): Parameter[] {
  const fields = entity.fields.filter((field) => columnOf(entity, field.name));
  return [
    query("q", text),
    query("size", { type: "integer", minimum: 1 }),
    ...fields.map((field) => query(parameterOf(field.name), text, entity.text(`field.${field.name}.label`, lang))),
  ];
}

function fileRequest({ call }: Route): { parameters: Parameter[]; requestBody?: Record<string, unknown> } {
  if (call.method === "GET") return { parameters: [{ ...query("id", text), required: true }] };
  const schema = {
    type: "object",
    required: ["purpose", "file"],
    properties: { purpose: text, file: { type: "string", format: "binary" } },
  };
  return { parameters: [], requestBody: body(schema, "multipart/form-data") };
}
