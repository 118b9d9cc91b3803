/**
 * Inputs that most forms of records need and most public forms do not: lists and numbers. `registry.tsx` loads them
 * with the first form that uses one.
 */
import type { Field } from "../model/entity.ts";
import { FixedRecord, RecordCombo } from "../controls/RecordCombo.tsx";
import { ChoiceInput } from "./ChoiceInput.tsx";
import { CountryInput } from "./CountryInput.tsx";
import { CurrencyInput } from "./CurrencyInput.tsx";
import { IdentifierInput } from "./IdentifierInput.tsx";
import { IntegerInput } from "./IntegerInput.tsx";
import { LongTextInput } from "./LongTextInput.tsx";
import { MoneyInput } from "./MoneyInput.tsx";
import { PercentInput } from "./PercentInput.tsx";
import { RateInput } from "./RateInput.tsx";
import type { SharedKey, InputDefinition } from "./input-definition.tsx";

const MAX_RADIO_OPTIONS = 3;
const hasFewOptions = (field: Field): boolean => {
  const values = field.options && "values" in field.options ? field.options.values : field.schema.enum;
  return Array.isArray(values) && values.length <= MAX_RADIO_OPTIONS;
};
const choice: InputDefinition = { Input: ChoiceInput, group: hasFewOptions };

/** Inputs by kind. */
export const inputs: Record<SharedKey, InputDefinition> = {
  longText: { Input: LongTextInput, counted: true },
  money: { Input: MoneyInput },
  rate: { Input: RateInput },
  percent: { Input: PercentInput },
  integer: { Input: IntegerInput },
  currency: { Input: CurrencyInput, group: hasFewOptions },
  country: { Input: CountryInput, follows: true, knows: true },
  choice,
  status: choice,
  uuid: { Input: IdentifierInput },
};
/** Inputs for values from records or reference lists, editable and read-only. */
export const recordInput = { Input: RecordCombo, Fixed: FixedRecord };
