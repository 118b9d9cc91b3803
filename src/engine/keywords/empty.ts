import { defineKeyword } from "../schema/keyword.ts";

/** The keyword `x-empty`. */
export const empty = defineKeyword({
  name: "x-empty",
  on: ["entity"],
  schema: { $ref: "#/$defs/text" },
  doc: {
    zh: "列表还没有任何记录时显示的一句话：说明这里会有什么、怎样开始。有筛选条件时不显示。",
    en: "The sentence of a list that has no records at all: what will be here, and how to begin. Not shown while filters are on.",
  },
  entity: (word, draft) => draft.text("empty", word),
  examples: {
    good: [
      {
        value: { zh: "还没有收款人，付款时也可以当场添加。", en: "No payees yet. You can also add one while paying." },
      },
    ],
    bad: [
      { value: { en: "No payees yet." }, rule: "missing-language" },
      { value: "No payees yet.", rule: "bad-value" },
    ],
  },
});
