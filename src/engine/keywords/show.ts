import { defineKeyword } from "../schema/keyword.ts";
import {
  conditionExamples,
  conditionSchema,
  readConditions,
  compareConditions,
  explainConditions,
} from "./condition.ts";

/** `x-show`: conditions under which fields are displayed. Hidden fields are neither validated nor sent. */
export const show = defineKeyword({
  name: "x-show",
  on: ["entity", "request", "rows"],
  schema: conditionSchema,
  doc: {
    zh: "字段何时显示（字段到 CEL）。不显示的不检查、不发送，草稿保留其值；无法判断时不显示。写在列表的 items 里时逐行判断，本行是 row，列表外一层的行是 parent。",
    en: "When a field is shown (field to CEL). A hidden field is neither checked nor sent, but its draft is kept; unknown counts as no. In the `items` of a list it is decided row by row: the row is `row`, the row around a list in a list `parent`.",
  },
  logic(keyword, draft) {
    readConditions(keyword, draft, draft.entity.plan.show);
    for (const [name] of keyword?.entries() ?? []) draft.relax(name);
  },
  compare: compareConditions(
    "show",
    { zh: "显示的条件", en: "when it is shown" },
    {
      added: "info/info",
      changed: "warning/info",
      removed: "info/info",
    },
  ),
  explain: explainConditions("show", { zh: "显示", en: "is shown" }),
  examples: conditionExamples,
});
