import type { Lang } from "../../src/engine/index.ts";

const TEXTS = {
  wrong: {
    en: () => "Name, password or code is wrong.",
    zh: () => "用户名、密码或验证码不对。",
  },
  sessionOver: {
    en: () => "This session is over. Sign in again: portolan operator sign-in <name>",
    zh: () => "会话已结束，请重新登录：portolan operator sign-in <用户名>",
  },
  badName: {
    en: (name: string) =>
      `"${name}" is no operator's name: 2 to 32 small letters, digits, dots, dashes, beginning with a letter.`,
    zh: (name: string) => `“${name}”不能用作操作员名：须为 2 到 32 个小写字母、数字、点或短横，以字母开头。`,
  },
  weakPassword: {
    en: () => "The password needs 12 characters or more, and may not be a common one.",
    zh: () => "密码至少 12 个字符，且不能是常见密码。",
  },
  taken: {
    en: (name: string) => `There is an operator ${name} already.`,
    zh: (name: string) => `操作员 ${name} 已存在。`,
  },
  noOperator: {
    en: (name: string) => `There is no active operator ${name}.`,
    zh: (name: string) => `没有启用中的操作员 ${name}。`,
  },
  lastOperator: {
    en: (name: string) => `${name} is the last operator and cannot be disabled. Create another one first.`,
    zh: (name: string) => `${name} 是最后一位操作员，不能停用。请先添加另一位。`,
  },
  needsSecond: {
    en: (name: string) => `Another operator has to confirm ${name} now. Nothing was done; run it again.`,
    zh: (name: string) => `现在须由另一位操作员确认 ${name}。未执行任何操作，请重新运行。`,
  },
  noProposal: { en: (id: string) => `There is no proposal ${id}.`, zh: (id: string) => `没有提案 ${id}。` },
  notOpen: {
    en: (id: string) => `Proposal ${id} was decided already: portolan proposal show ${id}`,
    zh: (id: string) => `提案 ${id} 已处理：portolan proposal show ${id}`,
  },
  ownProposal: {
    en: (by: string) => `${by} proposed it. Another operator confirms it.`,
    zh: (by: string) => `该提案由 ${by} 提出，须由另一位操作员确认。`,
  },
  stale: {
    en: (object: string) => `${object} has changed since it was proposed. Nothing was done; propose it again.`,
    zh: (object: string) => `提出之后 ${object} 已有变化。未执行任何操作，请重新提出。`,
  },
  notEntered: {
    en: (id: string) =>
      `Both operators enter a value of this proposal, each from the source: portolan proposal confirm ${id} --value <text>`,
    zh: (id: string) => `该提案中有一项须由两位操作员各自按原始凭证输入：portolan proposal confirm ${id} --value <值>`,
  },
  differs: {
    en: (id: string) =>
      `The value is not the one that was entered for ${id}. Nothing was done; one of the two is wrong.`,
    zh: (id: string) => `所填的值与 ${id} 提出时输入的不一致，两者必有一错。未执行任何操作。`,
  },
  early: {
    en: (from: string) => `It can be confirmed from ${from}. Until then any operator may refuse it.`,
    zh: (from: string) => `${from} 之后才能确认，在此之前任何操作员都可以拒绝。`,
  },
  lapsed: {
    en: (id: string) => `Proposal ${id} was open for 24 hours and has lapsed. Nothing was done; propose it again.`,
    zh: (id: string) => `提案 ${id} 超过 24 小时未确认，已失效。未执行任何操作，请重新提出。`,
  },
  debit: {
    en: (entry: string) => `${entry} is money that left: name the order that it paid (--order), or --house for a cost.`,
    zh: (entry: string) => `${entry} 是出账：请用 --order 指明对应的付款订单；属于平台费用的用 --house。`,
  },
  noEvent: {
    en: (order: string) => `The order does not book such an entry in its state: ${order}. Nothing was done.`,
    zh: (order: string) => `订单当前状态下没有与这笔流水对应的事件：${order}。未执行任何操作。`,
  },
  noReason: {
    en: (event: string) => `"${event}" needs the bank's reason: --reason AC04`,
    zh: (event: string) => `“${event}”须填写银行给出的原因：--reason AC04`,
  },
  otherAmount: {
    en: (event: string) => `The entry has another amount than the order books: ${event}. Nothing was done.`,
    zh: (event: string) => `流水金额与订单应记金额不符：${event}。未执行任何操作。`,
  },
  notParked: {
    en: (event: string) => `${event} is not parked any more. Nothing was done.`,
    zh: (event: string) => `${event} 已不再待处理。未执行任何操作。`,
  },
  damaged: {
    en: (id: string) =>
      `Proposal ${id} is not what was proposed: its content does not have its digest. Nothing was done.`,
    zh: (id: string) => `提案 ${id} 的内容与摘要不符，并非当初所提。未执行任何操作。`,
  },
} satisfies Record<string, Record<Lang, (about: string) => string>>;

/** Why an operator or an operation was refused. */
export type OperatorReason = keyof typeof TEXTS;

/**
 * Thrown when an operator or an operation is refused. The operation has no effect then. `message` is in English; `text`
 * returns it in either language.
 */
export class OperatorRefused extends Error {
  override readonly name = "OperatorRefused";
  constructor(
    readonly reason: OperatorReason,
    private readonly about = "",
  ) {
    super(TEXTS[reason].en(about));
  }
  text(lang: Lang): string {
    return TEXTS[this.reason][lang](this.about);
  }
}
