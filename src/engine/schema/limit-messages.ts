/** Messages of findings about types and limits of values, in both languages. */
import type { ConstantValue } from "../entity/constants.ts";
import type { LocalizedMessage } from "../rules/rule-messages.ts";

/** Descriptions of JSON types in messages. */
export const TYPES: Readonly<Record<string, LocalizedMessage>> = {
  integer: { zh: "整数", en: "a whole number" },
  string: { zh: "加引号的文本", en: "a text in quotation marks" },
  boolean: { zh: "true 或 false", en: "true or false" },
  object: { zh: "对象 { … }", en: "an object { … }" },
  array: { zh: "列表 [ … ]", en: "a list [ … ]" },
};

/** Messages about limits, part of `findingMessages`. */
export const limitMessages = {
  notOfType: (keyword: string, type: string) => ({
    zh: `"${keyword}" 不适用于 "${type}" 类型的值`,
    en: `"${keyword}" says nothing about a value of type "${type}"`,
  }),
  noOrder: (keyword: string) => ({
    zh: `"${keyword}" 需要能比较大小的格式：decimal、date、date-time 或 time`,
    en: `"${keyword}" needs an ordered format: decimal, date, date-time or time`,
  }),
  limitOfFormat: (value: string, format: string) => ({
    zh: `"${value}" 不是 ${format}`,
    en: `"${value}" is no ${format}`,
  }),
  emptyRange: (least: string, low: string, greatest: string, high: string) => ({
    zh: `没有值能通过："${least}" ${low} 大于 "${greatest}" ${high}`,
    en: `no value passes: "${least}" ${low} is over "${greatest}" ${high}`,
  }),
  emptyBetween: (least: string, greatest: string, limit: string) => ({
    zh: `没有值能通过："${least}" 与 "${greatest}" 都是 ${limit}`,
    en: `no value passes: "${least}" and "${greatest}" are both ${limit}`,
  }),
  limitOfType: (value: string, type: string) => ({
    zh: `"${value}" 不是${TYPES[type]?.zh ?? ` ${type}`}`,
    en: `"${value}" is not ${TYPES[type]?.en ?? type}`,
  }),
  constantOfType: (name: string, value: ConstantValue, type: string) => ({
    zh: `"${name}" 是 ${JSON.stringify(value)}，这里需要${TYPES[type]?.zh ?? type}`,
    en: `"${name}" is ${JSON.stringify(value)}, where ${TYPES[type]?.en ?? type} is needed`,
  }),
  limitTwice: (keyword: string) => ({
    zh: `"${keyword}" 已直接写出；只保留一处`,
    en: `"${keyword}" has a value of its own as well; keep one of the two`,
  }),
  optionsOfEnum: (values: readonly string[]) => ({
    zh: `选项与 "enum" 不一致：${values.map((value) => `"${value}"`).join("、")}`,
    en: `the options differ from "enum" by ${values.map((value) => `"${value}"`).join(", ")}`,
  }),
  stepOfDecimals: () => ({ zh: '"x-step" 需要 "format": "decimal"', en: '"x-step" needs "format": "decimal"' }),
  stepBelowMinor: (step: string, digits: number) => ({
    zh: `"x-step" ${step} 小于该币种的最小单位（${digits} 位小数）`,
    en: `"x-step" ${step} is below the currency's minor unit (${digits} ${digits === 1 ? "decimal" : "decimals"})`,
  }),
  stepAboveZero: () => ({ zh: '"x-step" 必须大于 0', en: '"x-step" must be more than 0' }),
};
