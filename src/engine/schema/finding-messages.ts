/**
 * Messages of findings about files, fields, forms and lists, in both languages. Keywords and names from the file are
 * quoted unchanged.
 */
import type { LocalizedMessage, MessageCatalogue } from "../rules/rule-messages.ts";
import { JSON_SYNTAX, type JsonSyntax, JSON_ERRORS } from "./json-messages.ts";
import { limitMessages, TYPES } from "./limit-messages.ts";
import { listMessages } from "./list-messages.ts";
import { objectMessages } from "./object-messages.ts";
import { SUBJECTS, type FindingSubject } from "./finding-subjects.ts";

/** Names of languages in the languages of findings. */
const LANGUAGES = {
  zh: new Intl.DisplayNames("zh", { type: "language" }),
  en: new Intl.DisplayNames("en", { type: "language" }),
};
/** Descriptions of valid values, for formats that a pattern alone does not explain. */
const EXAMPLES: Readonly<Record<string, LocalizedMessage>> = {
  after: { zh: '"P30D"（30 天）或 "PT15M"（15 分钟）', en: '"P30D" (30 days) or "PT15M" (15 minutes)' },
  number: { zh: '"WD"', en: '"WD"' },
};
const quoteNames = (names: readonly string[], between: string) => names.map((name) => `"${name}"`).join(between);
/** Returns the quoted name of a value, or a text for the whole file, which has no name. */
const formatName = (name: string | undefined): LocalizedMessage =>
  name === undefined ? { zh: "整个文件", en: '"the file"' } : { zh: `"${name}"`, en: `"${name}"` };
const toSpaced = (code: string) => code.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
const formatBothTexts = (texts: boolean) => (texts ? ': { "zh": "…", "en": "…" }' : "");

/** Returns the Chinese message for a violated limit that Ajv reports. */
function formatLimitZh(keyword: string, limit: string): string {
  const sentences: Readonly<Record<string, string>> = {
    minimum: `不能小于 ${limit}`,
    maximum: `不能大于 ${limit}`,
    exclusiveMinimum: `必须大于 ${limit}`,
    exclusiveMaximum: `必须小于 ${limit}`,
    maxLength: `最多 ${limit} 个字符`,
    minItems: `至少要有 ${limit} 项`,
    maxItems: `最多 ${limit} 项`,
    minProperties: `至少要有 ${limit} 项`,
    maxProperties: `最多 ${limit} 项`,
    uniqueItems: "各项不能重复",
  };
  return sentences[keyword] ?? "不能这样写";
}

/**
 * Messages of the compiler's findings, in both languages.
 * @example
 * const { zh, en } = findingMessages.notJson("CommaExpected");
 */
