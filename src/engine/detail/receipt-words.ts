/** Labels of every receipt, in both languages. */
import type { LocalizedText } from "../model/wire.ts";

export const receiptWords = {
  receipt: { zh: "电子回单", en: "Receipt" },
  reference: { zh: "编号", en: "Reference" },
  number: { zh: "回单编号", en: "Receipt number" },
  issued: { zh: "开具时间", en: "Issued" },
  status: { zh: "状态", en: "Status" },
  completed: { zh: "完成时间", en: "Completed" },
  capitals: { zh: "人民币大写", en: "In Chinese capitals" },
  code: { zh: "验证码", en: "Verification code" },
  link: { zh: "扫码打开记录", en: "Scan to open the record" },
  chop: { zh: "单位盖章", en: "Company chop" },
  verify: {
    zh: "在平台重新打印同一记录，验证码一致即为真实、未经改动。",
    en: "The same record, printed from the portal again, shows the same code if this copy is genuine and unaltered.",
  },
} as const satisfies Record<string, LocalizedText>;
