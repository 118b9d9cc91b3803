/** The list of inputs: one a kind. A kind that is missing here does not build. */
import type { ComponentType } from "react";
import type { Field } from "../entity/entity.ts";
import type { InputProps } from "../form/model.tsx";
import { ChoiceInput } from "./choice/ChoiceInput.tsx";
import { CountryInput } from "./country/CountryInput.tsx";
import { CurrencyInput } from "./currency/CurrencyInput.tsx";
import { DateTimeInput } from "./date-time/DateTimeInput.tsx";
import { DateInput } from "./date/DateInput.tsx";
import { EmailInput } from "./email/EmailInput.tsx";
import { FileInput } from "./file/FileInput.tsx";
import { IdentifierInput } from "./identifier/IdentifierInput.tsx";
import { kindList, type KindKey } from "./index.ts";
import { IntegerInput } from "./integer/IntegerInput.tsx";
import { LinkedBankNoInput } from "./linked-bank-no/LinkedBankNoInput.tsx";
import { LongTextInput } from "./long-text/LongTextInput.tsx";
import { MoneyInput } from "./money/MoneyInput.tsx";
import { PercentInput } from "./percent/PercentInput.tsx";
import { PhoneInput } from "./phone/PhoneInput.tsx";
import { RegionInput } from "./region/RegionInput.tsx";
import { RateInput } from "./rate/RateInput.tsx";
import { SecretInput } from "./secret/SecretInput.tsx";
import { TextInput } from "./text/TextInput.tsx";
import { isTick, YesNoInput } from "./yes-no/YesNoInput.tsx";

export interface Skin {
  Input: ComponentType<InputProps>;
  /** A limited text shows how much of it is used. */
  counted?: boolean;
  /** The input shows its value by rendering. */
  follows?: boolean;
  /** The kind itself knows every value and its name: a reference list of them adds only what the server takes. */
  knows?: boolean;
  /** Several controls under one name: the label is no `<label>`. */
  group?(field: Field): boolean;
  /** The input carries its label itself. */
  ownLabel?(field: Field): boolean;
}
const RADIO_MOST = 3;
const few = (field: Field): boolean => {
  const values = field.options && "values" in field.options ? field.options.values : (field.schema.enum as unknown[] | undefined);
  return values !== undefined && values.length <= RADIO_MOST;
};
const choice: Skin = { Input: ChoiceInput, group: few };
const code: Skin = { Input: IdentifierInput };

const skins: Record<KindKey, Skin> = {
  text: { Input: TextInput, counted: true },
  longText: { Input: LongTextInput, counted: true },
  identifier: code,
  bic: code,
  iban: code,
  cardNumber: code,
  creditCode: code,
  residentId: code,
  postcode: code,
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
  yesNo: { Input: YesNoInput, group: (field) => !isTick(field), ownLabel: isTick },
  date: { Input: DateInput },
  dateTime: { Input: DateTimeInput },
  phone: { Input: PhoneInput },
  email: { Input: EmailInput },
  secret: { Input: SecretInput },
  file: { Input: FileInput },
  region: { Input: RegionInput, follows: true },
  // Records and rows are drawn by what they refer to and by rjsf's list; these stand in where a schema names the kind alone.
  reference: { Input: TextInput },
  parties: { Input: TextInput },
};
const byName = new Map((Object.keys(skins) as KindKey[]).map((key) => [kindList[key].name, skins[key]]));

/** How a field is filled in. */
export function skinOf(field: Field): Skin {
  const skin = byName.get(field.kind.name);
  if (!skin) throw new Error(`no input for the kind ${field.kind.name}`);
  return skin;
}
