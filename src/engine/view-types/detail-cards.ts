/** The view type `detailCards`: details that users pass on to others, such as an account to be paid on. */
import { findingMessages } from "../schema/finding-messages.ts";
import { defineView, type ViewDraft, type ViewLink, VIEW_LINK } from "../schema/view-type.ts";
import type { Expression } from "../model/expression.ts";
import type { JsonSchema } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";

/** Plan of a `detailCards` view. Text keys below `views.<id>.`: `share`, `share.note`, `main`. */
export interface DetailCardsPlan {
  title: string;
  /** Field with the user's own name for the record. */
  note?: string;
  /** Boolean field whose label marks the records where it is true. */
  mark?: string;
  /** Status, shown only on records that are not ready. */
  status: string;
  fields: string[];
  /** Condition under which the details are complete and may be passed on. */
  ready: Expression | undefined;
  /** Set if the details may be sent, as text in either language or as a PDF. */
  share?: { note?: true };
  main?: ViewLink;
}
declare module "../model/entity.ts" {
  interface ViewPlans {
    detailCards: DetailCardsPlan;
  }
}

const name: JsonSchema = { $ref: "#/$defs/name" };
const text: JsonSchema = { $ref: "#/$defs/text" };
/** Keywords that the examples need: details are sent as the lines of a fact sheet. */
const SHEET = { "x-receipt": { name: { zh: "账户信息", en: "Account details" }, fields: ["title", "city"] } };

/** `detailCards`: details that users pass on to others. */
export const detailCards = defineView({
  name: "detailCards",
  schema: {
    required: ["title", "status", "fields", "ready"],
    properties: {
      title: name,
      note: name,
      mark: name,
      status: name,
      fields: { $ref: "#/$defs/names" },
      ready: { $ref: "#/$defs/cel" },
      share: {
        type: "object",
        required: ["label"],
        properties: { label: text, note: text },
        additionalProperties: false,
      },
      main: VIEW_LINK,
    },
  },
  doc: {
    zh: "要发给别人的资料：每条记录一张卡片，标题是 title，旁边是 note 备注名和 mark 标记（布尔字段，为真时显示它的名称），下面是 fields 各项，空的不显示；ready 成立时可以全部复制，还没成立的显示 status 状态。share：发给别人的按钮 label，打开后可选中文或英文的文字，也可下载 PDF；内容是 x-receipt 的各行，末尾加上 note 一句。main：本视图最主要的按钮。",
    en: "Details that are passed on to others: a card per record with its `title`, the user's own `note`, a `mark` (a boolean field, whose label is shown where it is true) and its `fields` without the empty ones. While `ready` holds all of them can be copied; before that the card shows its `status`. `share`: the button `label` opens the details as text in either language, and as a PDF; they are the lines of `x-receipt`, followed by the sentence `note`. `main`: the view's foremost button.",
  },
  read(keyword, view) {
    const [note, mark, share, main] = ["note", "mark", "share", "main"].map((word) => keyword.get(word));
    return {
      title: view.fieldName(keyword.member("title")),
      ...(note ? { note: view.fieldName(note) } : {}),
      ...(mark ? { mark: view.fieldName(mark) } : {}),
      status: view.fieldName(keyword.member("status")),
      fields: keyword
        .member("fields")
        .items()
        .map((item) => view.fieldName(item)),
      ready: view.entity.expression(keyword.member("ready"), "bool"),
      ...(share ? { share: readShare(share, view) } : {}),
      ...(main ? { main: view.link("main", main) } : {}),
    };
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

/** Reads `share`. Reports an entity without `x-receipt`, whose lines are what is sent. */
function readShare(keyword: Json, view: ViewDraft): { note?: true } {
  view.text("share", keyword.get("label"));
  view.text("share.note", keyword.get("note"));
  view.entity.later(() => {
    if (!view.entity.plan.receipt)
      view.entity.report(keyword.location("key"), "share-without-receipt", findingMessages.shareWithoutReceipt());
  });
  return keyword.get("note") ? { note: true } : {};
}

/** Returns a minimal view with some members replaced. */
function createExample(parts: object) {
  return { title: "title", status: "status", fields: ["city"], ready: "self.city != ''", ...parts };
}
