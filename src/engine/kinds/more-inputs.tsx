/** Inputs that most public forms do without: lists, calendars, files, numbers. `skins.tsx` fetches them with the first form that has one. */
import type { Field } from "../entity/entity.ts";
import { FixedRecord, RecordCombo } from "../form/controls/RecordCombo.tsx";
import { ChoiceInput } from "./choice/ChoiceInput.tsx";
import { CountryInput } from "./country/CountryInput.tsx";
import { CurrencyInput } from "./currency/CurrencyInput.tsx";
import { DateTimeInput } from "./date-time/DateTimeInput.tsx";
import { DateInput } from "./date/DateInput.tsx";
import { FileInput } from "./file/FileInput.tsx";
import { IntegerInput } from "./integer/IntegerInput.tsx";
import { LinkedBankNoInput } from "./linked-bank-no/LinkedBankNoInput.tsx";
import { LongTextInput } from "./long-text/LongTextInput.tsx";
import { MoneyInput } from "./money/MoneyInput.tsx";
import { PercentInput } from "./percent/PercentInput.tsx";
import { PhoneInput } from "./phone/PhoneInput.tsx";
import { RateInput } from "./rate/RateInput.tsx";
import { RegionInput } from "./region/RegionInput.tsx";
import type { LaterKey, Skin } from "./skins.tsx";

const RADIO_MOST = 3;
const few = (field: Field): boolean => {
  const values =
    field.options && "values" in field.options ? field.options.values : (field.schema.enum as unknown[] | undefined);
  return values !== undefined && values.length <= RADIO_MOST;
};
const choice: Skin = { Input: ChoiceInput, group: few };

export const skins: Record<LaterKey, Skin> = {
  longText: { Input: LongTextInput, counted: true },
  linkedBankNo: { Input: LinkedBankNoInput },
  money: { Input: MoneyInput },
  rate: { Input: RateInput },
  feeRate: { Input: PercentInput },
  percent: { Input: PercentInput },
  integer: { Input: IntegerInput },
  currency: { Input: CurrencyInput, group: few },
  country: { Input: CountryInput, follows: true, knows: true },
  choice,
  status: choice,
  date: { Input: DateInput },
  dateTime: { Input: DateTimeInput },
  phone: { Input: PhoneInput },
  file: { Input: FileInput },
  region: { Input: RegionInput, follows: true },
};
/** A value that is a record's key or a reference list's: how it is chosen, and how it stands where nobody may change it. */
export const listed = { Input: RecordCombo, Fixed: FixedRecord };
