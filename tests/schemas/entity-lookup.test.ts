/** The look-up of an entity that the product's code relies on. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readSchemas } from "../../server/payments/schemas.ts";

const dir = mkdtempSync(join(tmpdir(), "schemas-"));
afterAll(() => rmSync(dir, { recursive: true }));

it("returns the entity of the map", () => {
  const schemas = readSchemas("schemas");
  expect(schemas.entity("wallet")).toBe(schemas.entities.get("wallet"));
});

it("names the entity and the file to add where there is none", () => {
  expect(() => readSchemas(dir).entity("wallet")).toThrow(/no entity wallet: add .*\/entities\/wallet\.json/);
});