export const findingMessages = {
  // Files of any type.
  notJson: (code: string) => ({
    zh: `这不是 JSON：${JSON_ERRORS[code] ?? toSpaced(code)}`,
    en: `this is not JSON: ${toSpaced(code)}`,
  }),
  notJsonBut: (what: JsonSyntax) => ({
    zh: `这不是 JSON：${JSON_SYNTAX[what].zh}`,
    en: `this is not JSON: ${JSON_SYNTAX[what].en}`,
  }),
  fileEmpty: () => ({ zh: "文件是空的", en: "the file is empty" }),
  nameTwice: (name: string) => ({ zh: `"${name}" 在这里写了两次`, en: `"${name}" stands here twice` }),
  unknown: (what: FindingSubject, name: string, rest: LocalizedMessage) => ({
    zh: `没有名为 "${name}" 的${SUBJECTS[what]}${rest.zh}`,
    en: `there is no ${what} "${name}"${rest.en}`,
  }),
  unknownKeyword: (keyword: string, instead?: LocalizedMessage) => ({
    zh: `不认识的关键字 "${keyword}"${instead ? `；${instead.zh}` : ""}`,
    en: `unknown keyword "${keyword}"${instead ? `; ${instead.en}` : ""}`,
  }),
  missingLanguage: (name: string, lang: string) => ({
    zh: `"${name}" 缺少${LANGUAGES.zh.of(lang)}（"${lang}"）`,
    en: `"${name}" has no ${LANGUAGES.en.of(lang)} text ("${lang}")`,
  }),
  missing: (keyword: string, name: string | undefined) => ({
    zh: name === undefined ? `缺少 "${keyword}"` : `"${name}" 里缺少 "${keyword}"`,
    en: `"${keyword}" is missing${name === undefined ? "" : ` in "${name}"`}`,
  }),
  notAllowed: (value: string, name: string | undefined, allowed: readonly string[], instead?: LocalizedMessage) => ({
    zh: `${formatName(name).zh} 不能取值 "${value}"；可用：${allowed.join("、")}${instead ? `；${instead.zh}` : ""}`,
    en: `"${value}" is no value of ${formatName(name).en}; allowed: ${allowed.join(", ")}${instead ? `; ${instead.en}` : ""}`,
  }),
  wrongShape: (name: string | undefined, types: readonly string[], texts: boolean) => ({
    zh: `${formatName(name).zh} 必须是${types.map((type) => TYPES[type]?.zh ?? type).join("或")}${formatBothTexts(texts)}`,
    en: `${formatName(name).en} must be ${types.map((type) => TYPES[type]?.en ?? type).join(" or ")}${formatBothTexts(texts)}`,
  }),
  empty: (name: string | undefined) => ({
    zh: `${formatName(name).zh} 是空的`,
    en: `${formatName(name).en} is empty`,
  }),
  notOfPattern: (name: string | undefined, value: string, pattern: string) => {
    const example = EXAMPLES[name ?? ""];
    return {
      zh: `${formatName(name).zh} 不能是 "${value}"；要符合 ${pattern}${example ? `，如 ${example.zh}` : ""}`,
      en: `${formatName(name).en} cannot be "${value}"; it fits ${pattern}${example ? `, as ${example.en}` : ""}`,
    };
  },
  notOfFormat: (name: string | undefined, format: string, why: string) => ({
    zh: `${formatName(name).zh} 不是${format === "regex" ? "正则表达式" : ` ${format}`}${why && `：${why}`}`,
    en: `${formatName(name).en} is no ${format === "regex" ? "regular expression" : format}${why && `: ${why}`}`,
  }),
  refused: (name: string | undefined, keyword: string, limit: string, why: string) => ({
    zh: `${formatName(name).zh} ${formatLimitZh(keyword, limit)}`,
    en: `${formatName(name).en} ${why}`,
  }),
  nameRefused: (name: string, keyword: string, limit: string, why: string) => ({
    zh: `名称 "${name}" ${formatLimitZh(keyword, limit)}`,
    en: `the name "${name}" ${why}`,
  }),
  nameNotOfPattern: (name: string, pattern: string) => ({
    zh: `名称 "${name}" 要符合 ${pattern}`,
    en: `the name "${name}" must fit ${pattern}`,
  }),
  severalOf: (name: string | undefined, keywords: readonly string[]) => ({
    zh: `${formatName(name).zh} 只能写 ${quoteNames(keywords, "、")} 之一`,
    en: `${formatName(name).en} has more than one of ${quoteNames(keywords, ", ")}`,
  }),
  noneOf: (name: string | undefined, keywords: readonly string[]) => ({
    zh: `${formatName(name).zh} 要写 ${quoteNames(keywords, "、")} 之一`,
    en: `${formatName(name).en} needs one of ${quoteNames(keywords, ", ")}`,
  }),
  hasNo: (name: string | undefined, keywords: readonly string[]) => ({
    zh: `${formatName(name).zh} 没有 ${quoteNames(keywords, "，也没有 ")}`,
    en: `${formatName(name).en} has no ${quoteNames(keywords, " and no ")}`,
  }),
  cannotBe: (name: string | undefined, value: string) => ({
    zh: `${formatName(name).zh} 不能是 ${value}`,
    en: `${formatName(name).en} cannot be ${value}`,
  }),

  // Fields.
  circularReference: (reference: string) => ({
    zh: `"${reference}" 引用到了自身`,
    en: `"${reference}" refers to itself`,
  }),
  celWord: (name: string) => ({
    zh: `"${name}" 是规则语言的保留字，规则读不到这个字段；请换一个名称，如 "${name}Value"`,
    en: `"${name}" is a reserved word of the rule language, so no rule could read the field; choose another name, such as "${name}Value"`,
  }),
  objectWord: (name: string) => ({
    zh: `"${name}" 是每个对象自带的名称，没填的值无法分辨；请换一个名称，如 "${name}Value"`,
    en: `"${name}" is a name that every object has already, so an absent value could not be told from it; choose another name, such as "${name}Value"`,
  }),
  inlineReference: () => ({
    zh: '"inline" 须有 "copies"，其中的本表字段都是 readOnly；不能用在行里，也不能用在可导入的记录上',
    en: '"inline" needs "copies" whose own fields are all readOnly; it works neither in rows nor for records that are imported',
  }),
  requiredReadOnly: (name: string) => ({
    zh: `"${name}" 由服务器填写（readOnly），不能要求用户填写`,
    en: `"${name}" is filled by the server (readOnly), so nobody can be asked to fill it`,
  }),
  noKind: (type: string, format: string | undefined) => ({
    zh: `没有哪一类字段的类型是 "${type}"${format === undefined ? "" : `、格式是 "${format}"`}；用 "x-kind" 指定一类`,
    en: `no kind holds a value of type "${type}"${format === undefined ? "" : ` and format "${format}"`}; name one with "x-kind"`,
  }),
  typeOfKind: (kind: string, type: string, given: string) => ({
    zh: `"${kind}" 类字段的类型是 "${type}"，不是 "${given}"`,
    en: `a field of kind "${kind}" has type "${type}", not "${given}"`,
  }),
  ...limitMessages,
  ...listMessages,
  ...objectMessages,
  slowPattern: (part: string) => ({
    zh: `"${part}" 匹配一段文本的方式随长度成倍增加，一个不符合的值就可能拖垮服务器；只重复一次，重复里面不要再有重复或相同的分支`,
    en: `"${part}" can match one text in exponentially many ways, so that a value which does not fit could stop the server; repeat it once, without a repetition or an equal alternative inside`,
  }),
  countsNothing: (name: string) => ({
    zh: `"${name}" 不是时刻（格式 "date-time"），没有可倒计时的`,
    en: `"${name}" is no instant (format "date-time"), so there is nothing to count down to`,
  }),
  fillsWritable: (name: string) => ({
    zh: `"${name}" 由服务器填写，必须是 readOnly`,
    en: `"${name}" is filled by the server, so it must be readOnly`,
  }),
  needsDecimal: () => ({ zh: '"x-currency" 需要 "format": "decimal"', en: '"x-currency" needs "format": "decimal"' }),
  notMasked: (name: string) => ({
    zh: `"${name}" 没有掩码（"x-mask"），没有可显示的原文`,
    en: `"${name}" is not masked ("x-mask"), so there is nothing to reveal`,
  }),
  readsForeign: (name: string, foreign: string) => ({
    zh: `"${name}" 读取了 "${foreign}"，而读取记录时不一定知道它`,
    en: `"${name}" reads "${foreign}", which is not always known when a record is read`,
  }),
  notComputed: (name: string) => ({
    zh: `"${name}" 没有可重新计算的 "x-compute"`,
    en: `"${name}" has no "x-compute" that could be computed anew`,
  }),
  computedWritable: (name: string) => ({
    zh: `"${name}" 是算出来的，必须是 readOnly`,
    en: `"${name}" is computed, so it must be readOnly`,
  }),
  computedCircle: (name: string) => ({ zh: `"${name}" 的计算用到了它自己`, en: `"${name}" is computed from itself` }),
  messageUnused: (keyword: string) => ({
    zh: `字段没有 "${keyword}"，这条提示永远用不到`,
    en: `the field has no "${keyword}", so this message is never shown`,
  }),
  defaultAmount: () => ({ zh: "金额不能预先填好", en: "an amount is never filled in beforehand" }),
  noAmount: (name: string) => ({
    zh: `"${name}" 不是金额：没有 "x-currency"`,
    en: `"${name}" is no amount: it has no "x-currency"`,
  }),
  twoRules: (id: string) => ({ zh: `有两条规则都叫 "${id}"`, en: `there are two rules "${id}"` }),
  storedInClear: (name: string) => ({
    zh: `"${name}" 是机密，要加密存放：同时写 "x-sealed"；完全不存放的写 "x-local"`,
    en: `"${name}" is a secret, which is stored sealed: it says "x-sealed" too, or "x-local" where it is not stored at all`,
  }),
  sealedReadable: (name: string) => ({
    zh: `"${name}" 加密存放，不会再被读出：同时写 "writeOnly"`,
    en: `"${name}" is sealed, so nothing ever reads it back: it says "writeOnly" too`,
  }),
  sealedUnique: (name: string) => ({
    zh: `"${name}" 加密存放，不能用它比较两条记录`,
    en: `"${name}" is sealed, so no two records can be compared by it`,
  }),
  sealedRead: (reader: string, name: string) => ({
    zh: `"${reader}" 的计算用到了加密存放的 "${name}"`,
    en: `"${reader}" is computed from "${name}", which is sealed`,
  }),
  sealedImport: (name: string) => ({
    zh: `"${name}" 加密存放，不能从文件导入`,
    en: `"${name}" is sealed, so no file brings it`,
  }),
  noFacts: (part: string) => ({
    zh: `"${part}" 要读取事实：在 "facts" 里写明来自哪个上下文`,
    en: `"${part}" reads facts: name their context in "facts"`,
  }),
  readsRecord: () => ({
    zh: "选项只由事实关闭：`when` 读取 `option`、其他上下文和常量，不读取记录",
    en: "facts alone close an option: `when` reads `option`, other contexts and constants, never the record",
  }),

  // Forms and lists.
  mayBeAbsent: (name: string) => ({
    zh: `"${name}" 可以不填，不填就没有值；设为必填，给出 "default"，或写进 "when"，例如 "has(self.${name})"`,
    en: `"${name}" may be left out, and then this has no value; require it, give it a "default", or test it in "when", such as "has(self.${name})"`,
  }),
  aliasTwice: (alias: string, other: string) => ({
    zh: `"${alias}" 已是字段 "${other}" 的别名：导入时认不出是哪一列`,
    en: `"${alias}" is already an alias of the field "${other}": an import could not tell the two columns apart`,
  }),
  notCurrency: (name: string) => ({
    zh: `"${name}" 不保存币种：用 "x-kind": "currency"，或只有币种代码的选项`,
    en: `"${name}" holds no currency: give it "x-kind": "currency", or options that are currency codes`,
  }),
  saidOfRecord: () => ({
    zh: '记录已保存由门户来说；"said" 只用于调用',
    en: 'the portal itself reports that a record was stored; "said" is only for calls',
  }),
  remarksNoList: (name: string) => ({
    zh: `"${name}" 不是行里有 "field" 和 "reason" 的列表`,
    en: `"${name}" is no list with "field" and "reason" in its rows`,
  }),
  noRows: (name: string) => ({
    zh: `"${name}" 不是多行的列表`,
    en: `"${name}" is no list of rows`,
  }),
  gridWithoutRows: (name: string) => ({
    zh: `"${name}" 没有行，不能排成表格`,
    en: `"${name}" has no rows that could be lines of a grid`,
  }),
  gridCell: (list: string, name: string) => ({
    zh: `"${list}" 的行里有 "${name}"，表格的一格放不下：不写进 "lists"，各行就排成卡片`,
    en: `the rows of "${list}" have "${name}", which no cell holds: leave the list out of "lists", and its rows are cards`,
  }),
  fieldTwice: (name: string) => ({
    zh: `表单里字段 "${name}" 出现了两次`,
    en: `the form has the field "${name}" twice`,
  }),
  sectionTwice: (id: string) => ({ zh: `表单里分区 "${id}" 出现了两次`, en: `the form has the section "${id}" twice` }),
  stepTwice: (id: string) => ({ zh: `表单里步骤 "${id}" 出现了两次`, en: `the form has the step "${id}" twice` }),
  sectionsAndSteps: () => ({
    zh: '表单写 "sections" 或 "steps" 之一；分步表单的分区写在各步骤里',
    en: 'a form has "sections" or "steps"; put the sections of a form with steps into its steps',
  }),
  lastStepCall: () => ({ zh: "最后一步由表单自己的调用提交", en: "the last step is sent by the form's own call" }),
  requiredNotAsked: (name: string) => ({
    zh: `"${name}" 必填，但没有分区包含它`,
    en: `"${name}" must be filled, but no section has it`,
  }),
  viewNamedAsPart: (name: string) => ({
    zh: `"${name}" 是页面用来显示列表、表单等的词，视图要另取名称`,
    en: `"${name}" is what pages call a part of every entity; a view has a name of its own`,
  }),
  importReadOnly: (name: string) => ({
    zh: `"${name}" 由服务器填写，不能从文件导入`,
    en: `"${name}" is filled by the server, so no file can bring it`,
  }),
  importLines: () => ({
    zh: '有行的列表随文件导入时，"fields" 里只能有一个这样的列表，并要写 "key"：表头字段，同一条记录的各行都写它的值',
    en: 'of "fields" one list with rows at most can come as lines of a file, which need "key": the field that all rows of one record repeat',
  }),
  filterTwice: (name: string) => ({
    zh: `"${name}" 已经在 "primary" 里：一个筛选只显示一次`,
    en: `"${name}" is already in "primary": a filter is shown once`,
  }),
  maskedSearch: (name: string) => ({
    zh: `"${name}" 有掩码，按部分内容搜索会泄露被遮住的内容；改用按完整值筛选`,
    en: `"${name}" is masked, and a search by parts would tell what the mask covers; leave it to a filter for the whole value`,
  }),
  liveSearch: (name: string) => ({
    zh: `"${name}" 在读取时才计算，不能按它搜索或筛选`,
    en: `"${name}" is computed whenever it is read, so nothing can be searched or filtered by it`,
  }),
  sensitive: (name: string) => ({
    zh: `"${name}" 是敏感字段，列表不能显示、搜索或按它筛选`,
    en: `"${name}" is sensitive, so no list may show, search or filter it`,
  }),
  writeOnly: (name: string) => ({
    zh: `"${name}" 只写不读，列表不能显示、搜索或按它筛选`,
    en: `"${name}" is write-only, so no list may show, search or filter it`,
  }),
  local: (name: string) => ({
    zh: `"${name}" 只留在浏览器，列表不能显示、搜索或按它筛选`,
    en: `"${name}" is local, so no list may show, search or filter it`,
  }),
  noGroup: (name: string) => ({
    zh: `列表不能按 "${name}" 分组：只能按可筛选、列表中不加掩码的文字、选项、状态或是否字段分组`,
    en: `A list cannot be grouped by "${name}": only by a text, choice, state or yes/no that may be filtered and that lists show unmasked`,
  }),
  noSum: (name: string) => ({ zh: `"${name}" 不是数字，没有合计`, en: `"${name}" is no number, so it has no sum` }),
} satisfies MessageCatalogue;
