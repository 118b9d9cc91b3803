/** Describes the counterparty and amount of an order: the title and amount of its card, masked as in e-mails. */
import type { Entity, Lang, Row } from "../../../src/engine/index.ts";
import { present } from "../../records/present.ts";

/**
 * Describes the counterparty and the amount of an order by the title and amount of its card, in both languages and
 * masked as in emails. Returns undefined if the entity has no card or the card has no amount.
 *
 * @example
 * describeOrder(withdrawal, record)?.en // => "Acme 2,000.00 CNY"
 */
export function describeOrder(entity: Entity, record: Row): Record<Lang, string> | undefined {
  const { card } = entity.list;
  const shown = present(entity, record, undefined, "mail");
  const hasAmount = entity.fields.some(({ name, currency }) => name === card?.amount && currency);
  if (!hasAmount || formatValue(entity, card?.amount, "en", shown) === "") return undefined;
  const say = (lang: Lang) =>
    [card?.title, card?.amount]
      .map((name) => formatValue(entity, name, lang, shown))
      .filter(Boolean)
      .join(" ");
  return { zh: say("zh"), en: say("en") };
}
