import type { Lang } from "../../src/engine/index.ts";

const TEXTS = {
  noTask: { en: (id: string) => `There is no task ${id}.`, zh: (id: string) => `没有任务 ${id}。` },
  notOpen: { en: (id: string) => `Task ${id} is not open any more.`, zh: (id: string) => `任务 ${id} 已不再待处理。` },
  taken: { en: (by: string) => `${by} works on it already.`, zh: (by: string) => `${by} 正在处理。` },
  noOutcome: {
    en: (open: string) => `The order does not lead on by that. It leads on by: ${open || "nothing"}`,
    zh: (open: string) => `订单当前状态不支持该结果。可选：${open || "无"}`,
  },
  missing: {
    en: (names: string) => `It needs ${names}, as name=value. Write name=none where there is none.`,
    zh: (names: string) => `还需要 ${names}，写作 名称=值；确实没有时写 名称=none。`,
  },
  unknown: {
    en: (names: string) => `It does not take ${names}.`,
    zh: (names: string) => `不接受 ${names}。`,
  },
  noFormat: {
    en: (known: string) => `--format is one of ${known}.`,
    zh: (known: string) => `--format 可为 ${known}。`,
  },
  noPayments: {
    en: (file: string) => (file ? `No payment went out with the file ${file}.` : "No payment waits for a file."),
    zh: (file: string) => (file ? `没有随文件 ${file} 发出的付款。` : "没有待导出的付款。"),
  },
  movedOn: {
    en: (event: string) => `"${event}" changed nothing: the order has moved on. Nothing was done.`,
    zh: (event: string) => `“${event}”未产生任何变化：订单已有进展。未执行任何操作。`,
  },
} satisfies Record<string, Record<Lang, (about: string) => string>>;

/**
 * Thrown when a task is unknown, or cannot be taken, answered or exported. No change is stored. `message` is in
 * English, and `text` returns it in either language.
 */
export class TaskRefused extends Error {
  override readonly name = "TaskRefused";
  constructor(
    readonly reason: keyof typeof TEXTS,
    private readonly about: string,
  ) {
    super(TEXTS[reason].en(about));
  }
  text(lang: Lang): string {
    return TEXTS[this.reason][lang](this.about);
  }
}
