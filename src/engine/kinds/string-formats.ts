/**
 * The core string formats for Ajv. A compiled validator imports the formats it needs from `formats/`. Kinds use the
 * same checks, so that both always agree.
 */
import type { StringFormat } from "../model/dialect.ts";
import { format as date } from "./formats/date.ts";
import { format as dateTime } from "./formats/date-time.ts";
import { format as decimal } from "./formats/decimal.ts";
import { format as email } from "./formats/email.ts";
import { format as password } from "./formats/password.ts";
import { format as time } from "./formats/time.ts";
import { format as uri } from "./formats/uri.ts";
import { format as uuid } from "./formats/uuid.ts";

/**
 * String formats by name.
 * @example
 * coreFormats["decimal"]?.validate("1.50"); // => true
 */
export const formats: Readonly<Record<string, StringFormat>> = {
  decimal,
  date,
  "date-time": dateTime,
  time,
  email,
  uri,
  uuid,
  password,
};
