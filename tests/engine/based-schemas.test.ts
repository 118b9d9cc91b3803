/** A product's folder on top of the schemas of a package, whose texts have more languages than the product. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSchemas } from "@portolan/engine/folder";
import { core, createDialect, createEngine, SchemaErrors } from "@portolan/engine/compiler";

const root = mkdtempSync(join(tmpdir(), "portolan-base-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(folder: string, files: Record<string, unknown>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, folder, name)), { recursive: true });
    writeFileSync(join(root, folder, name), typeof content === "string" ? content : JSON.stringify(content));
  }
  return join(root, folder);
}

const entity = (name: string, label: object, unit?: object) => ({
  "x-entity": { name, source: "store", key: "id", number: name.slice(0, 2).toUpperCase() },
  "x-label": label,
  ...(unit && { "x-unit": unit }),
  type: "object",
  properties: {
    id: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": label },
    name: { type: "string", "x-label": label },
  },
  required: ["name"],
  "x-list": { columns: ["id", "name"], sort: "name" },
});
const page = (path: string, id: string, label: object, name: string) => ({
  path,
  id,
  label,
  view: { entity: name, show: "list" },
});
const both = { zh: "通知", en: "Notice" };
const base = {
  languages: ["zh", "en"],
  dir: write("base", {
    "entities/notice.json": entity("notice", both, { zh: "条", en: "notices", one: "notice" }),
    "entities/issue.json": entity("issue", { zh: "问题", en: "Issue of the base" }),
    "pages.json": [page("/notices", "R1", both, "notice"), page("/issues", "R2", both, "issue")],
    "contexts.json": { user: { types: { name: "string" } } },
  }),
};
const engine = createEngine(
  createDialect({
    vocabularies: [core],
    languages: ["en"],
    zone: { name: "UTC", offsetMinutes: 0 },
    tenant: undefined,
    path: (name: string, call: string) => `/${name}/${call}`,
    access: { levels: ["public"], default: "public" },
    stepUps: [],
    actors: {},
  }),
);
const own = {
  "entities/issue.json": entity("issue", { en: "Issue" }),
  "pages.json": JSON.stringify([page("/issues", "R3", { en: "Issues" }, "issue")], undefined, 2),
};

describe("schemas on a base", () => {
  const schemas = readSchemas(write("own", own), { engine, base });

  it("have the base's files, and their own where both have one", () => {
    expect([...schemas.entities.keys()]).toEqual(["issue", "notice"]);
    expect(schemas.entities.get("issue")?.text("label", "en")).toBe("Issue");
  });
  it("have the base's pages after their own, except those of the same path", () => {
    expect(schemas.pages.map(({ path, id }) => [path, id])).toEqual([
      ["/issues", "R3"],
      ["/notices", "R1"],
    ]);
    expect(Object.keys(schemas.contexts)).toEqual(["user"]);
  });
  it("have the base's texts in their own languages alone", () => {
    expect(schemas.entities.get("notice")?.text("label", "en")).toBe("Notice");
    expect(schemas.entities.get("notice")?.text("unit", "en")).toBe("notices");
    expect(JSON.stringify(schemas.pages)).not.toContain("通知");
  });
  it("reject a language that the product does not have in its own files, at their own position", () => {
    const pages = own["pages.json"].replace('"Issues"', '"Issues", "zh": "问题"');
    const read = () => readSchemas(write("two", { ...own, "pages.json": pages }), { engine, base });
    expect(read).toThrow(SchemaErrors);
    const line = pages.slice(0, pages.indexOf('"zh"')).split("\n").length;
    expect(findFindings(read)).toMatchObject([{ file: "two/pages.json", rule: "unknown-keyword", line }]);
  });
});

function findFindings(work: () => unknown): readonly unknown[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof SchemaErrors) return error.findings;
    throw error;
  }
}
