/** Messages of `portolan statement` in both terminal languages. */
import type { ImportedStatement } from "./store.ts";

const describe = (
  { account, currency, day, lines, outcome, changed, gap }: ImportedStatement,
  format: { entries(n: number): string; before: string; differ(n: number): string; held: string },
): string => {
  const what = outcome === "stored" ? format.entries(lines) : changed === 0 ? format.before : format.differ(changed);
  return `${day}  ${account}  ${currency}  ${what}${gap ? format.held : ""}`;
};

export const STATEMENT_TEXTS = {
  en: {
    whichFile: "which file?",
    whichSubject: (verb: string) => `statement ${verb} of what?`,
    statement: (imported: ImportedStatement) =>
      describe(imported, {
        entries: (n) => (n === 1 ? "1 entry" : `${n} entries`),
        before: "stored before, nothing added",
        differ: (n) => `stored before; ${n} ${n === 1 ? "entry differs" : "entries differ"}, see statement cases`,
        held: "; its balances do not continue the statement before or after it, so its credits are held",
      }),
    nothingWritten: "Nothing was written.",
    format: "--format is camt or csv",
    mapping: "--mapping says what the columns of the CSV hold",
    account: "--account says whose statement the CSV is",
    noStatement: "No statement was imported.",
    noCase: "No case is open.",
    note: "--note says how it was solved",
    noOpenCase: (id: string) => `no open case ${id}`,
    solved: (id: string) => `${id} is solved`,
    owner: "--merchant, --order or --house says whose it is",
    otherMerchant: (order: string, merchant: string) => `${order} is not that merchant's, but of ${merchant}`,
    noEntry: (id: string) => `no entry ${id} in suspense`,
    noMerchant: (id: string) => `no merchant ${id}`,
    noneHeld: (id: string) => `no held credits in the statement ${id}`,
  },
  zh: {
    whichFile: "请给出文件",
    whichSubject: (verb: string) => `请给出 statement ${verb} 的对象`,
    statement: (imported: ImportedStatement) =>
      describe(imported, {
        entries: (n) => `${n} 笔`,
        before: "此前已导入，没有新增",
        differ: (n) => `此前已导入；有 ${n} 笔不一致，见 statement cases`,
        held: "；余额与前后期对账单不衔接，入账款项暂不入账",
      }),
    nothingWritten: "没有写入任何内容。",
    format: "--format 为 camt 或 csv",
    mapping: "请用 --mapping 说明 CSV 各列的含义",
    account: "请用 --account 指明 CSV 是哪个账号的对账单",
    noStatement: "还没有导入过对账单。",
    noCase: "没有待处理的差异。",
    note: "请用 --note 说明如何处理",
    noOpenCase: (id: string) => `没有待处理的差异 ${id}`,
    solved: (id: string) => `${id} 已处理`,
    owner: "请用 --merchant、--order 或 --house 指明归属",
    otherMerchant: (order: string, merchant: string) => `${order} 不属于该商户，属于 ${merchant}`,
    noEntry: (id: string) => `没有挂账的明细 ${id}`,
    noMerchant: (id: string) => `没有商户 ${id}`,
    noneHeld: (id: string) => `对账单 ${id} 没有暂不入账的款项`,
  },
};
export type StatementTexts = (typeof STATEMENT_TEXTS)["en"];
