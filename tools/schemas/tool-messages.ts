/** Messages of the command line's findings and summaries, in both languages. */
import type { LocalizedMessage } from "@portolan/engine/compiler";

const PASSES: LocalizedMessage = { zh: "通过", en: "that it passes" };
const formatErrorsOrPass = (errors: readonly string[]): LocalizedMessage =>
  errors.length === 0
    ? PASSES
    : { zh: errors.join("、").replaceAll(" (a warning)", "（提醒）"), en: errors.join(", ") };

export const toolMessages = {
  // Findings.
  badExample: (value: string, field: string, why: LocalizedMessage) => ({
    zh: `"${field}" 的 ${value}：${why.zh}`,
    en: `${value} of "${field}": ${why.en}`,
  }),
  badNote: () => ({
    zh: "不是这样的写法：- 2026-11-30 withdrawal.remark limit-tightened: 原因",
    en: "is not of the form: - 2026-11-30 withdrawal.remark limit-tightened: why",
  }),
  idleNote: () => ({ zh: "没有这个名称的改动造成失效", en: "no breaking change has this name" }),
  notCompared: (why: LocalizedMessage) => ({
    zh: `没有比较，因为当时的写法现在已不能编译：${why.zh}`,
    en: `is not compared, because its earlier version does not compile any more: ${why.en}`,
  }),
  rowTwice: (row: string, key: string) => ({
    zh: `第 ${row} 行："${key}" 出现了两次`,
    en: `row ${row}: "${key}" occurs twice`,
  }),
  badRow: (row: string, location: string, why: LocalizedMessage) => ({
    zh: `第 ${row} 行${location}：${why.zh}`,
    en: `row ${row}${location}: ${why.en}`,
  }),
  wrongWord: (keyword: string, instead: LocalizedMessage) => ({
    zh: `这里不说 "${keyword}"，应为：${instead.zh}`,
    en: `"${keyword}" is the wrong term here; write: ${instead.en}`,
  }),
  fixedLabel: (label: string) => ({
    zh: `规范规定了这个名称，应为 "${label}"`,
    en: `the specification fixes this label: "${label}"`,
  }),
  constantUnread: (name: string, test: string | undefined) => ({
    zh: `没有 schema、文字或代码读取 "${name}"${test === undefined ? "" : `，"${test}" 也没有提到它`}；读取它，或删去它`,
    en: `no schema, text or code reads "${name}"${test === undefined ? "" : `, nor does "${test}" name it`}; read it or remove it`,
  }),
  unknownConstant: (name: string) => ({
    zh: `constants.json 里没有 "${name}"`,
    en: `constants.json has no "${name}"`,
  }),
  stale: () => ({ zh: "与现在的 schema 生成的内容不符", en: "is not what the schemas generate now" }),
  notReviewed: (name: string) => ({
    zh: `"${name}" 是程序写的。确认无误就删去 "review"`,
    en: `"${name}" was generated and is not reviewed. If it is right, remove "review"`,
  }),
  noRecord: (name: string) => ({
    zh: `tests/schemas/${name}/valid 里没有可作为用例起点的记录。写一条必须通过的，文件名任意`,
    en: `tests/schemas/${name}/valid has no record that cases could start from. Add one that must pass, with any file name`,
  }),
  noCase: (name: string, what: string) => ({
    zh: `${name}：试过的值都不能察觉 "${what}"。它被另一条限制包含，或者要由人想一个用例`,
    en: `${name}: no generated case detects "${what}". Another limit implies it, or a case must be written by hand`,
  }),

  // Problems of a case.
  differs: (expected: readonly string[], found: readonly string[]) => ({
    zh: `应为 ${formatErrorsOrPass(expected).zh}；实际 ${formatErrorsOrPass(found).zh}`,
    en: `expected ${formatErrorsOrPass(expected).en}; found ${formatErrorsOrPass(found).en}`,
  }),
  onServer: (what: LocalizedMessage) => ({ zh: `服务器端校验：${what.zh}`, en: `the server's check: ${what.en}` }),
  inEnglish: (what: LocalizedMessage) => ({
    zh: `英文的校验结果与中文不同：${what.zh}`,
    en: `the check in English differs from the one in Chinese: ${what.en}`,
  }),
  otherText: (location: string, code: string, message: string, expected: string) => ({
    zh: `${location} ${code} 的提示是 "${message}"，应为 "${expected}"`,
    en: `${location} ${code} has the message "${message}", expected "${expected}"`,
  }),
  noText: (location: string, code: string, zh: string, en: string) => ({
    zh: `${location} ${code} 没有提示文字："${zh}"、"${en}"`,
    en: `${location} ${code} has no message: "${zh}", "${en}"`,
  }),
  cannotSet: (location: string) => ({
    zh: `${location} 无法填写：起点记录里没有容纳它的地方`,
    en: `${location} cannot be set: the base record has no object or list for it`,
  }),
  notInBase: (location: string) => ({ zh: `${location} 不在起点记录里`, en: `${location} is not in the base` }),

  // Summaries.
  findings: (count: number, next: string) => ({
    zh: `发现 ${count} 处问题。下一步：${next}`,
    en: `${count} finding${count === 1 ? "" : "s"}. Next: ${next}`,
  }),
  tested: (passed: number, failed: number) => ({
    zh: `${passed} 个通过，${failed} 个失败`,
    en: `${passed} passed, ${failed} failed`,
  }),
  next: (what: string) => ({ zh: `下一步：${what}`, en: `Next: ${what}` }),
  inOrder: (entities: number, calls: number, cases: number, ms: number) => ({
    zh: `${entities} 个实体、${calls} 个调用、${cases} 个用例都没有问题（${ms} ms）。`,
    en: `${entities} entities, ${calls} calls and ${cases} cases are in order (${ms} ms).`,
  }),
  thenSuggest: (names: string) => ({
    zh: `npm run schemas -- suggest ${names}（为没有用例把守的地方补用例），然后 npm test`,
    en: `npm run schemas -- suggest ${names} (adds cases for limits that no case guards), then npm test`,
  }),
  thenHelp: () => ({
    zh: "npm run schemas -- help 列出其他命令",
    en: "npm run schemas -- help lists the other commands",
  }),
  added: (count: number) => ({
    zh: `新增 ${count} 个。下一步：逐个阅读；用例写的是 schema 现在的意思。意思对就删去 "review"，不对就改 schema`,
    en: `${count} added. Next: read each; it expects what the schema does now. If that is right, remove "review"; if not, correct the schema`,
  }),
  left: (count: number) => ({ zh: `剩 ${count} 处`, en: `${count} left` }),
  allGuarded: () => ({ zh: "每条限制都有用例把守", en: "Every limit has a case that fails when the limit is removed" }),
  changed: (count: number) => ({
    zh: `改了 ${count} 个。下一步：逐个阅读；名称可能也要改。意思对就删去 "review"`,
    en: `${count} changed. Next: read each; its name may have to change too. If it is right, remove "review"`,
  }),
  nothingToAccept: () => ({ zh: "没有要接受的。", en: "Nothing to accept." }),
  passes: () => ({ zh: "通过", en: "passes" }),
} satisfies Record<string, (...params: never[]) => LocalizedMessage>;
