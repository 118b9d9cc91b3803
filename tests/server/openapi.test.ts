/** The API document: valid by structure, complete by the call table, and true: what it says of a body is what the server holds. */
import Ajv2020 from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
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
interface Document { openapi: string; info: Schema; paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema>; responses: Schema; securitySchemes: Schema } }

let server: TestServer;
let document: Document;
beforeAll(async () => {
  server = await startTestServer();
  document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Document;
});
afterAll(() => server.stop());

const operations = () => Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));

it("is OpenAPI 3.1 with every call of the table, each id once", () => {
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  const inTable = [...server.app.deps.table()].flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  expect(operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(inTable.sort());
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const call of ["post /mer/login", "post /mer/logout", "get /mer/menu/role/m", "post /mer/other2/checkPassword", "get /mer/wallet/one", "post /mer/gep/withdraw/apply", "post /mer/gep/withdraw/reexamine", "get /mer/gep/withdraw/listExport", "post /m/sys/order/cancel"]) {
    const [method = "", path = ""] = call.split(" ");
    expect(document.paths[path]?.[method], call).toBeDefined();
  }
});

it("refers only to what it has, and every schema compiles as JSON Schema 2020-12", () => {
  const text = JSON.stringify(document);
  for (const [, ref = ""] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    const found = ref.slice(2).split("/").reduce<Schema | undefined>((at, name) => at?.[name], document as unknown as Schema);
    expect(found, ref).toBeDefined();
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", components: document.components });
  const local = (schema: Schema) => JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')) as Schema;
  for (const { operation } of operations()) {
    for (const parameter of operation.parameters ?? []) {
      expect(["query", "header"]).toContain(parameter.in);
      ajv.compile(local(parameter.schema));
    }
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) ajv.compile(local(schema));
    expect(operation.responses["200"]?.description).toBeTruthy();
    expect(operation.responses.default).toEqual({ $ref: "#/components/responses/Refusal" });
    for (const { schema } of Object.values(operation.responses["200"]!.content as Record<string, { schema: Schema }>)) ajv.compile(local(schema));
  }
  for (const schema of Object.values(document.components.schemas)) ajv.compile(local(schema));
});

it("says what a record looks like: real answers fit it", async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "doc", components: document.components });
  const maker = await server.as("maker");
  for (const { path, method, operation } of operations()) {
    if (method !== "get" || !/\.(list|options)$/.test(operation.operationId)) continue;
    const answer = await maker.call(`GET ${path}`);
    if (answer.code === 4118) continue;
    expect([path, answer.code]).toEqual([path, 2000]);
    const schema = operation.responses["200"]!.content["application/json"].schema as Schema;
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema.properties.map).replaceAll('"#/components', '"doc#/components')) as Schema);
    // Lists show masked values, which need not fit a pattern.
    const real = (validate(answer.map), validate.errors ?? []).filter((error) => error.keyword !== "pattern");
    expect([path, real]).toEqual([path, []]);
  }
});

it("offers no read-only field to writers, and speaks the reader's language", async () => {
  const apply = document.paths["/mer/gep/withdraw/apply"]!.post!.requestBody!.content["application/json"]!.schema;
  expect(Object.keys(apply.properties)).toEqual(expect.arrayContaining(["accountId", "amount"]));
  expect(Object.keys(apply.properties)).not.toContain("status");
  // Told with the call, because a form sends it before there is a record to ask about.
  expect(document.paths["/mer/gep/withdraw/apply"]!.post!["x-step-up"]).toBe("pay");
  const english = (await (await fetch(`${server.url}/api/openapi.json`, { headers: { "accept-language": "en" } })).json()) as Document;
  expect(english.components.schemas.withdrawal!.properties.amount.title).not.toBe(document.components.schemas.withdrawal!.properties.amount.title);
});
