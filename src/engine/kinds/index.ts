/** The list of kinds, most specific first. */
import type { JsonSchema } from "../model/entity.ts";
import { bic } from "./bic/bic.ts";
import { cardNumber } from "./card-number/card-number.ts";
import { choice } from "./choice/choice.ts";
import { country } from "./country/country.ts";
import { creditCode } from "./credit-code/credit-code.ts";
import { currency } from "./currency/currency.ts";
import { date } from "./date/date.ts";
import { dateTime } from "./date-time/date-time.ts";
import { email } from "./email/email.ts";
import { feeRate } from "./fee-rate/fee-rate.ts";
import { file } from "./file/file.ts";
import { iban } from "./iban/iban.ts";
import { identifier } from "./identifier/identifier.ts";
import { integer } from "./integer/integer.ts";
import type { Kind } from "../model/kind.ts";
import { linkedBankNo } from "./linked-bank-no/linked-bank-no.ts";
import { longText } from "./long-text/long-text.ts";
import { money } from "./money/money.ts";
import { parties } from "./parties/parties.ts";
import { percent } from "./percent/percent.ts";
import { phone } from "./phone/phone.ts";
import { postcode } from "./postcode/postcode.ts";
import { rate } from "./rate/rate.ts";
import { reference } from "./reference/reference.ts";
import { region } from "./region/region.ts";
import { residentId } from "./resident-id/resident-id.ts";
import { secret } from "./secret/secret.ts";
import { status } from "./status/status.ts";
import { text } from "./text/text.ts";
import { yesNo } from "./yes-no/yes-no.ts";

/** All kinds, under keys for types: a `Record<KindKey, …>` must have a member for every kind. */
export const kindList = {
  reference,
  file,
  secret,
  choice,
  bic,
  iban,
  linkedBankNo,
  creditCode,
  residentId,
  cardNumber,
  postcode,
  phone,
  email,
  country,
  currency,
  region,
  status,
  identifier,
  rate,
  feeRate,
  percent,
  money,
  integer,
  yesNo,
  dateTime,
  date,
  parties,
  longText,
  text,
};
/** A kind's key in `kindList`. */
export type KindKey = keyof typeof kindList;

/**
 * All kinds. A field without `x-kind` is of the first that matches; kinds that never match need `x-kind`.
 * @example
 * const names = coreKinds.map(({ name }) => name);
 */
export const kinds: readonly Kind[] = Object.values(kindList);

const byName = new Map(kinds.map((kind) => [kind.name, kind]));

/** Returns the kind that `x-kind` names; undefined for an unknown name. */
export const kindNamed = (name: string): Kind | undefined => byName.get(name);

/** Loads every full check (`Kind.prepare`). The server awaits it before it listens; a page's inputs load their own kind's on mount. */
export async function prepareKinds(): Promise<void> {
  await Promise.all(kinds.map((kind) => kind.prepare?.()));
}

/** Returns the kind of a field: the one that `x-kind` names, otherwise the most specific that matches its schema; undefined when none does. */
export function kindFor(schema: JsonSchema, words: JsonSchema): Kind | undefined {
  const name = words["x-kind"];
  return typeof name === "string" ? kindNamed(name) : kinds.find((kind) => kind.matches(schema, words));
}
