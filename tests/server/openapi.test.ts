/**
 * The OpenAPI document: structurally valid, complete according to the call table, and accurate, since the server
 * enforces the documented bodies.
 */
import Ajv2020 from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DIALECT_URL } from "@portolan/engine/compiler";
import { metaSchema } from "../../src/payments/compiler.ts";
import { buildWritableSchema } from "../../server/http/openapi-schema.ts";
import { listGrants } from "../../server/session/grants.ts";
import { startTestServer, type TestServer } from "./server.ts";

type Schema = Record<string, any>;
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Schema>;
  security: unknown[];
  "x-step-up"?: string;
}
interface Document {
  openapi: string;
  info: Schema;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Schema; securitySchemes: Schema };
}

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await startTestServer();
  document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Document;
});
afterAll(() => server.stop());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

it("serves the meta-schema of schema files publicly at its own URL", async () => {
  const response = await fetch(server.url + new URL(DIALECT_URL).pathname);
  expect(response.headers.get("content-type")).toBe("application/schema+json; charset=utf-8");
  expect(await response.json()).toEqual(metaSchema("dialect"));
});

it("omits entities without calls, which no user can reach by any path", async () => {
  const closed = [...server.app.services.schemas.entities.values()]
    .filter(({ calls }) => Object.keys(calls).length === 0)
    .map(({ name }) => name);
  expect(closed).toEqual(["bankStatement", "bankStatementLine", "case"]);
  const named = JSON.stringify(document);
  const { all } = listGrants(server.app.services.schemas);
  const maker = await server.as("maker");
  for (const name of closed) {
    expect(named).not.toContain(`"${name}"`);
    expect(all.filter((grant) => grant.startsWith(name))).toEqual([]);
    for (const call of ["list", "options", "detail", "create", "update", "remove", "export", "import", "park", "solve"])
      for (const method of ["GET", "POST"])
        expect((await maker.call(`${method} /mer/own/${name}/${call}`, {})).status).toBe(404);
  }
});

it("is OpenAPI 3.1 and contains every call once", () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  const inTable = [...server.app.http.table()].flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(
    operations()
      .map(({ path, method }) => `${method.toUpperCase()} ${path}`)
      .toSorted(),
  ).toEqual(inTable.sort());
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const call of [
    "post /mer/login",
    "post /mer/logout",
    "get /mer/menu/role/m",
    "post /mer/other2/checkPassword",
    "get /mer/wallet/one",
    "post /mer/gep/withdraw/apply",
    "post /mer/gep/withdraw/reexamine",
    "get /mer/gep/withdraw/listExport",
    "post /m/sys/order/cancel",
  ]) {
    const [method = "", path = ""] = call.split(" ");
    expect(document.paths[path]?.[method], call).toBeDefined();
  }
});

it("contains only resolvable references, and schemas that compile as JSON Schema 2020-12", () => {
  const text = JSON.stringify(document);
  for (const [, ref = ""] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    const found = ref
      .slice(2)
      .split("/")
      .reduce<Schema | undefined>((at, name) => at?.[name], document as unknown as Schema);
    expect(found, ref).toBeDefined();
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", components: document.components });
  const local = (schema: Schema) =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')) as Schema;
  for (const { operation } of operations()) {
    for (const parameter of operation.parameters ?? []) {
      expect(["query", "header"]).toContain(parameter.in);
      ajv.compile(local(parameter.schema));
    }
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) ajv.compile(local(schema));
    expect(operation.responses["200"]?.description).toBeTruthy();
    expect(operation.responses.default).toEqual({ $ref: "#/components/responses/Refusal" });
    for (const { schema } of Object.values(operation.responses["200"]!.content as Record<string, { schema: Schema }>))
      ajv.compile(local(schema));
  }
  for (const schema of Object.values(document.components.schemas)) ajv.compile(local(schema));
});

it("describes records so that actual responses validate", async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", components: document.components });
  const maker = await server.as("maker");
  for (const { path, method, operation } of operations()) {
    if (method !== "get" || !/\.(list|options)$/.test(operation.operationId)) continue;
    const answer = await maker.call(`GET ${path}`);
    if (answer.code === 4118) continue;
    expect([path, answer.code]).toEqual([path, 2000]);
    const schema = operation.responses["200"]!.content["application/json"].schema as Schema;
    const validate = ajv.compile(
      JSON.parse(JSON.stringify(schema.properties.map).replaceAll('"#/components', '"doc#/components')) as Schema,
    );
    // Lists contain masked values, which need not match a pattern.
    const real = (validate(answer.map), validate.errors ?? []).filter((error) => error.keyword !== "pattern");
    expect([path, real]).toEqual([path, []]);
  }
});

