import type { LocalizedText } from "./wire.ts";

/**
 * Labels that all receipts share, in both languages.
 * @example
 * const label = receiptTexts.code.en;
 */
export const receiptTexts = {
  receipt: { zh: "电子回单", en: "Receipt" },
  reference: { zh: "编号", en: "Reference" },
  number: { zh: "回单编号", en: "Receipt number" },
  issued: { zh: "开具时间", en: "Issued" },
  status: { zh: "状态", en: "Status" },
  completed: { zh: "完成时间", en: "Completed" },
  capitals: { zh: "人民币大写", en: "In Chinese capitals" },
  code: { zh: "核验码", en: "Check code" },
  link: { zh: "扫码打开记录", en: "Scan to open the record" },
  chop: { zh: "单位盖章", en: "Company chop" },
  verify: {
    zh: "登录平台，在搜索框输入核验码，即可核对本件金额等内容与账面是否一致。",
    en: "To check this copy against our books, sign in to the portal and enter the code in the search box.",
  },
} as const satisfies Record<string, LocalizedText>;
