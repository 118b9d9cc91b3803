import { choice } from "./choice/choice.ts";
import { choices } from "./choices/choices.ts";
import { country } from "./country/country.ts";
import { currency } from "./currency/currency.ts";
import { date } from "./date/date.ts";
import { dateTime } from "./date-time/date-time.ts";
import { email } from "./email/email.ts";
import { file } from "./file/file.ts";
import { files } from "./files/files.ts";
import { identifier } from "./identifier/identifier.ts";
import { integer } from "./integer/integer.ts";
import type { Kind } from "../model/kind.ts";
import { link } from "./link/link.ts";
import { longText } from "./long-text/long-text.ts";
import { money } from "./money/money.ts";
import { parties } from "./parties/parties.ts";
import { percent } from "./percent/percent.ts";
import { phone } from "./phone/phone.ts";
import { postcode } from "./postcode/postcode.ts";
import { rate } from "./rate/rate.ts";
import { reference } from "./reference/reference.ts";
import { sealed } from "./sealed/sealed.ts";
import { secret } from "./secret/secret.ts";
import { status } from "./status/status.ts";
import { tags } from "./tags/tags.ts";
import { text } from "./text/text.ts";
import { time } from "./time/time.ts";
import { uuid } from "./uuid/uuid.ts";
import { yesNo } from "./yes-no/yes-no.ts";

/** The core kinds, keyed for type checking: a `Record<KindKey, …>` must have a member for every kind. */
export const kindList = {
  reference,
  file,
  sealed,
  secret,
  choice,
  postcode,
  phone,
  email,
  link,
  uuid,
  time,
  country,
  currency,
  status,
  identifier,
  rate,
  percent,
  money,
  integer,
  yesNo,
  dateTime,
  date,
  files,
  choices,
  tags,
  parties,
  longText,
  text,
};
/** Key of a kind in `kindList`. */
export type KindKey = keyof typeof kindList;

/**
 * The core kinds. A field without `x-kind` gets the first one that matches; kinds that never match must be named by
 * `x-kind`.
 * @example
 * const names = coreKinds.map(({ name }) => name);
 */
export const kinds: readonly Kind[] = Object.values(kindList);
