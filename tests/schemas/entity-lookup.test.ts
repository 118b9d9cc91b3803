/** Entity lookup on which the product's code relies. */
import { expect, it } from "vitest";
import { readSchemas } from "../../server/payments/schemas.ts";

it("returns the entity of the map", () => {
  const schemas = readSchemas("schemas");
  expect(schemas.entity("wallet")).toBe(schemas.entities.get("wallet"));
});

it("names the entity and the file to add if it is missing", () => {
  expect(() => readSchemas("schemas").entity("dragon" as "wallet")).toThrow(
    /no entity dragon: add .*\/entities\/dragon\.json/,
  );
});
