/**
 * Error messages for values that violate a keyword. Those of kinds are in `kinds/messages.ts` and `Kind.messages`.
 * `{label}` is replaced by the field's label, and `{limit}` by the bound.
 */
import { formatKindMessage } from "../kinds/messages.ts";
import type { CheckError, Entity, Field, Lang } from "../model/entity.ts";
import { interpolate } from "../base/interpolate.ts";
import { getShortLabel, getTextName } from "./labels.ts";
import { findPointedField } from "./named-values.ts";
import { pickText, type EngineTexts } from "../base/engine-texts.ts";

const messages: Record<string, EngineTexts> = {
  required: { zh: "请填写{label}", en: "{label} is required" },
  choice: { zh: "请选择{label}", en: "{label} is required" },
  type: { zh: "{label}的格式不正确", en: "{label} is not in the right form" },
  enum: { zh: "请从所列选项中选择{label}", en: "Choose {label} from the options" },
  const: { zh: "{label}只能是 {limit}", en: "{label} can only be {limit}" },
  confirm: { zh: "请确认{label}", en: "Please confirm: {label}" },
  options: { zh: "请从列表中选择{label}", en: "Choose {label} from the list" },
  covered: { zh: "{label}有部分被遮盖，请填写完整内容", en: "Part of {label} is covered; enter it in full" },
  unique: { zh: "{label}已存在", en: "{label} is already in use" },
  minLength: { zh: "{label}至少 {limit} 个字", en: "{label} has at least {limit} characters" },
  maxLength: { zh: "{label}最多 {limit} 个字", en: "{label} has at most {limit} characters" },
  pattern: { zh: "{label}的格式不正确", en: "{label} is not in the right form" },
  format: { zh: "{label}的格式不正确", en: "{label} is not in the right form" },
  minimum: { zh: "{label}不能小于 {limit}", en: "{label} is at least {limit}" },
  maximum: { zh: "{label}不能大于 {limit}", en: "{label} is at most {limit}" },
  formatMinimum: { zh: "{label}不能小于 {limit}", en: "{label} is at least {limit}" },
  formatMaximum: { zh: "{label}不能大于 {limit}", en: "{label} is at most {limit}" },
  exclusiveMinimum: { zh: "{label}必须大于 {limit}", en: "{label} is more than {limit}" },
  exclusiveMaximum: { zh: "{label}必须小于 {limit}", en: "{label} is less than {limit}" },
  formatExclusiveMinimum: { zh: "{label}必须大于 {limit}", en: "{label} is more than {limit}" },
  formatExclusiveMaximum: { zh: "{label}必须小于 {limit}", en: "{label} is less than {limit}" },
  multipleOf: { zh: "{label}须为 {limit} 的整数倍", en: "{label} is a multiple of {limit}" },
  minItems: { zh: "{label}至少 {limit} 项", en: "{label}: at least {limit}" },
  maxItems: { zh: "{label}最多 {limit} 项", en: "{label}: at most {limit}" },
  uniqueItems: { zh: "{label}中有重复的内容", en: "{label} has an entry twice" },
  additionalProperties: { zh: "没有“{label}”这个字段", en: "There is no field “{label}”" },
};

/** Codes for which a field may define its own message. */
export const fieldCodes: readonly string[] = Object.keys(messages).filter(
  (code) => !["choice", "confirm", "additionalProperties"].includes(code),
);

/**
 * Whether a keyword sets a lower or an upper bound. If a value violates several lower (or upper) bounds, only the
 * strictest is reported.
 */
export const bounds: Readonly<Record<string, "min" | "max">> = {
  minimum: "min",
  formatMinimum: "min",
  exclusiveMinimum: "min",
  formatExclusiveMinimum: "min",
  maximum: "max",
  formatMaximum: "max",
  exclusiveMaximum: "max",
  formatExclusiveMaximum: "max",
};

interface Failure {
  field: Field | undefined;
  code: string;
  params?: Record<string, string | number>;
}

/**
 * Returns the message of an error: the field's own, otherwise the engine's, otherwise the kind's.
 * @example
 * const message = formatMessage(entity, { field, code: "minimum", params: { limit: "10.00" } }, "en");
 */
export function formatMessage(entity: Entity, { field, code, params = {} }: Failure, lang: Lang): string {
  const name = field && getTextName(field);
  const label = name === undefined ? String(params.name ?? "") : getShortLabel(entity, name, lang);
  const all = { label, ...params };
  // A missing list has too few rows, so the message of `minItems` fits better.
  if (code === "required" && field?.items && !field.messages.includes(code))
    return formatMessage(
      entity,
      { field, code: "minItems", params: { limit: Number(field.schema.minItems ?? 1) } },
      lang,
    );
  if (field?.messages.includes(code)) return entity.text(`field.${name}.message.${code}`, lang, all);
  const requested =
    code === "required" && (field?.options ?? field?.ref)
      ? "choice"
      : code === "const" && field?.schema.const === true
        ? "confirm"
        : code;
  const own = entity.dialect.messages?.[lang]?.[requested];
  if (own !== undefined) return interpolate(own, all);
  const text = Object.hasOwn(messages, requested) ? messages[requested] : undefined;
  return text ? interpolate(pickText(text, lang), all) : formatKindMessage(field?.kind, code, lang, all);
}

const NO_OBJECT: EngineTexts = {
  zh: "{label}要分项填写（如{inner}），不能只是一个值",
  en: "{label} has fields of its own, such as {inner}, and is no single value",
};

/** Formats the message about a value in place of a nested object, with the label of the object's first field. */
export function formatObjectMessage(entity: Entity, object: string, lang: Lang): string {
  const first = entity.fields.find((field) => field.name.startsWith(`${object}.`));
  const inner = first ? getShortLabel(entity, getTextName(first), lang) : "";
  return interpolate(pickText(NO_OBJECT, lang), { label: getShortLabel(entity, object, lang), inner });
}

const AT_ITEM: EngineTexts = { zh: "第 {position} 项：{message}", en: "Entry {position}: {message}" };

/** Formats a message about a list item. `position` counts from 1. */
export const formatItemMessage = (message: string, position: number, lang: Lang): string =>
  interpolate(pickText(AT_ITEM, lang), { position, message });

/**
 * Returns the "choose" message for a missing reference, or undefined for any other error and for fields that do not
 * define one. A field with this message reserves its `required` message for the case that there is nothing to choose
 * from.
 * @example
 * const message = findChoiceMessage(entity, { at: "/payeeId", code: "required" }, "en");
 */
export function findChoiceMessage(
  entity: Entity,
  { at, code }: Pick<CheckError, "at" | "code">,
  lang: Lang,
): string | undefined {
  const field = code === "required" ? findPointedField(entity, at) : undefined;
  return field?.messages.includes("choose")
    ? entity.text(`field.${getTextName(field)}.message.choose`, lang)
    : undefined;
}
