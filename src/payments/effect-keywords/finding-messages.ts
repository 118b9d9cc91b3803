/** Messages of findings about money and certification, in both languages. */
import type { LocalizedMessage, MessageCatalogue } from "@portolan/engine/compiler";

/**
 * Two paths to the same state that hold different amounts. `event` and `held` describe the first path, `other` is the
 * amount held on the second. `by` is the earlier event that last changed the hold; undefined if `event` did.
 */
interface MoneyDifference {
  state: string;
  held: string;
  event: string;
  other: string;
  by: string | undefined;
}

/** Returns the part of the message that names the event which last changed the hold; empty for undefined. */
const describeLeft = (event: string | undefined): LocalizedMessage =>
  event === undefined ? { zh: "", en: "" } : { zh: `，是 "${event}" 留下的`, en: `, which "${event}" left` };

export const effectMessages = {
  removesMoney: () => ({ zh: "事件会动账的记录不能删除", en: "a record whose events move money is not removed" }),
  changesMoney: (name: string) => ({
    zh: `修改可能改动 "${name}"，而事件按它动账；加上 "x-once" 使其不变`,
    en: `an update could change "${name}", which events move money by; "x-once" keeps it`,
  }),
  notFrozen: (names: readonly string[]) => ({
    zh: `订单会付出商户的钱，"frozen" 缺少 ${names.map((name) => `"${name}"`).join("、")}：复核和提交前要核对这些值`,
    en: `the order pays out of the wallet, so "frozen" also names ${names.map((name) => `"${name}"`).join(", ")}: their values are checked before a review and before a provider is asked`,
  }),
  certifiesItself: () => ({
    zh: "商户不能认证自己；1 由服务商或系统定时给出",
    en: "a merchant does not certify itself; 1 is given by the provider or the clock",
  }),
  moneyInPlace: (account: string) => ({ zh: `"${account}" 会记给它自己`, en: `"${account}" would give to itself` }),
  moneyElsewhere: (accounts: readonly string[], account: string) => ({
    zh: `给另一个商户的钱只能记入 ${accounts.map((account) => `"${account}"`).join(" 或 ")}，不能记入 "${account}"`,
    en: `another merchant is given money on ${accounts.map((account) => `"${account}"`).join(" or ")}, not on "${account}"`,
  }),
  moneyHeld: (event: string, held: string, by?: string) => ({
    zh: `"${event}" 之后订单已到终态，但 ${held} 仍被冻结${describeLeft(by).zh}`,
    en: `after "${event}" the order is at its end, but ${held} is still held${describeLeft(by).en}`,
  }),
  moneyDiffers: ({ state, held, event, other, by }: MoneyDifference) => ({
    zh: `"${event}" 之后 "${state}" 冻结 ${held === "nothing" ? "0" : held}，另一条路径上冻结 ${other === "nothing" ? "0" : other}${describeLeft(by).zh}`,
    en: `"${state}" holds ${held} after "${event}", but ${other} on another way${describeLeft(by).en}`,
  }),
} satisfies MessageCatalogue;
