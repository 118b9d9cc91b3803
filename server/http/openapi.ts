/**
 * Machine-readable descriptions: GET /api/openapi.json (OpenAPI 3.1 with JSON Schema 2020-12, generated from the call
 * table), and GET /dialect/1, the meta-schema of the schema files.
 */
import {
  getShortLabel,
  pickText,
  SUCCESS_CODE,
  type CallPlan,
  type EngineTexts,
  type Entity,
  type JsonSchema,
  type Lang,
} from "@portolan/engine";
import { isFailureName } from "../core/failure.ts";
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { failures } from "../../src/contract/failures.ts";
import { DIALECT_URL, buildMetaSchema } from "@portolan/engine/compiler";
import type { CallTable, Route } from "./call.ts";
import type { ProductFacts } from "./services.ts";
import { formatFailure } from "../core/failure-text.ts";
import { readLanguage } from "../core/language.ts";
import type { Schemas } from "@portolan/engine/folder";
import { describeRequest } from "./openapi-request.ts";
import { describeResponse } from "./openapi-response.ts";
import { listProperties } from "./openapi-schema.ts";

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  const made = new WeakMap<Schemas, Map<Lang, { text: string; tag: string }>>();
  app.get("/api/openapi.json", async (request, reply) => {
    const {
      services: { product, schemas },
      table,
    } = app.http;
    const lang = readLanguage(request);
    const cache = made.get(schemas) ?? new Map<Lang, { text: string; tag: string }>();
    made.set(schemas, cache);
    let document = cache.get(lang);
    if (!document) {
      const text = JSON.stringify(buildOpenApiDocument(product, schemas, { table: table(), lang }));
      cache.set(lang, (document = { text, tag: `"${createHash("sha256").update(text).digest("hex").slice(0, 24)}"` }));
    }
    reply.headers({ etag: document.tag, "cache-control": "no-cache", vary: "cookie, accept-language" });
    if (request.headers["if-none-match"] === document.tag) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(document.text);
  });
  app.get(new URL(DIALECT_URL).pathname, async (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .type("application/schema+json; charset=utf-8")
      .send(JSON.stringify(buildMetaSchema(app.http.services.schemas.dialect, "dialect"))),
  );
}

const METHODS = ["GET", "POST"] as const;

export function buildOpenApiDocument(
  { title, description }: ProductFacts,
  schemas: Schemas,
  { table, lang }: { table: CallTable; lang: Lang },
): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [path, methods] of [...table].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const method of METHODS) {
      const route = methods[method];
      if (route) (paths[path] ??= {})[method.toLowerCase()] = buildOperation(route, method, path, lang);
    }
  }
  // Omit entities without calls, because clients cannot reach them.
  const entities = [...schemas.entities.values()].filter(({ calls }) => Object.keys(calls).length > 0);
  return {
    openapi: "3.1.1",
    info: {
      title,
      version: "1",
      description: `${description ? pickText(description, lang) + pickText(GAP, lang) : ""}${pickText(ENVELOPE, lang)}`,
    },
    servers: [{ url: "/api" }],
    tags: entities.map((entity) => ({ name: entity.name, description: entity.text("label", lang) })),
    paths,
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "sid", description: pickText(SESSION, lang).cookie },
        token: { type: "apiKey", in: "header", name: "token", description: pickText(SESSION, lang).token },
        userId: { type: "apiKey", in: "header", name: "userId", description: pickText(SESSION, lang).userId },
      },
      schemas: {
        ...Object.fromEntries(entities.map((entity) => [entity.name, describeEntity(entity, lang)])),
        FieldError: FIELD_ERROR,
      },
      responses: { Refusal: buildRefusalResponse(lang) },
    },
  };
}

function buildOperation(route: Route, method: CallPlan["method"], path: string, lang: Lang): Record<string, unknown> {
  const { call, entity } = route;
  const { parameters, requestBody } = describeRequest(route, method, lang);
  return {
    // OpenAPI has no aliases, so each alias is an operation with its own id.
    operationId: path === call.path && method === call.method ? route.id : `${route.id}@${method} ${path}`,
    ...(entity
      ? { tags: [entity.name], summary: `${entity.text("label", lang)}: ${call.name}` }
      : { summary: call.name }),
    ...(call.access === "public" ? { security: [] } : { security: [{ session: [], token: [], userId: [] }] }),
    "x-access": call.access,
    ...(call.grant ? { "x-grant": call.grant } : {}),
    ...(call.stepUp ? { "x-step-up": call.stepUp } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { "200": describeResponse(route, lang), default: { $ref: "#/components/responses/Refusal" } },
  };
}

/**
 * Returns the entity's schema with its labels as titles. Drops `$id`, because the document's references would be
 * resolved against it.
 */
function describeEntity(entity: Entity, lang: Lang): JsonSchema {
  const { $id: _id, ...record } = entity.schema;
  return { title: entity.text("label", lang), ...record, properties: titleProperties(entity, record, "", lang) };
}

/** Returns the properties of a record or nested object, each with its label as title. */
function titleProperties(entity: Entity, schema: JsonSchema, above: string, lang: Lang): JsonSchema {
  return Object.fromEntries(
    Object.entries(listProperties(schema)).map(([name, inner]) => {
      const path = above + name;
      const title = getShortLabel(entity, path, lang);
      const isObject = entity.objects?.includes(path);
      return [
        name,
        { title, ...inner, ...(isObject && { properties: titleProperties(entity, inner, `${path}.`, lang) }) },
      ];
    }),
  );
}

function buildRefusalResponse(lang: Lang): Record<string, unknown> {
  const codes = Object.keys(failures)
    .filter(isFailureName)
    .map((name) => `- ${failures[name].code} (HTTP ${failures[name].http}): ${formatFailure(name, lang)}`);
  return {
    description: [pickText(REFUSAL, lang), ...codes].join("\n"),
    content: {
      "application/json": {
        schema: {
          type: "object",
          required: ["code", "message", "map", "traceId"],
          properties: {
            code: { type: "integer" },
            message: { type: "string" },
            map: {
              type: "object",
              properties: { errors: { type: "array", items: { $ref: "#/components/schemas/FieldError" } } },
            },
            traceId: { type: "string" },
          },
        },
      },
    },
  };
}

const FIELD_ERROR: JsonSchema = {
  type: "object",
  required: ["at", "code", "params", "message"],
  properties: {
    at: { type: "string", format: "json-pointer" },
    code: { type: "string" },
    params: { type: "object" },
    message: { type: "string" },
  },
};
const GAP: EngineTexts = { zh: "", en: " " };
const ENVELOPE: EngineTexts = {
  zh: `所有回答都是同一信封：code ${SUCCESS_CODE} 为成功，map 为结果。由 schemas/ 生成。`,
  en: `Every answer is one envelope: code ${SUCCESS_CODE} is success, map holds the result. Made from schemas/.`,
};
const SESSION: EngineTexts<{ cookie: string; token: string; userId: string }> = {
  zh: { cookie: "登录时设置的 HttpOnly Cookie", token: "登录返回的 map.token", userId: "登录返回的 map.userId" },
  en: {
    cookie: "HttpOnly cookie set at sign-in",
    token: "map.token of the sign-in",
    userId: "map.userId of the sign-in",
  },
};
const REFUSAL: EngineTexts = { zh: "拒绝：", en: "Refusals:" };
