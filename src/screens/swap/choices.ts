/** Currency options for both sides of the exchange: sorted, with a note and whether each can be selected. */
import { type Entity, evaluateOptions, type Lang, type OptionState } from "@portolan/engine";
import type { Side } from "./amount.ts";

/** Balances and currencies from which the options are derived. */
export interface Money {
  /** Withdrawable balances by currency. */
  held: ReadonlyMap<string, string>;
  currencies: readonly { code: string; name: string }[];
  /**
   * Facts that decide which currencies are available, by currency code. Undefined if they failed to load; all
   * currencies are then available.
   */
  facts?: Readonly<Record<string, unknown>> | undefined;
}

/** A currency option of a select. */
export interface Choice {
  code: string;
  name: string;
  /** Balance of an available currency, or the reason why the currency is unavailable. */
  note?: string | undefined;
  closed: boolean;
}
export type Choices = Record<Side, readonly Choice[]>;
/** Which currencies are offered: all, or only those held. */
export type Offer = "instant" | "intra";

/**
 * Returns the currencies of each side: available ones first, sorted by balance, then unavailable ones with the reason.
 * Until the facts have loaded, all are available and held ones come first.
 */
export function listChoices({ held, currencies, facts }: Money, mode: Offer, request: Entity, lang: Lang): Choices {
  const own = currencies.filter(({ code }) => held.has(code));
  const offered = mode === "intra" ? own : [...own, ...currencies.filter(({ code }) => !held.has(code))];
  const names = new Map(offered.map(({ code, name }) => [code, name]));
  const judge = (side: Side): Choice[] => {
    const contexts = facts ? { currencies: facts } : {};
    const field = request.field(`${side}Currency`);
    const states = evaluateOptions(request, field, [...names.keys()], { contexts, lang });
    return (states ?? offered.map(({ code }) => ({ value: code }))).map(({ value, under, closed }: OptionState) => ({
      code: value,
      name: names.get(value) ?? "",
      note: closed ?? under,
      closed: closed !== undefined,
    }));
  };
  return { sell: judge("sell"), buy: judge("buy") };
}

/**
 * Returns the initial pair: the one in the URL (`?sell=USD&buy=CNY`), otherwise an available currency, preferably USD,
 * into another one, preferably CNY. Undefined when no pair is available.
 */
export function findPair({ sell, buy }: Choices, search: string): { sell: string; buy: string } | undefined {
  const params = new URLSearchParams(search);
  const find = (list: readonly Choice[], codes: readonly (string | null)[], open: boolean) =>
    codes.find((code) => list.some((choice) => choice.code === code && !(open && choice.closed)));
  const codesOf = (list: readonly Choice[]) => list.map(({ code }) => code);
  const sells = find(sell, [params.get("sell")], false) ?? find(sell, ["USD", ...codesOf(sell)], true) ?? sell[0]?.code;
  const others = (codes: readonly (string | null)[]) => codes.filter((code) => code !== sells);
  const buys =
    find(buy, others([params.get("buy")]), false) ?? find(buy, others(["CNY", "USD", ...codesOf(buy)]), true);
  return sells && buys ? { sell: sells, buy: buys } : undefined;
}
