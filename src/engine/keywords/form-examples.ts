/** Examples of `x-form`. */
import type { Keyword } from "../schema/keyword.ts";

export const formExamples: Keyword["examples"] = {
  good: [
    {
      value: {
        sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["title", ["amount", "city"]] }],
        review: true,
        draft: true,
        submit: { zh: "提交", en: "Send" },
        confirm: { zh: "提交 {amount}", en: "Send {amount}" },
      },
    },
    { value: { review: true } },
    { value: { last: ["title", "city"] } },
    {
      value: {
        minutes: 4,
        steps: [
          {
            id: "who",
            label: { zh: "对方", en: "Party" },
            sections: [{ id: "name", fields: ["title"] }],
            call: "sampleCode",
          },
          {
            id: "sum",
            label: { zh: "金额", en: "Amount" },
            sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: [["amount", "city"]] }],
          },
        ],
      },
    },
  ],
  bad: [
    {
      value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["titel"] }] },
      rule: "unknown-field",
      suggestion: "title",
    },
    {
      value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["title", "title"] }] },
      rule: "field-twice",
    },
    { value: { sections: [{ id: "all", label: { zh: "全部" }, fields: ["title"] }] }, rule: "missing-language" },
    {
      value: { sections: [{ id: "all", label: { zh: "全部", en: "All" }, fields: ["city"] }] },
      with: { required: ["title"] },
      rule: "required-not-asked",
    },
    {
      value: {
        steps: [
          {
            id: "one",
            label: { zh: "一", en: "One" },
            sections: [{ id: "a", fields: ["title"] }],
            call: "sampleCod",
          },
          { id: "two", label: { zh: "二", en: "Two" }, sections: [{ id: "b", fields: ["city"] }] },
        ],
      },
      rule: "unknown-call",
      suggestion: "sampleCode",
    },
    {
      value: {
        steps: [
          { id: "one", label: { zh: "一", en: "One" }, sections: [{ id: "a", fields: ["title"] }] },
          {
            id: "two",
            label: { zh: "二", en: "Two" },
            sections: [{ id: "b", fields: ["city"] }],
            call: "sampleCode",
          },
        ],
      },
      rule: "last-step-call",
    },
    {
      value: {
        steps: [
          { id: "one", label: { zh: "一", en: "One" }, sections: [{ id: "a", fields: ["title"] }] },
          { id: "two", label: { zh: "二", en: "Two" }, sections: [{ id: "b", fields: ["title"] }] },
        ],
      },
      rule: "field-twice",
    },
    {
      value: {
        steps: [
          { id: "one", label: { zh: "一", en: "One" }, sections: [{ id: "a", fields: ["title"] }] },
          { id: "two", label: { zh: "二", en: "Two" }, sections: [{ id: "b", fields: ["city"] }] },
        ],
        sections: [{ id: "c", fields: ["amount"] }],
      },
      rule: "sections-and-steps",
    },
    {
      value: {
        sections: [
          { id: "a", fields: ["title"] },
          { id: "a", fields: ["city"] },
        ],
      },
      rule: "section-twice",
    },
    { value: { lists: { city: { as: "grid" } } }, rule: "grid-without-rows" },
    { value: { said: { zh: "已保存", en: "It is saved." } }, rule: "said-of-a-record" },
    {
      value: { confirm: { zh: "提交 {amont}", en: "Send {amount}" } },
      rule: "unknown-placeholder",
      suggestion: "amount",
    },
    { value: { last: ["titel"] }, rule: "unknown-field", suggestion: "title" },
    { value: { preview: true }, rule: "unknown-keyword", suggestion: "review" },
  ],
};
