import { buildObject, refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";

/**
 * `x-lookup`: looks up the first characters of the value in a reference list, and fills empty fields from the row
 * found.
 */
export const lookup = defineKeyword({
  name: "x-lookup",
  on: ["field"],
  ofRecord: { instead: "x-options" },
  types: ["string"],
  schema: buildObject(
    {
      list: { type: "string" },
      start: { type: "integer", minimum: 1 },
      says: { type: "string" },
      fills: refs.fieldMap,
    },
    ["list", "start", "fills"],
  ),
  doc: {
    zh: "由开头几位查参照列表：前 start 位是列表的主键，says 是列表中显示在输入框下方的字段，fills 把查到的行填入仍为空的本表字段（本表字段到列表字段）。查不到不算错。",
    en: "Looks up the first characters: the first `start` are the key of a row of the reference list, `says` is the list's field that is then shown below the input, and `fills` (our field to the list's field) fills in our fields that are still empty. A missing row is no error.",
  },
  field(keyword, draft) {
    const { entity, plan } = draft;
    const list = keyword.member("list");
    const theirs = entity.readEntityFields(list);
    if (!theirs) return;
    const fills: Record<string, string> = {};
    for (const [own, their] of keyword.member("fills").entries()) {
      const name = entity.readName(their, "field", theirs);
      const field = draft.sibling(their, own);
      if (theirs.includes(name) && field) fills[field.name] = name;
    }
    const says = keyword.get("says");
    plan.lookup = {
      list: list.string(),
      start: keyword.member("start").integer(),
      ...(says && { says: entity.readName(says, "field", theirs) }),
      fills,
    };
  },
  compare: compareMember("lookup"),
  explain: null,
  examples: {
    good: [
      { value: { list: "sampleCity", start: 6, fills: { city: "name" } } },
      { value: { list: "sampleCity", start: 6, says: "name", fills: {} } },
    ],
    bad: [
      {
        value: { list: "sampleCitty", start: 6, fills: { city: "name" } },
        rule: "unknown-entity",
        suggestion: "sampleCity",
      },
      { value: { list: "sampleCity", start: 6, fills: { city: "nama" } }, rule: "unknown-field", suggestion: "name" },
      { value: { list: "sampleCity", start: 6, says: "nama", fills: {} }, rule: "unknown-field", suggestion: "name" },
      { value: { list: "sampleCity", start: 6, fills: { citty: "name" } }, rule: "unknown-field", suggestion: "city" },
      { value: { list: "sampleCity", start: 0, fills: { city: "name" } }, rule: "bad-value" },
      { value: { list: "sampleCity", fills: { city: "name" } }, rule: "missing-word" },
    ],
  },
});
