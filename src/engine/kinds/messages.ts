/** Messages of kinds by the code of a refusal or warning; `{name}` is a parameter. A schema's own `x-messages` come first. */
import type { Lang } from "../model/entity.ts";
import { fill } from "../base/fill.ts";

export const words: Readonly<Record<string, Record<Lang, string>>> = {
  empty: { zh: "请填写", en: "Enter a value" },
  number: { zh: "请输入数字，例如 1234.50", en: "Enter a number, for example 1234.50" },
  grouping: {
    zh: "无法确定逗号的含义：小数点请用“.”，千位可用“,”分隔，例如 1,234.50",
    en: "It is unclear what the comma means. Write decimals with a point and thousands with a comma: 1,234.50",
  },
  whole: { zh: "请输入整数", en: "Enter a whole number" },
  tooLarge: {
    zh: "数字过大，整数部分最多 {digits} 位",
    en: "The number is too large: at most {digits} digits before the point",
  },
  decimals: { zh: "最多 {places} 位小数", en: "At most {places} decimals" },
  minorUnits: { zh: "该币种最多 {places} 位小数", en: "This currency has at most {places} decimals" },
  otherCurrency: { zh: "此处金额为 {currency}，不能填写 {found}", en: "The amount here is in {currency}, not {found}" },
  date: { zh: "请输入存在的日期，例如 2026-11-21", en: "Enter a date that exists, for example 2026-11-21" },
  dateTime: {
    zh: "请输入日期和时间，例如 2026-11-21 18:05:00",
    en: "Enter a date and time, for example 2026-11-21 18:05:00",
  },
  yesNo: { zh: "请填写“是”或“否”", en: "Enter yes or no" },
  option: { zh: "请从所列选项中选择", en: "Choose one of the options" },
  country: { zh: "请选择国家/地区，或填写两位代码", en: "Choose a country or region, or give its two-letter code" },
  currency: {
    zh: "请填写可用的三位币种代码，例如 USD",
    en: "Give the three-letter code of an offered currency, for example USD",
  },
  region: { zh: "请选择省、市、区", en: "Choose province, city and area" },
  phone: {
    zh: "请输入有效的电话号码，境外号码以 + 和国家代码开头",
    en: "Enter a valid phone number, beginning with + and the country code",
  },
  email: { zh: "请输入有效的邮箱地址", en: "Enter a valid e-mail address" },
  bic: {
    zh: "SWIFT 代码应为 8 或 11 位，第 5、6 位是国家代码",
    en: "A SWIFT code has 8 or 11 characters; the fifth and sixth name the country",
  },
  iban: {
    zh: "IBAN 校验不通过，请核对每一位",
    en: "The IBAN's check digits do not fit; please compare every character",
  },
  linkedBankNo: { zh: "联行号应为 12 位数字", en: "A linked bank number has 12 digits" },
  creditCode: {
    zh: "统一社会信用代码应为 18 位，不含 I、O、S、V、Z",
    en: "A Unified Social Credit Code has 18 characters and none of I, O, S, V, Z",
  },
  residentId: {
    zh: "身份证号有误，请核对 18 位号码",
    en: "This resident identity number is not right; please compare its 18 characters",
  },
  cardNumber: {
    zh: "卡号有误，请核对 12 至 19 位数字",
    en: "This card number is not right; please compare its 12 to 19 digits",
  },
  postcode: { zh: "邮编由 2 至 10 位字母或数字组成", en: "A postcode has 2 to 10 letters or digits" },
  checkDigit: {
    zh: "校验位不符，请再核对一遍；确认无误可以继续",
    en: "The check digit does not fit. Please compare once more; if it is right, go on",
  },
  notTyped: { zh: "此内容需在表单中逐行填写", en: "Fill this in row by row in the form" },
};

/** Returns the message of a code with its parameters filled in; the code itself when it has none. */
export function kindMessage(code: string, lang: Lang, params: Record<string, string | number> = {}): string {
  const template = Object.hasOwn(words, code) ? words[code]?.[lang] : undefined;
  return fill(template ?? code, params);
}
