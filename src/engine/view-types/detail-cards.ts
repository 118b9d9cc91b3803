/** The view type `detailCards`: details that users pass on to others, such as an account to be paid on. */
import { findingMessages } from "../schema/finding-messages.ts";
import { member, type ValueOf } from "../schema/view-members.ts";
import { defineView } from "../schema/view-type.ts";

const { condition, field, fields, link, object, optional, optionalText, text } = member;

const plan = object({
  title: field,
  /** Field with the user's own name for the record. */
  note: optional(field),
  /** Boolean field whose label marks the records where it is true. */
  mark: optional(field),
  /** Status, shown only on records that are not ready. */
  status: field,
  fields,
  /** Condition under which the details are complete and may be passed on. */
  ready: condition,
  /** Set if the details may be sent, as text in either language or as a PDF. */
  share: optional(
    object({
      label: text("share"),
      note: optionalText("share.note"),
    }),
  ),
  main: optional(link("main")),
});
/** Plan of a `detailCards` view. */
export type DetailCardsPlan = ValueOf<typeof plan>;
declare module "../model/entity.ts" {
  interface ViewPlans {
    detailCards: DetailCardsPlan;
  }
}

/** Keywords that the examples need: details are sent as the lines of a fact sheet. */
const SHEET = { "x-receipt": { name: { zh: "账户信息", en: "Account details" }, fields: ["title", "city"] } };

/** `detailCards`: details that users pass on to others. */
export const detailCards = defineView({
  name: "detailCards",
  plan,
  check(keyword, { entity }) {
    const share = keyword.get("share");
    // What is sent are the lines of the receipt.
    entity.later(() => {
      if (share && !entity.plan.receipt)
        entity.report(share.location("key"), "share-without-receipt", findingMessages.shareWithoutReceipt());
    });
  },
  doc: {
    zh: "要发给别人的资料：每条记录一张卡片，标题是 title，旁边是 note 备注名和 mark 标记（布尔字段，为真时显示它的名称），下面是 fields 各项，空的不显示；ready 成立时可以全部复制，还没成立的显示 status 状态。share：发给别人的按钮 label，打开后可选中文或英文的文字，也可下载 PDF；内容是 x-receipt 的各行，末尾加上 note 一句。main：本视图最主要的按钮。",
    en: "Details that are passed on to others: a card per record with its `title`, the user's own `note`, a `mark` (a boolean field, whose label is shown where it is true) and its `fields` without the empty ones. While `ready` holds all of them can be copied; before that the card shows its `status`. `share`: the button `label` opens the details as text in either language, and as a PDF; they are the lines of `x-receipt`, followed by the sentence `note`. `main`: the view's foremost button.",
  },
  examples: {
    good: [
      { value: createExample({}) },
      {
        value: createExample({
          note: "city",
          share: { label: { zh: "发送", en: "Send" }, note: { zh: "请核对。", en: "Check it." } },
          main: { label: { zh: "新增", en: "Add" }, to: "/sample" },
        }),
        with: SHEET,
      },
    ],
    bad: [
      { value: createExample({ title: "titel" }), rule: "unknown-field", suggestion: "title" },
      { value: createExample({ fields: ["city", "citi"] }), rule: "unknown-field", suggestion: "city" },
      { value: createExample({ ready: "self.citi == 'a'" }), rule: "bad-expression", suggestion: "city" },
      { value: createExample({ share: { label: { zh: "发送", en: "Send" } } }), rule: "share-without-receipt" },
      { value: createExample({ marks: "city" }), rule: "unknown-keyword" },
    ],
  },
});

/** Returns a minimal view with some members replaced. */
function createExample(parts: object) {
  return { title: "title", status: "status", fields: ["city"], ready: "self.city != ''", ...parts };
}
