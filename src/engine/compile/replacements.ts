/** JSON Schema keywords and values that the dialect rejects, each with its replacement. */
import type { LocalizedMessage } from "../rules/rule-messages.ts";

interface Replacement {
  /** Keywords that the message names. A value follows its keyword, as in `format decimal`. */
  use: readonly string[];
  messages: LocalizedMessage;
}

const branch: Replacement = {
  use: ["oneOf", "x-rules"],
  messages: {
    zh: '几种情形之一用记录的 "oneOf"，由一个字段的 "const" 决定；其他限制用 "x-rules"（CEL 表达式）',
    en: 'for alternatives use "oneOf" of the record, chosen by the "const" of a field; for other limits use "x-rules", in CEL',
  },
};
const condition: Replacement = {
  use: ["if", "then", "dependentRequired"],
  messages: {
    zh: '按条件显示或必填用记录的 "if" 和 "then"；某字段已填时才必填的用 "dependentRequired"',
    en: 'for fields that depend on other values use "if" and "then" of the record; for fields that are required once another one is filled use "dependentRequired"',
  },
};
const closed: Replacement = {
  use: ["properties"],
  messages: {
    zh: '记录只接受 "properties" 里写明的字段，不必再限定',
    en: 'a record accepts only the fields of its "properties"; no keyword is needed for that',
  },
};
const rows: Replacement = {
  use: ["items", "x-rules"],
  messages: {
    zh: '列表的每行一样，写在 "items"；对行的限制用记录的 "x-rules"（CEL 的 all、exists）',
    en: 'all rows of a list have the same fields, defined in "items"; for limits on the rows use "x-rules" of the record (all, exists of CEL)',
  },
};
const shared: Replacement = {
  use: ["$defs", "$ref"],
  messages: {
    zh: '共用的定义写在 "$defs"，用 "$ref" 引用',
    en: 'put definitions that several fields share in "$defs", and refer to them with "$ref"',
  },
};
const assignToEach = (keywords: readonly string[], instead: Replacement): Record<string, Replacement> =>
  Object.fromEntries(keywords.map((keyword) => [keyword, instead]));

const nullable: Replacement = {
  use: ["required"],
  messages: {
    zh: '没有 null；可以不填的字段不写进 "required"',
    en: 'there is no null; a field that may be left out is not in "required"',
  },
};
const encoding: Replacement = {
  use: ["x-file"],
  messages: { zh: '文件用字段的 "x-file"', en: 'a file is "x-file" of the field' },
};

/** Replacements by rejected keyword. */
export const KEYWORD_REPLACEMENTS: Readonly<Record<string, Replacement>> = {
  anyOf: branch,
  ...assignToEach(["dependentSchemas", "dependencies"], condition),
  not: {
    use: ["x-rules"],
    messages: {
      zh: '不允许的情形写成记录的 "x-rules"，用 CEL 的 "!"',
      en: 'for a condition that must not hold use "x-rules" of the record, with "!" of CEL',
    },
  },
  ...assignToEach(
    ["prefixItems", "contains", "minContains", "maxContains", "unevaluatedItems", "additionalItems"],
    rows,
  ),
  ...assignToEach(
    [
      "additionalProperties",
      "unevaluatedProperties",
      "patternProperties",
      "propertyNames",
      "minProperties",
      "maxProperties",
    ],
    closed,
  ),
  nullable,
  ...assignToEach(["$dynamicRef", "$dynamicAnchor", "$anchor", "definitions"], shared),
  title: {
    use: ["x-label"],
    messages: { zh: '名称写在 "x-label"，中英文都要', en: 'the name is "x-label", in both languages' },
  },
  description: {
    use: ["x-help", "$comment"],
    messages: {
      zh: '给用户看的说明写在字段的 "x-help"，中英文都要；给同事看的写在 "$comment"',
      en: 'help for users is "x-help" of the field, in both languages; a note for colleagues is "$comment"',
    },
  },
  enumNames: {
    use: ["x-options"],
    messages: { zh: '值和它们的名称写在字段的 "x-options"', en: 'values and their names are "x-options" of the field' },
  },
  contentEncoding: encoding,
  contentMediaType: {
    use: ["x-file"],
    messages: { zh: '文件类型写在字段的 "x-file"', en: 'the types of a file are in "x-file" of the field' },
  },
};

const decimals: LocalizedMessage = {
  zh: '小数和金额用 "type": "string" 加 "format": "decimal"，整数用 "integer"',
  en: 'amounts and fractions are "type": "string" with "format": "decimal", whole numbers are "integer"',
};
const createPatterned = (what: LocalizedMessage): Replacement => ({
  use: ["pattern"],
  messages: { zh: `${what.zh}用字符串加 "pattern"`, en: `${what.en} is a string with a "pattern"` },
});

/** Replacements by keyword and rejected value, such as `type number`. */
export const VALUE_REPLACEMENTS: Readonly<Record<string, Replacement>> = {
  "type number": { use: ["type string", "format decimal", "type integer"], messages: decimals },
  "type null": nullable,
  "format duration": createPatterned({ zh: "时长", en: "a duration" }),
  "format hostname": createPatterned({ zh: "主机名", en: "a host's name" }),
  "format ipv4": createPatterned({ zh: "IP 地址", en: "an IP address" }),
  "format binary": encoding,
};

/** Branch keywords, which records and rows support but fields do not. */
const BRANCHES: ReadonlySet<string> = new Set(["oneOf", "if", "then", "else", "allOf", "dependentRequired"]);
const NEXT_TO_PROPERTIES: LocalizedMessage = {
  zh: '它写在记录或列表的 "items" 里，与 "properties" 并列，不写在字段里',
  en: 'it belongs beside the "properties" of the record, or of a list\'s "items", not in a field',
};

/**
 * Returns the replacement for a keyword that a field or a record rejects, or undefined for any other keyword or
 * location. `candidates` lists the keywords allowed there.
 */
export function findReplacement(keyword: string, candidates: readonly string[]): LocalizedMessage | undefined {
  if (candidates.includes("x-kind") && BRANCHES.has(keyword)) return NEXT_TO_PROPERTIES;
  return candidates.includes("x-kind") || candidates.includes("x-form")
    ? getOwn(KEYWORD_REPLACEMENTS, keyword)?.messages
    : undefined;
}

/** Returns the replacement for a value that a field's keyword rejects, or undefined for any other value. */
export function findValueReplacement(
  name: string,
  value: string,
  allowed: readonly string[],
): LocalizedMessage | undefined {
  // Elsewhere, keywords of the same name allow other values, so these replacements do not apply.
  return allowed.includes("string") || allowed.includes("decimal")
    ? getOwn(VALUE_REPLACEMENTS, `${name} ${value}`)?.messages
    : undefined;
}

const getOwn = (table: Readonly<Record<string, Replacement>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined;
