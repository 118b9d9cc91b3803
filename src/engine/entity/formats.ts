/** String formats for Ajv and for compiled validators, from the kinds (`kinds/formats.ts`). */
import type { StringFormat } from "../model/dialect.ts";
import { formats as plain } from "../kinds/formats.ts";

/** Formats by name. */
export const formats: Record<string, StringFormat> = Object.fromEntries(
  Object.entries(plain).map(([name, { validate, compare }]) => [
    name,
    {
      type: "string" as const,
      validate,
      ...(compare
        ? {
            compare: (one: string, other: string) =>
              validate(one) && validate(other) ? compare(one, other) : undefined,
          }
        : {}),
    },
  ]),
);
