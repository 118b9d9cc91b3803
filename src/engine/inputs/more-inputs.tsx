/**
 * Inputs that most public forms do not need: lists, calendars, files, numbers. `skins.tsx` loads them with the first
 * form that uses one.
 */
import type { Field } from "../model/entity.ts";
import { FixedRecord, RecordCombo } from "../controls/RecordCombo.tsx";
import { ChoiceInput } from "./ChoiceInput.tsx";
import { CountryInput } from "./CountryInput.tsx";
import { CurrencyInput } from "./CurrencyInput.tsx";
import { DateTimeInput } from "./DateTimeInput.tsx";
import { DateInput } from "./DateInput.tsx";
import { FileInput } from "./FileInput.tsx";
import { IdentifierInput } from "./IdentifierInput.tsx";
import { IntegerInput } from "./IntegerInput.tsx";
import { LongTextInput } from "./LongTextInput.tsx";
import { MoneyInput } from "./MoneyInput.tsx";
import { PercentInput } from "./PercentInput.tsx";
import { PhoneInput } from "./PhoneInput.tsx";
import { RateInput } from "./RateInput.tsx";
import type { Input, LaterKey, Skin } from "./skin.tsx";

const RADIO_MOST = 3;
const hasFewOptions = (field: Field): boolean => {
  const values = field.options && "values" in field.options ? field.options.values : field.schema.enum;
  return Array.isArray(values) && values.length <= RADIO_MOST;
};
const choice: Skin = { Input: ChoiceInput, group: hasFewOptions };

const loadRare = () => import("./rare-inputs.tsx");

/** Inputs by kind. Those that few schemas use are loaded with the first form that needs them. */
export const skins: Record<LaterKey, Input> = {
  longText: { Input: LongTextInput, counted: true },
  money: { Input: MoneyInput },
  rate: { Input: RateInput },
  percent: { Input: PercentInput },
  integer: { Input: IntegerInput },
  currency: { Input: CurrencyInput, group: hasFewOptions },
  country: { Input: CountryInput, follows: true, knows: true },
  choice,
  status: choice,
  date: { Input: DateInput },
  dateTime: { Input: DateTimeInput },
  time: async () => (await loadRare()).skins.time,
  link: async () => (await loadRare()).skins.link,
  uuid: { Input: IdentifierInput },
  sealed: async () => (await loadRare()).skins.sealed,
  files: async () => (await loadRare()).skins.files,
  tags: async () => (await loadRare()).skins.tags,
  choices: async () => (await loadRare()).skins.choices,
  phone: { Input: PhoneInput },
  file: { Input: FileInput },
};
/** Inputs for values from records or reference lists, editable and read-only. */
export const listed = { Input: RecordCombo, Fixed: FixedRecord };
