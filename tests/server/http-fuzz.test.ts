/**
 * Invalid input on every call: no response is a 5xx, lacks the envelope, is slow or leaks internals, and the session
 * remains usable. Half of the bodies are valid except for one field.
 */
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Field, JsonSchema } from "@portolan/engine";
import type { Route } from "../../server/http/call.ts";
import { type Client, startTestServer, type TestServer } from "./server.ts";
import { ENGINE } from "./database-mode.ts";

let server: TestServer;
let maker: Client;
beforeAll(async () => {
  server = await startTestServer({ history: true });
  maker = await server.as("maker");
});
afterAll(() => server.stop());

/** Every run sends the same requests; `npm run live -- many` sends more. */
const SEED = Number(process.env.SEED ?? 20_261_121);
const RUNS = Number(process.env.RUNS ?? (ENGINE === "pglite" ? 1 : 4));

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    -0.1,
    "",
    " ",
    "null",
    "../../etc/passwd",
    "' OR 1=1 --",
    "<img src=x onerror=alert(1)>",
    "=1+1",
    "１２３．４５",
    "\u202e\u200b",
    "9".repeat(400),
    "-1",
    "1e9",
    "0x10",
    "NaN",
    "9999-99-99",
    "2026-02-30T25:61:00Z",
    [],
    {},
    [[]],
    { $gt: "" },
    ["a", 1, null],
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
);
/** Returns a value that the schema of the field may accept. */
function likely(field: Field): fc.Arbitrary<unknown> {
  const samples = field.kind.samples(field);
  const { enum: choices, examples } = field.schema as JsonSchema & { enum?: unknown[]; examples?: unknown[] };
  const all = [...samples, ...(choices ?? []), ...(examples ?? [])];
  return all.length > 0 ? fc.constantFrom(...all) : fc.string();
}
function bodies(route: Route): fc.Arbitrary<Record<string, unknown>> {
  const fields = (route.entity ?? route.request)?.fields ?? [];
  const known = fc.record(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        fc.oneof({ weight: 3, arbitrary: likely(field) }, { weight: 1, arbitrary: nasty }),
      ]),
    ),
    { requiredKeys: [] },
  );
  const words = fc.record(
    {
      id: nasty,
      ids: nasty,
      event: nasty,
      page: nasty,
      size: nasty,
      sort: nasty,
      cursor: nasty,
      q: nasty,
      view: nasty,
      totals: nasty,
      format: nasty,
      cols: nasty,
      version: nasty,
    },
    { requiredKeys: [] },
  );
  return fc
    .tuple(known, words, fc.dictionary(fc.string({ maxLength: 8 }), nasty, { maxKeys: 2 }))
    .map(([a, b, c]) => ({ ...c, ...b, ...a }));
}

it("invalid input causes no server error, slow response or leak of internals", async () => {
  console.log(`seed ${SEED}`);
  let sent = 0;
  for (const [path, methods] of server.app.http.table()) {
    for (const [method, route] of Object.entries(methods)) {
      // Signing out would end the session used by the other calls.
      if (route.id === "logout" || route.accepts.includes("multipart/form-data")) continue;
      await fc.assert(
        fc.asyncProperty(
          bodies(route),
          fc.option(
            fc.string({ maxLength: 20 }).map((text) => encodeURIComponent(text)),
            { nil: undefined },
          ),
          async (body, proof) => {
            const began = Date.now();
            const query = new URLSearchParams(
              Object.entries(body).map(([name, value]) => [
                name,
                typeof value === "string" ? value : JSON.stringify(value),
              ]),
            );
            const headers: Record<string, string> = proof ? { proof } : {};
            const answer =
              method === "GET"
                ? await maker.send("GET", `${path}?${query}`, { headers })
                : await maker.call(`POST ${path}`, body, headers);
            sent++;
            expect(answer.status, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500);
            expect(Date.now() - began).toBeLessThan(10_000);
            if (answer.headers.get("content-disposition")) return;
            expect(answer.traceId).toMatch(/^[0-9a-f]{16}$/);
            expect(answer.message).not.toMatch(/SELECT|INSERT|\.ts:|undefined|\[object/);
          },
        ),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
    }
  }
  expect(sent).toBeGreaterThan(RUNS * 20);
  expect((await maker.call("GET /mer/user/info")).code).toBe(2000);
}, 240_000);

it("arbitrary bytes in place of JSON are rejected without a server error", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const answer = await maker.send("POST", "/mer/account/save", {
        body: Buffer.from(bytes),
        headers: { "content-type": "application/json" },
      });
      expect([4200, 4201, 4000]).toContain(answer.code);
    }),
    { numRuns: 200, seed: SEED },
  );
});
