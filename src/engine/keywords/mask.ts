import { buildList, buildObject } from "../schema/meta-parts.ts";
import type { MaskContext, FieldPlan } from "../model/entity.ts";
import { maskStyles } from "../entity/masking.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareMember } from "../schema/comparison.ts";
import { createReach } from "../schema/explanation.ts";

const PLACES = [
  "list",
  "detail",
  "export",
  "receipt",
  "mail",
  "log",
  "event",
] as const satisfies readonly MaskContext[];

/** `x-mask`: hides part of the value wherever the server returns it, except in the places listed in `whole`. */
export const mask = defineKeyword({
  name: "x-mask",
  on: ["field"],
  types: ["string"],
  schema: buildObject(
    {
      style: { enum: Object.keys(maskStyles) },
      whole: buildList({ enum: PLACES }, { uniqueItems: true }),
      stored: { type: "boolean" },
    },
    ["style"],
  ),
  doc: {
    zh: "由服务器遮盖部分内容，处处如此：style 是方式，whole 是例外，只在这些地方显示全文（list、detail、export、receipt、mail、log、event；detail 也指创建、修改后的回答）。原样送回的遮盖值表示未修改。stored: true 表示保存的就是遮盖后的值，因此可以搜索；在列表中遮盖的其他字段不能搜索。",
    en: "Masked by the server wherever it is shown: `style` is the kind of mask, `whole` names the places that show the full value (`detail` includes the responses of calls that create or change a record). A masked value that is sent back means unchanged. `stored: true`: the stored value is already masked, so it may be searched; other fields that lists mask may not.",
  },
  field(keyword, { plan }) {
    const whole = keyword.get("whole")?.items();
    plan.mask = {
      style: keyword.member("style").string(),
      ...(whole && { whole: whole.map((node) => node.oneOf(PLACES)) }),
      ...(keyword.get("stored")?.value === true && { stored: true }),
    };
  },
  compare: compareMember("mask", {
    words: { zh: "部分遮住", en: "masked" },
    added: "none/breaking",
    removed: "none/warning",
    risk: ["exposure-widened", ({ was, is }) => was.mask !== undefined && showsMore(was.mask, is.mask)],
  }),
  explain: ({ field: { mask: hidden, reveal } }) => {
    if (!hidden) return [];
    const { zh, en } = hidden.whole
      ? { zh: `，${hidden.whole.join("、")} 除外`, en: `, but not in ${hidden.whole.join(", ")}` }
      : { zh: "", en: "" };
    return [
      createReach("mask", {
        zh: `部分遮住${zh}${reveal ? "，支付密码确认后可看全文" : ""}`,
        en: `partly hidden${en}${reveal ? "; whole after the payment password" : ""}`,
      }),
    ];
  },
  examples: {
    good: [
      { value: { style: "account" } },
      { value: { style: "email", whole: ["list", "detail"] } },
      { value: { style: "account", stored: true } },
    ],
    bad: [
      { value: { style: "acount" }, rule: "bad-value", suggestion: "account" },
      { value: { style: "account", whole: ["lists"] }, rule: "bad-value", suggestion: "list" },
    ],
  },
});

type Mask = NonNullable<FieldPlan["mask"]>;

/** Returns whether a mask hides less. Another style counts, because styles have no order. */
const showsMore = (was: Mask, is: Mask | undefined): boolean =>
  is?.style !== was.style || (is.whole ?? []).some((place) => !was.whole?.includes(place));
