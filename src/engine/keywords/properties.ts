import { buildMap, refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareFields, explainStorage } from "./field-changes.ts";

/** `properties`: the fields by name. `compile/fields.ts` reads it before all other keywords. */
export const properties = defineKeyword({
  name: "properties",
  on: ["entity", "request", "rows", "field"],
  types: ["object"],
  schema: buildMap(refs.field, { propertyNames: refs.name }),
  doc: {
    zh: "字段：名称到规则。字段的一切都写在这里，一处即可。写在 type: object 的字段里，就是嵌套对象的字段：文件其他地方用路径指它，例如 address.city（规则里是 self.address.city），只写 address 表示其中所有字段。表单把它们放在一个带标题的框里；列表、导出和导入中各占一列，叫“地址 › 城市”；收发的 JSON 也是嵌套的。对象里可以再有对象；多行的列表、情形和规则写在记录上。",
    en: 'The fields by name. Everything about a field is defined here, once. In a field of `type: object` they are those of a nested object: elsewhere the file names them by path, `address.city` (in rules `self.address.city`), and `address` alone stands for all of them. A form draws them in a frame with a title; lists, exports and imports have a column for each, "Address › City"; what is sent and answered nests as well. An object may hold objects; lists of rows, branches and rules are the record\'s.',
  },
  compare: { record: compareFields },
  explain: explainStorage,
  examples: {
    good: [
      { value: { title: { type: "string", "x-label": { zh: "标题", en: "Title" } } } },
      {
        value: {
          address: {
            type: "object",
            "x-label": { zh: "地址", en: "Address" },
            properties: {
              country: { type: "string", "x-label": { zh: "国家", en: "Country" } },
              city: { type: "string", "x-label": { zh: "城市", en: "City" } },
            },
            required: ["country"],
          },
        },
      },
    ],
    bad: [
      {
        value: { title: { type: "string", minLenght: 1, "x-label": { zh: "标题", en: "Title" } } },
        rule: "unknown-keyword",
        suggestion: "minLength",
      },
      {
        value: { address: { type: "object", "x-label": { zh: "地址", en: "Address" }, properties: {} } },
        rule: "nested-object",
      },
      {
        value: {
          address: {
            type: "object",
            "x-label": { zh: "地址", en: "Address" },
            "x-once": true,
            properties: { city: { type: "string", "x-label": { zh: "城市", en: "City" } } },
          },
        },
        rule: "nested-object",
      },
      { value: { "the title": { type: "string", "x-label": { zh: "标题", en: "Title" } } }, rule: "bad-value" },
    ],
  },
});
