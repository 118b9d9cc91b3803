import { type CallPlan, type Entity, type JsonSchema, type Lang, SUCCESS_CODE } from "@portolan/engine";
import type { Route } from "./call.ts";
import { describeResponseHeaders } from "./openapi-headers.ts";
import { labels, createRef, listRevealable, pickProperties, text } from "./openapi-schema.ts";

/** Returns the 200 response of a call. */
export function describeResponse(route: Route, lang: Lang): Record<string, unknown> {
  const { id, call, entity, response, blob } = route;
  if (call.name === "export" || call.name === "template" || blob)
    return {
      description: "A file.",
      content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
    };
  const map = entity ? buildEntityMap(entity, call) : (response ?? { type: "object" });
  const schema = {
    type: "object",
    required: ["code", "message", "map", "traceId"],
    properties: { code: { const: SUCCESS_CODE }, message: text, map, traceId: text },
  };
  return { description: id, ...describeResponseHeaders(route, lang), content: { "application/json": { schema } } };
}

const groupProperties: JsonSchema = {
  groups: {
    type: "array",
    items: {
      type: "object",
      required: ["value", "count", "sums"],
      properties: {
        value: { type: ["string", "boolean", "null"] },
        count: { type: "integer", minimum: 1 },
        sums: { type: "object" },
      },
    },
  },
  moreGroups: { const: true },
};

const buildListMap = ({ list: { views, groups, periods } }: Entity, list: JsonSchema): JsonSchema => ({
  type: "object",
  required: ["list"],
  properties: {
    list,
    next: text,
    total: { type: "integer" },
    sums: { type: "object" },
    ...(views.length > 0
      ? { viewCounts: { type: "object", additionalProperties: { type: "integer", minimum: 0 } } }
      : {}),
    ...(groups || periods ? groupProperties : {}),
    labels,
  },
});

function buildEntityMap(entity: Entity, call: CallPlan): JsonSchema {
  const list = { type: "array", items: createRef(entity) };
  switch (call.name) {
    case "list":
    case "queue":
      return buildListMap(entity, list);
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
          values: {
            type: "object",
            properties: pickProperties(entity, listRevealable(entity), text),
          },
          receipt: { type: "object" },
          ...(entity.fields.some(({ sealed }) => sealed)
            ? { secrets: { type: "array", items: { type: "string" } } }
            : {}),
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
          record: createRef(entity),
          labels,
          timeline: { type: "array" },
          review: { type: "object" },
          events: { type: "array" },
          receipt: { type: "object" },
        },
      };
    default:
      return {
        type: "object",
        properties: { record: createRef(entity), records: list, fileNo: text, count: { type: "integer" } },
      };
  }
}
