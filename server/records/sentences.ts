/** Formats sentences about records: the schema's text with the record's values, masked as in emails. */
import { fillSentence, type Entity } from "@portolan/engine";
import type { SentenceAbout } from "../lifecycle/context.ts";
import { present } from "./present.ts";

/**
 * Returns a sentence about a record; undefined when the entity's schema has no such sentence. `more`: values for
 * placeholders that are not fields.
 *
 * @example
 * formatSentence(withdrawal, "says.paid.notice", { record, lang: "en" }) // => "2,000.00 USD paid to Acme."
 */
export const formatSentence = (
  entity: Entity,
  key: string,
  { record, lang, more }: SentenceAbout,
): string | undefined => fillSentence(entity, key, { row: present(entity, record, undefined, "mail"), lang, more });
