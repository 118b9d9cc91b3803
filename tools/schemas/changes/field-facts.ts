/** What adding and removing a keyword of a field means for writers and readers, with the texts to report. */
import type { FieldPlan } from "../../../src/engine/index.ts";
import type { Level } from "./change.ts";

/** Levels of adding and removing each field keyword, with the texts to report. */
export const FACTS: Partial<
  Record<
    keyof FieldPlan,
    {
      keyword: string;
      come: [Level, Level];
      go: [Level, Level];
      zh: [come: string, go: string];
      en: [come: string, go: string];
    }
  >
> = {
  unique: {
    keyword: "x-unique",
    come: ["breaking", "none"],
    go: ["info", "warning"],
    zh: ["不得重复", "可以重复"],
    en: ["no value twice", "values may repeat"],
  },
  single: {
    keyword: "x-single",
    come: ["warning", "none"],
    go: ["info", "warning"],
    zh: ["只有一条可为“是”", "多条可为“是”"],
    en: ["yes for one record only", "yes for several records"],
  },
  once: {
    keyword: "x-once",
    come: ["breaking", "none"],
    go: ["info", "warning"],
    zh: ["创建后不能再改", "创建后可以再改"],
    en: ["fixed once the record is made", "may be changed later"],
  },
  sealed: {
    keyword: "x-sealed",
    come: ["none", "breaking"],
    go: ["none", "warning"],
    zh: ["加密保存", "不再加密保存"],
    en: ["stored sealed", "stored in clear"],
  },
  reveal: {
    keyword: "x-reveal",
    come: ["none", "info"],
    go: ["none", "warning"],
    zh: ["支付密码确认后可看全文", "不再可看全文"],
    en: ["told whole after the payment password", "not told whole any more"],
  },
  mask: {
    keyword: "x-mask",
    come: ["none", "breaking"],
    go: ["none", "warning"],
    zh: ["部分位数被遮住", "不再遮住"],
    en: ["partly hidden", "not hidden any more"],
  },
  compute: {
    keyword: "x-compute",
    come: ["warning", "warning"],
    go: ["warning", "warning"],
    zh: ["由系统计算", "不再由系统计算"],
    en: ["computed", "not computed any more"],
  },
  options: {
    keyword: "x-options",
    come: ["breaking", "info"],
    go: ["info", "warning"],
    zh: ["从列表中选择", "不再从列表中选择"],
    en: ["chosen from a list", "not chosen from a list any more"],
  },
  ref: {
    keyword: "x-ref",
    come: ["breaking", "breaking"],
    go: ["breaking", "breaking"],
    zh: ["指向另一条记录", "不再指向另一条记录"],
    en: ["names another record", "names no other record any more"],
  },
  digest: {
    keyword: "x-digest",
    come: ["breaking", "none"],
    go: ["breaking", "none"],
    zh: ["以摘要发送", "不再以摘要发送"],
    en: ["sent as a digest", "not sent as a digest any more"],
  },
  local: {
    keyword: "x-local",
    come: ["breaking", "breaking"],
    go: ["info", "info"],
    zh: ["不再发送", "会发送"],
    en: ["not sent any more", "sent"],
  },
  readOnly: {
    keyword: "readOnly",
    come: ["breaking", "none"],
    go: ["info", "none"],
    zh: ["由系统填写，不再由人填写", "由人填写"],
    en: ["filled by the server, by nobody else", "filled by people"],
  },
  writeOnly: {
    keyword: "writeOnly",
    come: ["none", "breaking"],
    go: ["none", "warning"],
    zh: ["不再返回", "会返回"],
    en: ["not given back any more", "given back"],
  },
  required: {
    keyword: "required",
    come: ["breaking", "info"],
    go: ["info", "warning"],
    zh: ["必填", "可以不填"],
    en: ["must be filled", "may be left out"],
  },
};
