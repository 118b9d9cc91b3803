/** Inputs that public forms do without. Loaded with the first form that needs one of them. */
import type { Field } from "../model/entity.ts";
import { FixedRecord, RecordCombo } from "../controls/RecordCombo.tsx";
import { ChoiceInput } from "./ChoiceInput.tsx";
import { ChoicesInput } from "./ChoicesInput.tsx";
import { CountryInput } from "./CountryInput.tsx";
import { CurrencyInput } from "./CurrencyInput.tsx";
import { DateInput } from "./DateInput.tsx";
import { DateTimeInput } from "./DateTimeInput.tsx";
import { FileInput } from "./FileInput.tsx";
import { FilesInput } from "./FilesInput.tsx";
import { IdentifierInput } from "./IdentifierInput.tsx";
import { IntegerInput } from "./IntegerInput.tsx";
import { LinkInput } from "./LinkInput.tsx";
import { LongTextInput } from "./LongTextInput.tsx";
import { MoneyInput } from "./MoneyInput.tsx";
import { PercentInput } from "./PercentInput.tsx";
import { PhoneInput } from "./PhoneInput.tsx";
import { RateInput } from "./RateInput.tsx";
import { SealedInput } from "./SealedInput.tsx";
import { TagsInput } from "./TagsInput.tsx";
import { TimeInput } from "./TimeInput.tsx";
import type { RareKind, InputDefinition } from "./input-definition.tsx";

const MAX_RADIO_OPTIONS = 3;
const hasFewOptions = (field: Field): boolean => {
  const values = field.options && "values" in field.options ? field.options.values : field.schema.enum;
  return Array.isArray(values) && values.length <= MAX_RADIO_OPTIONS;
};
const choice: InputDefinition = { Input: ChoiceInput, group: hasFewOptions };

/** Inputs by kind. */
export const inputs: Record<RareKind, InputDefinition> = {
  longText: { Input: LongTextInput, counted: true },
  money: { Input: MoneyInput },
  rate: { Input: RateInput },
  percent: { Input: PercentInput },
  integer: { Input: IntegerInput },
  currency: { Input: CurrencyInput, group: hasFewOptions },
  country: { Input: CountryInput, follows: true, knows: true },
  choice,
  choices: { Input: ChoicesInput, group: () => true },
  status: choice,
  uuid: { Input: IdentifierInput },
  date: { Input: DateInput },
  dateTime: { Input: DateTimeInput },
  time: { Input: TimeInput },
  phone: { Input: PhoneInput },
  link: { Input: LinkInput },
  tags: { Input: TagsInput },
  file: { Input: FileInput },
  files: { Input: FilesInput, follows: true },
  sealed: { Input: SealedInput, follows: true },
};
/** Inputs for values from records or reference lists, editable and read-only. */
export const recordInput = { Input: RecordCombo, Fixed: FixedRecord };
