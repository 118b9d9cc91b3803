import { defineEffect } from "@portolan/engine/compiler";

/** `parties`: keeps the parties of a certification application and their records equal. */
export const parties = defineEffect({
  name: "parties",
  schema: { const: true },
  doc: {
    zh: "认证申请的事件：按申请里的法定代表人、董事、股东、受益人和经办人，新增、修改或移除相关方记录（provider 的事件只补上缺少的）；相关方的事件：把新的证件写回申请，已通过或审核中的申请要等证件审核通过。",
    en: "On an event of a certification application, adds, changes or removes the records of its parties: representative, directors, shareholders, beneficial owner, authorised person or agent; an event of the provider only adds missing ones. On an event of a party, writes its new document back to the application; one that is approved or under review takes only approved documents.",
  },
  read: () => ({ parties: true }),
  compare: [{ member: "parties", words: { zh: "相关方的记录", en: "keeps records of parties" } }],
  examples: {
    good: [{ value: true, at: { on: "certify", from: "open", to: "open", by: "provider" } }],
    bad: [{ value: false, at: { on: "certify", from: "open", to: "open", by: "provider" }, rule: "bad-value" }],
  },
});
