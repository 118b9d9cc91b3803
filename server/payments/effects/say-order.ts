/** Describes who and how much an order is about: title and amount of its card, masked as in mails. */
import { currencyOf, kindContext, type Entity, type Lang, type Row } from "../../../src/engine/index.ts";
import { present } from "../../records/present.ts";

/**
 * Returns title and amount of the record's card in both languages; undefined when the record has no amount there, or the entity no card.
 * @example sayOrder(withdrawal, record)?.en // => "Acme 2,000.00 CNY"
 */
export function sayOrder(entity: Entity, record: Row): Record<Lang, string> | undefined {
  const { card } = entity.list;
  const money = entity.fields.find(({ name }) => name === card?.amount);
  const shown = present(entity, record, undefined, "mail");
  const textOf = (name: string | undefined, lang: Lang): string => {
    const field = entity.fields.find((one) => one.name === name);
    const value = field && shown[field.name];
    if (!field || value === undefined || value === null) return "";
    return field.kind.text(value, kindContext(entity, field, lang, shown));
  };
  const amount = textOf(money?.name, "en");
  if (!money || amount === "") return undefined;
  const say = (lang: Lang) =>
    [textOf(card?.title, lang), `${amount}\u00a0${currencyOf(money, shown) ?? ""}`.trimEnd()].filter(Boolean).join(" ");
  return { zh: say("zh"), en: say("en") };
}