it("documents proof and idempotency headers where the server reads them, and no body of a GET", () => {
  const headersOf = (call: string) => {
    const [method = "", path = ""] = call.split(" ");
    const { parameters = [], responses } = document.paths[path]![method.toLowerCase()]!;
    const asked = parameters
      .filter((parameter) => parameter.in === "header")
      .map(({ name, required }) => (required ? `${name}!` : name));
    return [...asked, ...Object.keys((responses["200"]!.headers ?? {}) as object).map((name) => `< ${name}`)];
  };
  const money = ["Idempotency-Key", "proof", "< Idempotency-Replayed", "< Idempotency-Warning"];
  expect(
    Object.fromEntries(
      [
        "POST /mer/gep/swap/currency/exchange/sure",
        "POST /mer/wallet/batchWithdraw",
        "GET /mer/gep/VCCmanagement/cardNumberDisplay",
        "POST /mer/gep/VCCmanagement/cardNumberDisplay",
        "GET /mer/googleAuth/close",
        "GET /mer/gep/VCCmanagement/cardRecharge",
        "POST /mer/gep/VCCmanagement/cardRecharge",
        "POST /mer/gep/withdraw/apply",
        "POST /mer/gep/withdraw/reexamine",
        "POST /m/sys/order/cancel",
        "POST /mer/own/remitPayee/fromCommon",
        "POST /mer/account/delete",
        "GET /mer/gep/withdraw/page",
        "GET /mer/gep/withdraw/detail",
      ].map((call) => [call, headersOf(call)]),
    ),
  ).toEqual({
    "POST /mer/gep/swap/currency/exchange/sure": money,
    "POST /mer/wallet/batchWithdraw": money,
    "GET /mer/gep/VCCmanagement/cardNumberDisplay": ["proof!"],
    "POST /mer/gep/VCCmanagement/cardNumberDisplay": ["proof!"],
    "GET /mer/googleAuth/close": ["proof!"],
    "GET /mer/gep/VCCmanagement/cardRecharge": ["Idempotency-Key!", ...money.slice(1)],
    "POST /mer/gep/VCCmanagement/cardRecharge": money,
    "POST /mer/gep/withdraw/apply": money,
    "POST /mer/gep/withdraw/reexamine": money,
    "POST /m/sys/order/cancel": money.filter((name) => name !== "proof"),
    "POST /mer/own/remitPayee/fromCommon": ["Idempotency-Key", "< Idempotency-Replayed"],
    "POST /mer/account/delete": ["Idempotency-Key", "< Idempotency-Replayed"],
    "GET /mer/gep/withdraw/page": [],
    "GET /mer/gep/withdraw/detail": [],
  });
  expect(
    operations()
      .filter(({ method, operation }) => method === "get" && operation.requestBody)
      .map(({ path }) => path),
  ).toEqual([]);
  const recharge = document.paths["/mer/gep/VCCmanagement/cardRecharge"]!.get!.parameters!.filter(
    (parameter) => parameter.in === "query",
  );
  expect(recharge.map(({ name, required }) => (required ? `${name}!` : name))).toEqual(
    expect.arrayContaining(["cardId!", "amount!", "remark"]),
  );
});

it("omits read-only fields from request bodies, and is translated to the reader's language", async () => {
  const apply = document.paths["/mer/gep/withdraw/apply"]!.post!.requestBody!.content["application/json"]!.schema;
  expect(Object.keys(apply.properties)).toEqual(expect.arrayContaining(["accountId", "amount"]));
  expect(Object.keys(apply.properties)).not.toContain("status");
  // Documented with the call, because forms need it before a record exists.
  expect(document.paths["/mer/gep/withdraw/apply"]!.post!["x-step-up"]).toBe("pay");
  const english = (await (
    await fetch(`${server.url}/api/openapi.json`, { headers: { "accept-language": "en" } })
  ).json()) as Document;
  expect(english.components.schemas.withdrawal!.properties.amount.title).not.toBe(
    document.components.schemas.withdrawal!.properties.amount.title,
  );
});

it("omits read-only fields from what a client sends, and a list of required fields without any left", () => {
  const number = { type: "string", readOnly: true };
  const schema = { type: "object", properties: { number, name: { type: "string" } } };
  expect(buildWritableSchema({ ...schema, required: ["number", "name"] })).toMatchObject({ required: ["name"] });
  expect(buildWritableSchema({ ...schema, required: ["number"] })).toEqual({
    type: "object",
    properties: { name: { type: "string" } },
  });
});
