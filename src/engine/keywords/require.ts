import { defineKeyword } from "../schema/keyword.ts";
import {
  conditionExamples,
  conditionSchema,
  readConditions,
  compareConditions,
  explainConditions,
} from "./condition.ts";

/** `x-require`: conditions under which fields are required. */
export const require = defineKeyword({
  name: "x-require",
  on: ["entity", "request", "rows"],
  schema: conditionSchema,
  doc: {
    zh: "字段何时必填（字段到 CEL）；无法判断时不必填。写在列表的 items 里时逐行判断，本行是 row。",
    en: "When a field must be filled (field to CEL); unknown counts as no. In the `items` of a list it is decided row by row: the row is `row`.",
  },
  logic: (keyword, draft) => readConditions(keyword, draft, draft.entity.plan.require),
  compare: compareConditions(
    "require",
    { zh: "必填的条件", en: "when it must be filled" },
    {
      added: "breaking/info",
      changed: "breaking/info",
      removed: "info/warning",
      risk: "control-loosened",
    },
  ),
  explain: explainConditions(
    "require",
    { zh: "必填", en: "must be filled" },
    { zh: "有时必填", en: "must be filled sometimes" },
  ),
  examples: conditionExamples,
});
