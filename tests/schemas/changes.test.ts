/** How each type of change to a small product is reported. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { diffSchemas } from "../../tools/schemas/changes.ts";
import { calls } from "./changes-of-calls.ts";
import { fields } from "./changes-of-fields.ts";
import { lifecycle } from "./changes-of-lifecycle.ts";
import { views } from "./changes-of-views.ts";
import { before, changed, fixturesOf, parcels, unnamed } from "./changes-world.ts";
import { compiled } from "./parcels.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const OPPOSITES = [
  ["sum-removed", "sum-added"],
  ["search-removed", "search-added"],
  ["group-removed", "group-added"],
  ["answer-optional", "answer-always"],
  ["import-removed", "import-added"],
  ["limit-tightened", "limit-loosened"],
  ["required-added", "required-removed"],
  ["gate-added", "gate-removed"],
  ["page-moved", "page-moved"],
];

const table = [...fields, ...lifecycle, ...views, ...calls];

describe("a change of schemas", () => {
  it.each(table)("%s", (_title, edit, at, what, request, response, witness) => {
    const after = compiled(edit);
    const changes = diffSchemas(before, after, fixturesOf);
    const found = changes.find((change) => change.at === at && change.what === what);
    expect(
      found,
      JSON.stringify(
        changes.map((change) => `${change.at} ${change.what} ${change.request}/${change.response}`),
        undefined,
        1,
      ),
    ).toMatchObject({ request, response });
    expect(found!.witness?.after).toBe(witness);
    expect([found!.text.zh, found!.text.en]).not.toContainEqual(expect.stringMatching(/undefined|\[object/));
    expect(found!.location?.file ?? "").toMatch(/^schemas\//);
    // The opposite edit is reported as well.
    const back = diffSchemas(after, before, () => undefined);
    expect(back.length).toBeGreaterThan(0);
    for (const [gone, come] of OPPOSITES) if (what === gone) expect(back.map((change) => change.what)).toContain(come);
  });
  it("is not reported if nothing changed", () => expect(changed(() => undefined)).toEqual([]));
  it("is covered by a case here for every type of change", () => {
    const folders = ["src/engine/keywords", "src/engine/lifecycle", "src/engine/schema", "tools/schemas/changes"];
    const sources = folders
      .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(file, "utf8"));
    const kinds = sources.flatMap((source) => [...source.matchAll(/\bkind: "([a-z-]+)",$/gm)].map(([, kind]) => kind!));
    const told = sources
      .flatMap((source) => [
        ...source.matchAll(/"([a-z-]+)",\s*[`"](?:breaking|warning|info|none|\$\{\w+\})\/\w+[`"]/g),
      ])
      .map(([, what]) => what!)
      .concat(kinds.flatMap((kind) => [`${kind}-removed`, `${kind}-added`]));
    // Types of changes that this small product cannot produce, or that are reported together with a more severe one.
    const beside = new Set([
      "guess-added",
      "lifecycle-added",
      "lifecycle-removed",
      "sum-added",
      "search-added",
      "answer-always",
      "import-added",
      "column-dropped",
      "column-retyped",
      "union-changed",
    ]);
    expect(told.length).toBeGreaterThan(50);
    expect(
      [...new Set(told)].filter((what) => !beside.has(what) && !table.some(([, , , other]) => other === what)),
    ).toEqual([]);
  });
  it("that removes a field is reported once, with its parameter, column and cases", () => {
    const changes = changed((all) => {
      delete all.parcel.properties["note"];
      delete all.parcel["x-require"]["note"];
      unnamed(all, "note");
    });
    expect(
      changes
        .filter(({ request, response }) => request !== "none" || response !== "none")
        .map(({ at, what }) => `${at} ${what}`),
    ).toEqual(["parcel.note field-removed"]);
    expect(changes[0]!.touches).toEqual(
      expect.arrayContaining([
        'tests/schemas/parcel/cases.json:1 "long"',
        "?note= in links and kept views of parcel",
        "column e_parcel.f_note",
      ]),
    );
  });
  it("of a constant names the schemas that use it", () =>
    expect(
      changed(({ constants }) => (constants["most"].value = 500)).find(({ at }) => at === "constants.most")!.touches,
    ).toContain("schemas/entities/parcel.json"));
  it("is reported for the given entities only, and fast", () => {
    const after = compiled(({ parcel, ask, pages }) => {
      parcel.properties["note"]!["maxLength"] = 10;
      ask["access"] = "public";
      pages.pop();
    });
    expect(diffSchemas(before, after, () => parcels, { only: ["parcel"] }).map(({ at }) => at)).toEqual([
      "parcel.note",
    ]);
  });
});
