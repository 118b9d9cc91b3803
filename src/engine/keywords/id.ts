import { lifecycleMessages } from "../lifecycle/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { buildSchemaId } from "../schema/schema-id.ts";

/** `$id`: absolute URI of the file, derived from its name, for other JSON Schema tools. */
export const id = defineKeyword({
  name: "$id",
  on: ["entity"],
  schema: { type: "string" },
  doc: {
    zh: "文件的绝对地址，其他 JSON Schema 工具据此找到它引用的文件；由文件名决定。",
    en: "The file's absolute address, by which other tools of JSON Schema find the files that it refers to. The file's name decides it.",
  },
  entity(keyword, draft) {
    const expected = buildSchemaId(draft.plan.file);
    if (keyword && keyword.string() !== expected)
      draft.report(keyword.location(), "wrong-id", lifecycleMessages.wrongId(expected), expected);
  },
  compare: null,
  explain: null,
  examples: {
    good: [{ value: buildSchemaId("schemas/entities/sample.json") }],
    bad: [
      { value: 1, rule: "bad-value" },
      {
        value: buildSchemaId("schemas/entities/other.json"),
        rule: "wrong-id",
        suggestion: buildSchemaId("schemas/entities/sample.json"),
      },
    ],
  },
});
