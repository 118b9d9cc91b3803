/**
 * Messages of the engine's kinds by error or warning code, where `{name}` is a parameter. The messages of a kind take
 * precedence over these, and a schema's own `x-messages` over both.
 */
import type { Lang } from "../model/entity.ts";
import type { Kind } from "../model/kind.ts";
import { interpolate } from "../base/interpolate.ts";
import { pickText, type EngineTexts } from "../base/engine-texts.ts";

export const kindMessages: Readonly<Record<string, EngineTexts>> = {
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
  step: { zh: "须为 {limit} 的整数倍", en: "Enter a multiple of {limit}" },
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
  email: { zh: "请输入有效的邮箱地址", en: "Enter a valid e-mail address" },
};

/**
 * Returns the message of a kind's code with its parameters filled in: the kind's own, otherwise the shared one,
 * otherwise the code itself.
 */
export function formatKindMessage(
  kind: Pick<Kind, "messages"> | undefined,
  code: string,
  lang: Lang,
  params: Record<string, string | number> = {},
): string {
  const template = findMessage(kind?.messages, code) ?? findMessage(kindMessages, code);
  return interpolate(template ? pickText(template, lang) : code, params);
}

const findMessage = (messages: Kind["messages"], code: string) =>
  messages && Object.hasOwn(messages, code) ? messages[code] : undefined;
