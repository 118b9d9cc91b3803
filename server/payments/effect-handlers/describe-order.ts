/** Describes the counterparty and amount of an order: the title and amount of its card, masked as in emails. */
import { formatValue, type Entity, type Lang, type Row } from "@portolan/engine";
import { present } from "../../records/present.ts";

/**
 * Returns the title and amount of the record's card in both languages; undefined when the entity has no card, the
 * card no amount with a currency, or the record no value for it.
 *
 * @example describeOrder(withdrawal, record)?.en // => "Acme 2,000.00 CNY"
 */
export function describeOrder(entity: Entity, record: Row): Record<Lang, string> | undefined {
  const { card } = entity.list;
  const shown = present(entity, record, undefined, "mail");
  const hasAmount = entity.fields.some(({ name, currency }) => name === card?.amount && currency);
  if (!hasAmount || formatValue(entity, card?.amount, "en", shown) === "") return undefined;
  const format = (lang: Lang) =>
    [card?.title, card?.amount]
      .map((name) => formatValue(entity, name, lang, shown))
      .filter(Boolean)
      .join(" ");
  return { zh: format("zh"), en: format("en") };
}
