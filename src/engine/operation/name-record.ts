/** Names a record to its user: its party and its amount, rather than its key. */
import { formatKey } from "../entity/member-id.ts";
import { formatText } from "../entity/record-label.ts";
import { formatValue } from "../entity/sentence.ts";
import type { Entity, Lang, Row } from "../model/entity.ts";

/** `party`: the title of the list's card. `amount`: its amount with the currency, or an empty string. */
export interface RecordName {
  party: string;
  amount: string;
}

/** Returns the name of a record. A card without a title in this record names it by its next fact, or else by its key. */
export function nameRecord(entity: Entity, row: Row, lang: Lang): RecordName {
  const { card } = entity.list;
  const names = card ? [card.title, ...card.meta] : [];
  return {
    party:
      names.map((name) => formatText(entity, name, row, lang)).find((text) => text !== "") ??
      formatKey(entity, String(row[entity.key])),
    amount: formatValue(entity, card?.amount, lang, row),
  };
}

/** Returns the name of a record as one text: `Acme Ltd 2,000.00 USD`. */
export function formatRecordName(entity: Entity, row: Row, lang: Lang): string {
  const { party, amount } = nameRecord(entity, row, lang);
  return [party, amount].filter(Boolean).join(" ");
}
