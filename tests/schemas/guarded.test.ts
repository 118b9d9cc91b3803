/**
 * Every limit in a schema is covered by a fixture: the schema is mutated by removing each limit, shifting it by one
 * step in either direction or inverting it, and each time at least one case must fail.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compileSchemas } from "../../server/payments/schemas.ts";
import { listCaseNames, readCases } from "../../tools/schemas/cases.ts";
import { createMutations, findUndetectedMutations } from "../../tools/schemas/mutations.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const { entities, calls } = compileSchemas(fileURLToPath(new URL("../../schemas", import.meta.url)));
const folders = listCaseNames(here).filter((name) => existsSync(join(here, name, "cases.json")));

it("every form with a limit has cases", () => {
  const filled = [
    ...[...entities.values()].map(({ plan }) => plan).filter((plan) => plan.calls.create ?? plan.calls.update),
    ...[...calls.values()].map(({ request }) => request.plan),
  ];
  const without = filled
    .filter(({ name }) => !folders.includes(name))
    .filter((plan) => !createMutations(plan).next().done);
  expect(without.map(({ name }) => `tests/schemas/${name}/cases.json`)).toEqual([]);
});

describe.each(folders)("%s", (folder) => {
  it("has a case for every limit", () => {
    const open = findUndetectedMutations(entities.get(folder) ?? calls.get(folder)!.request, readCases(here, folder)!);
    if (open.length > 0)
      expect.fail(
        `tests/schemas/${folder}/cases.json has no case that notices:\n${open.map(({ what }) => `  ${what}`).join("\n")}`,
      );
  });
});
