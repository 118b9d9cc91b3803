/** Messages about expressions that do not compile, in both languages. Quoted names are not translated. */

/** A message in both languages. */
export type LocalizedMessage = Record<"zh" | "en", string>;
/** Messages by id. Each takes the names that it quotes. A missing language is a type error. */
export type MessageCatalogue = Record<string, (...params: never[]) => LocalizedMessage>;

/** Maximum number of names to list when no close match exists. */
const MAX_LISTED = 15;

/** Returns the end of a message about an unknown name: the known names, if they are few and there is no close match. */
export const listMeant = (names: readonly string[], meant: string | undefined): LocalizedMessage =>
  meant === undefined && names.length > 0 && names.length <= MAX_LISTED
    ? { zh: `；现有：${names.join("、")}`, en: `; there are: ${names.join(", ")}` }
    : { zh: "", en: "" };

/** What a name in an expression refers to. */
const PARTS = { name: "名称", field: "字段", function: "函数", value: "值", currency: "币种" };
export type Part = keyof typeof PARTS;

export const ruleMessages = {
  unknown: (part: Part, name: string, rest?: LocalizedMessage) => ({
    zh: `没有 "${name}" 这个${PARTS[part]}${rest?.zh ?? ""}`,
    en: `unknown ${part} "${name}"${rest?.en ?? ""}`,
  }),
  objectNoValue: (name: string, fields: readonly string[]) => ({
    zh: `"${name}" 是嵌套对象，不是一个值；写其中的字段：${fields.join("、")}`,
    en: `"${name}" is a nested object and no value; read one of its fields: ${fields.join(", ")}`,
  }),
  otherResult: (type: string, expected: string) => ({
    zh: `结果的类型是 ${type}，这里需要 ${expected}`,
    en: `the result is ${type}, but ${expected} is needed here`,
  }),
  fraction: () => ({ zh: "带小数的数字在这里不精确", en: "a number with a fraction is not exact here" }),
  noNull: () => ({
    zh: "没有 null；字段是否有值用 has(...) 判断",
    en: "there is no null; test whether a field has a value with has(...)",
  }),
  noBytes: () => ({
    zh: "规则语言没有字节和无符号整数",
    en: "bytes and unsigned integers are not part of the rule language",
  }),
  noDurations: () => ({ zh: "规则语言没有时长", en: "durations are not part of the rule language" }),
  ownWord: (keyword: string) => ({
    zh: `"${keyword}" 是规则语言的保留字；作为字段要写在方括号里`,
    en: `"${keyword}" is a reserved word of the rule language; as a field, write it in brackets`,
  }),
  assignment: () => ({ zh: '"=" 不作比较', en: '"=" compares nothing' }),
  endsEarly: () => ({ zh: "表达式没有写完", en: "the expression ends too early" }),
  notParsed: (why: string) => ({ zh: `表达式有语法错误：${why}`, en: why }),
  notTyped: (why: string) => ({ zh: `表达式有误：${why}`, en: why }),
  types: (what: string) => ({ zh: `类型不匹配：${what}`, en: `types do not fit: ${what}` }),
  arguments: (what: string) => ({ zh: `参数不匹配：${what}`, en: `arguments do not fit: ${what}` }),
  patternWritten: () => ({
    zh: "matches() 的正则表达式必须直接写出",
    en: "the pattern of matches() must be written out",
  }),
  patternBroken: (why: string) => ({ zh: `正则表达式有误：${why}`, en: why }),
  patternSlow: (part: string) => ({
    zh: `"${part}" 匹配一段文本的方式随长度成倍增加，一个不符合的值就可能拖垮服务器`,
    en: `"${part}" can match one text in exponentially many ways, so that a value which does not fit could stop the server`,
  }),
  worksOnList: (name: string) => ({ zh: `${name}() 只用于列表`, en: `${name}() works on a list` }),
  notDecimal: (text: string) => ({ zh: `"${text}" 不是普通的十进制数`, en: `"${text}" is not a plain decimal` }),
  notDate: (text: string) => ({ zh: `"${text}" 不是日期（YYYY-MM-DD）`, en: `"${text}" is not a date (YYYY-MM-DD)` }),
  notInstant: () => ({
    zh: 'timestamp() 要写出完整时刻，如 "2026-01-31T16:00:00Z"',
    en: 'timestamp() takes a written-out instant such as "2026-01-31T16:00:00Z"',
  }),
} satisfies MessageCatalogue;
