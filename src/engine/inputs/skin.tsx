/** How a kind's input presents itself, and which kinds have theirs ahead of the others. */
import type { ComponentType } from "react";
import type { Field } from "../model/entity.ts";
import type { InputProps } from "../controls/model.tsx";
import type { KindKey } from "../kinds/index.ts";

/** Input of a kind and how the form frames it. */
export interface Skin {
  Input: ComponentType<InputProps>;
  /** Shows how many characters of a limited text are used. */
  counted?: boolean;
  /** The input shows its value by rendering. */
  follows?: boolean;
  /** The kind has every value and its name; a reference list adds only which of them the server accepts. */
  knows?: boolean;
  /** Several controls under one name: the label is no `<label>`. */
  group?(field: Field): boolean;
  /** The input carries its label itself. */
  ownLabel?(field: Field): boolean;
}
/** Kinds whose inputs come with the form. */
export type OwnKey =
  | "text"
  | "identifier"
  | "bic"
  | "iban"
  | "cardNumber"
  | "creditCode"
  | "residentId"
  | "postcode"
  | "yesNo"
  | "email"
  | "secret"
  | "reference"
  | "parties";
/** Kinds whose inputs are in `more-inputs.tsx`, loaded on demand. */
export type LaterKey = Exclude<KindKey, OwnKey>;
