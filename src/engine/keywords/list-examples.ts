import type { Keyword } from "../schema/keyword.ts";

/** Examples of `x-list`. */
export const listExamples: Keyword["examples"] = {
  good: [
    {
      value: {
        columns: ["orderNo", "title", "amount"],
        search: ["title"],
        filters: { primary: ["status"], more: ["amount"] },
        sort: "-orderNo",
        sums: ["amount"],
        groups: ["city"],
        views: [{ id: "open", label: { zh: "处理中", en: "Open" }, where: { city: ["a"] } }],
        card: { title: "title", amount: "amount", meta: ["city"] },
        import: { fields: ["title", "amount"], maxRows: "constants.rows" },
      },
    },
    { value: { sort: ["-orderNo", "title"] } },
    { value: { opens: { entity: "title", id: "orderNo", call: "sampleCode" } } },
    {
      value: {
        actions: [
          {
            call: "sampleCode",
            label: { zh: "全部完成", en: "Finish all" },
            said: { zh: "已全部完成", en: "All are finished." },
          },
        ],
      },
    },
  ],
  bad: [
    { value: { columns: ["orderNo", "titel"] }, rule: "unknown-field", suggestion: "title" },
    { value: { column: ["orderNo"] }, rule: "unknown-keyword", suggestion: "columns" },
    { value: { sort: "-titel" }, rule: "unknown-field", suggestion: "title" },
    { value: { sums: ["title"] }, rule: "not-summable" },
    { value: { groups: ["titel"] }, rule: "unknown-field", suggestion: "title" },
    { value: { groups: ["amount"] }, rule: "not-groupable" },
    { value: { search: ["secret"] }, rule: "sensitive" },
    { value: { columns: ["title", "title"] }, rule: "bad-value" },
    { value: { filters: { primary: ["status"], more: ["amount", "status"] } }, rule: "filter-twice" },
    { value: { import: { fields: ["orderNo"], maxRows: 10 } }, rule: "import-read-only" },
    { value: { import: { fields: ["title", "amount"], key: "title", maxRows: 10 } }, rule: "import-lines" },
    {
      value: { import: { fields: ["title"], maxRows: "constants.row" } },
      rule: "unknown-constant",
      suggestion: "rows",
    },
    {
      value: { views: [{ id: "open", label: { zh: "处理中", en: "Open" }, where: { status: ["opn"] } }] },
      rule: "unknown-option",
      suggestion: "open",
    },
    { value: { bulk: ["pas"] }, rule: "unknown-event" },
    { value: { opens: { entity: "titel", id: "orderNo" } }, rule: "unknown-field", suggestion: "title" },
    {
      value: { opens: { entity: "title", id: "orderNo", call: "sampleCod" } },
      rule: "unknown-call",
      suggestion: "sampleCode",
    },
    {
      value: {
        actions: [
          {
            call: "sampleCod",
            label: { zh: "全部完成", en: "Finish all" },
            said: { zh: "已全部完成", en: "All are finished." },
          },
        ],
      },
      rule: "unknown-call",
      suggestion: "sampleCode",
    },
  ],
};
