/** Describes in both languages why a file is not valid JSON, and how to fix it. */
import type { LocalizedMessage } from "../rules/rule-messages.ts";

/** Descriptions of parser errors by code. */
export const JSON_ERRORS: Readonly<Record<string, string>> = {
  InvalidSymbol: "有不认识的符号",
  InvalidNumberFormat: "数字写法不对",
  PropertyNameExpected: "缺少名称",
  ValueExpected: "缺少值",
  ColonExpected: "缺少冒号",
  CommaExpected: "缺少逗号",
  CloseBraceExpected: "缺少右花括号",
  CloseBracketExpected: "缺少右方括号",
  EndOfFileExpected: "文件在这里应当结束",
  InvalidCommentToken: "不能有注释",
  UnexpectedEndOfComment: "注释没有写完",
  UnexpectedEndOfString: "字符串没有写完",
  UnexpectedEndOfNumber: "数字没有写完",
  InvalidUnicode: "Unicode 转义写法不对",
  InvalidEscapeCharacter: "转义写法不对",
  InvalidCharacter: "有无效字符",
};

/** Messages with the JSON syntax to use instead. */
export const JSON_SYNTAX = {
  quotes: {
    zh: '名称和文本用英文直双引号括起，"…"',
    en: 'names and texts stand in straight double quotation marks, "…"',
  },
  colon: { zh: '冒号是英文的 ":"', en: 'the colon is ":"' },
  comma: { zh: '逗号是英文的 ","', en: 'the comma is ","' },
  comment: { zh: '它没有注释；说明写在 "$comment" 里', en: 'it has no comments; "$comment" takes one' },
} satisfies Record<string, LocalizedMessage>;
export type JsonSyntax = keyof typeof JSON_SYNTAX;
