/** `npm run schemas -- new`: scaffolds an entity with its schema, a valid record, cases and a page. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DIALECT_URL, buildSchemaId } from "@portolan/engine/compiler";
import { compileSchemas } from "../../../server/payments/schemas.ts";
import type { Page } from "@portolan/engine";
import { readCases } from "../cases.ts";
import { suggestCases } from "../suggest.ts";
import { addCases } from "../write-cases.ts";
import { CannotRun, type Command } from "../context.ts";

/** Address of `npm run dev`. */
const AT = "http://127.0.0.1:5173";

export const scaffold: Command = {
  usage: "new NAME…",
  description: "creates a record type to start from: schema, fixtures, page",
  run({ dir, cases, args }) {
    const [given, ...more] = args;
    const name = (given ?? "").replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    if (more.length > 0 || !/^[a-z][A-Za-z0-9]*$/.test(name)) throw new CannotRun("one name, as payeeTag or payee-tag");
    const files = {
      schema: join(dir, `entities/${name}.json`),
      call: join(dir, `calls/${name}.json`),
      pages: join(dir, "pages.json"),
      record: join(cases, name, "valid/first.json"),
    };
    if (existsSync(files.schema) || existsSync(files.call))
      throw new CannotRun(`there is ${existsSync(files.schema) ? "an entity" : "a call"} "${name}" already`);
    const english = name
      .replace(/([A-Z])/g, " $1")
      .toLowerCase()
      .replace(/^./, (letter) => letter.toUpperCase());
    write(files.schema, createSchema(name, english));
    write(files.record, '{ "name": "Sample" }\n');
    write(files.pages, addPage(readFileSync(files.pages, "utf8"), name, english));
    const compiled = compileSchemas(dir).entities.get(name)!;
    addCases(cases, name, "valid/first.json", suggestCases(compiled, readCases(cases, name)!).cases);
    return {
      status: 0,
      text: [
        `schemas/entities/${name}.json  the schema; its Chinese label is still in English`,
        `schemas/pages.json  its page /${name}`,
        `tests/schemas/${name}/  a record that passes, and cases marked for review`,
        "",
        `${AT}/workbench/${name}  edit it, with a preview`,
        `${AT}/${name}  its list`,
        `${AT}/${name}?tab=new  its form`,
        "",
        "Next: npm run schemas -- write, then npm run dev",
      ].join("\n"),
    };
  },
};

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const createSchema = (name: string, english: string) => `{
  "$schema": "${DIALECT_URL}",
  "$id": "${buildSchemaId(`schemas/entities/${name}.json`)}",
  "x-entity": { "name": "${name}", "source": "store", "key": "id" },
  "x-label": { "zh": "${english}", "en": "${english}" },
  "type": "object",
  "properties": {
    "id": { "type": "string", "x-kind": "identifier", "readOnly": true, "x-label": { "zh": "编号", "en": "Number" } },
    "name": { "type": "string", "maxLength": 40, "x-label": { "zh": "名称", "en": "Name" }, "examples": ["Sample"] },
    "createdAt": { "type": "string", "format": "date-time", "readOnly": true, "x-label": { "zh": "创建时间", "en": "Created" } }
  },
  "required": ["name"],
  "x-form": { "sections": [{ "id": "record", "label": { "zh": "${english}", "en": "${english}" }, "fields": ["name"] }], "submit": { "zh": "保存", "en": "Save" } },
  "x-list": { "columns": ["name", "createdAt"], "search": ["name"], "sort": "-createdAt", "export": true }
}
`;

/** Returns the route table with an additional page, under the next free id. */
function addPage(text: string, name: string, english: string): string {
  const ids = (JSON.parse(text) as Page[]).map(({ id }) => Number(/\d+/.exec(id)?.[0] ?? 0));
  const label = `{ "zh": "${english}", "en": "${english}" }`;
  const page = `  {
    "path": "/${name}", "id": "R${Math.max(0, ...ids) + 1}", "label": ${label}, "access": "session",
    "tabs": [
      { "id": "list", "label": { "zh": "列表", "en": "List" }, "entity": "${name}", "show": "list" },
      { "id": "new", "label": { "zh": "新增", "en": "New" }, "entity": "${name}", "show": "create" }
    ]
  }`;
  const end = text.trimEnd().lastIndexOf("]");
  return `${text.slice(0, end).trimEnd()},\n${page}\n]\n`;
}
