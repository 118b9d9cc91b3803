import { buildList, buildMap, buildObject, nonEmpty } from "../schema/meta-parts.ts";
import type { FileFact } from "../model/entity.ts";
import { findingMessages } from "../schema/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { isSame, subtract, type Difference, type FieldPair } from "../schema/comparison.ts";

/** Properties that the server reads from a file. `entries` lists the files of an archive with `name` and `size`. */
const FACTS = ["name", "size", "entries"] as const satisfies readonly FileFact[];

/** `x-file`: an uploaded file, or a list of them, with the accepted types and the maximum size. */
export const file = defineKeyword({
  name: "x-file",
  on: ["field"],
  types: ["string", "array"],
  schema: buildObject(
    {
      accept: buildList({ type: "string", pattern: "^[a-z]+/[a-z0-9.+-]+$|^\\.[a-z0-9]+$" }, { uniqueItems: true }),
      maxBytes: {
        anyOf: [
          { type: "integer", minimum: 1 },
          { type: "string", pattern: "^constants\\.[A-Za-z0-9]+$" },
        ],
      },
      purpose: nonEmpty,
      fills: buildMap({ enum: FACTS }, { minProperties: 1 }),
    },
    ["accept", "maxBytes", "purpose"],
  ),
  doc: {
    zh: "文件：值是文件编号；列表（type: array，items 为 string）可放多个文件，个数用 minItems、maxItems。accept 是允许的类型，maxBytes 是大小上限（可写 constants.名称），purpose 是用途。fills 由服务器按收到的文件填写本记录的只读字段（字段到 name 文件名、size 字节数、entries 压缩包内容：每行 name、size）。",
    en: "A file; the value is its id. A list (`type: array`, `items` of `string`) holds several, as many as `minItems` and `maxItems` say. `accept`: types that may come, `maxBytes`: the size limit (may be `constants.name`), `purpose`: what it is for. `fills`: our read-only fields that the server fills from the file that came (our field to `name`, `size` in bytes, or `entries`: an archive's files, rows of `name` and `size`).",
  },
  field(keyword, draft) {
    const { plan, entity } = draft;
    const fills: Record<string, FileFact> = {};
    for (const [own, fact] of keyword.get("fills")?.entries() ?? []) {
      const field = draft.target(fact, own);
      if (!field) continue;
      if (!field.readOnly) entity.report(fact.location(), "fills-writable", findingMessages.fillsWritable(own));
      else fills[field.name] = fact.oneOf(FACTS);
    }
    plan.file = {
      accept: keyword.member("accept").strings(),
      maxBytes: entity.wholeNumber(keyword.member("maxBytes")),
      purpose: keyword.member("purpose").string(),
      ...(keyword.get("fills") ? { fills } : {}),
    };
    if (!plan.item) return;
    plan.item.file = plan.file;
    const fill = keyword.get("fills");
    if (fill) entity.report(fill.location("key"), "fills-of-several", findingMessages.fillsOfSeveral(plan.name));
  },
  compare: { field: compareFiles },
  explain: null,
  examples: {
    good: [
      { value: { accept: ["application/pdf", "image/jpeg"], maxBytes: 10485760, purpose: "trade" } },
      { value: { accept: [".pdf"], maxBytes: "constants.maxBytes", purpose: "trade" } },
      {
        value: { accept: [".pdf"], maxBytes: 1024, purpose: "trade" },
        with: { type: "array", items: { type: "string" }, maxItems: 5 },
      },
    ],
    bad: [
      { value: { accept: ["pdf"], maxBytes: 1, purpose: "trade" }, rule: "bad-value" },
      {
        value: { accept: [".pdf"], maxBytes: "constants.maxByte", purpose: "trade" },
        rule: "unknown-constant",
        suggestion: "maxBytes",
      },
      {
        value: { accept: [".pdf"], maxBytes: 1, purpose: "trade", fills: { titel: "name" } },
        rule: "unknown-field",
        suggestion: "title",
      },
      { value: { accept: [".pdf"], maxBytes: 1, purpose: "trade", fills: { title: "name" } }, rule: "fills-writable" },
      { value: { accept: [".pdf"], maxBytes: 1, purpose: "trade", fills: { title: "colour" } }, rule: "bad-value" },
      { value: { accept: [".pdf"], purpose: "trade" }, rule: "missing-word" },
      {
        value: { accept: [".pdf"], maxBytes: 1, purpose: "trade", fills: { fee: "size" } },
        with: { type: "array", items: { type: "string" } },
        rule: "fills-of-several",
      },
    ],
  },
});

function* compareFiles(change: FieldPair): Generator<Difference> {
  const [was, is] = [change.was.file, change.is.file];
  if (!was || !is) return;
  const [refused, added] = [subtract(was.accept, is.accept), subtract(is.accept, was.accept)];
  if (was.maxBytes !== is.maxBytes) {
    const words = {
      zh: `文件最大由 ${was.maxBytes} 改为 ${is.maxBytes} 字节`,
      en: `files of at most ${is.maxBytes} bytes instead of ${was.maxBytes}`,
    } as const;
    yield is.maxBytes < was.maxBytes
      ? change.report("x-file", "limit-tightened", "breaking/info", words)
      : change.report("x-file", "limit-loosened", "info/warning", words);
  }
  if (refused.length > 0)
    yield change.report("x-file", "limit-tightened", "breaking/info", {
      zh: `不再接受 ${refused.join("、")}`,
      en: `${refused.join(", ")} are not taken any more`,
    });
  if (added.length > 0)
    yield change.report("x-file", "limit-loosened", "info/warning", {
      zh: `也接受 ${added.join("、")}`,
      en: `${added.join(", ")} are taken too`,
    });
  if (!isSame([was.purpose, was.fills], [is.purpose, is.fills]))
    yield change.report("x-file", "file-changed", "info/info", {
      zh: "文件的用途或由它填写的字段改了",
      en: "the files serve another purpose, or fill other fields",
    });
}
