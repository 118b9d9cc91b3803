/** Inputs for days, files and phone numbers, such as applications and invoices have. */
import { DateInput } from "./DateInput.tsx";
import { DateTimeInput } from "./DateTimeInput.tsx";
import { FileInput } from "./FileInput.tsx";
import { PhoneInput } from "./PhoneInput.tsx";
import type { InputDefinition } from "./input-definition.tsx";

export const inputs = {
  date: { Input: DateInput },
  dateTime: { Input: DateTimeInput },
  phone: { Input: PhoneInput },
  file: { Input: FileInput },
} satisfies Record<string, InputDefinition>;
