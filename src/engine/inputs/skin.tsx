/** Types of inputs, and the kinds of the engine whose inputs load with the form. */
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
  /** The kind knows every value and its name; a reference list only restricts them to those that the server accepts. */
  knows?: boolean;
  /** The input has several controls, so its label is not a `<label>`. */
  group?(field: Field): boolean;
  /** The input renders its label itself. */
  ownLabel?(field: Field): boolean;
}
/** Input of a kind, or how to load it with the first form that has one. */
export type Input = Skin | (() => Promise<Skin>);
/** Inputs of a product's kinds by the kind's name. */
export type Inputs = Readonly<Record<string, Input>>;
/** Kinds whose inputs load with the form. */
export type OwnKey = "text" | "identifier" | "postcode" | "yesNo" | "email" | "secret" | "reference" | "parties";
/** Kinds whose inputs are in `more-inputs.tsx`, loaded on demand. */
export type LaterKey = Exclude<KindKey, OwnKey>;
