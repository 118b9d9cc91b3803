/** Types of inputs, and the engine's kinds by when their inputs are loaded. */
import type { ComponentType } from "react";
import type { Field } from "../model/entity.ts";
import type { InputProps } from "../controls/model.tsx";
import type { KindKey } from "../kinds/index.ts";

/** Input of a kind, and how the form frames it. */
export interface InputDefinition {
  Input: ComponentType<InputProps>;
  /** Whether to show how many characters of a length-limited text are used. */
  counted?: boolean;
  /** Whether the input renders the current value and must re-render whenever it changes. */
  follows?: boolean;
  /**
   * Whether the kind itself knows all values and their names, so that a reference list only restricts them to those
   * that the server accepts.
   */
  knows?: boolean;
  /** Returns whether the input has several controls, so that its label is not a `<label>`. */
  group?(field: Field): boolean;
  /** Returns whether the input renders its label itself. */
  ownLabel?(field: Field): boolean;
}
/** Inputs of a product's kinds by kind name. */
export type Inputs = Readonly<Record<string, InputDefinition>>;
/** Loads the inputs of a product's kinds. Called with the first form that needs more than the basic inputs. */
export type LoadInputs = () => Promise<Inputs>;
/** Kinds whose inputs are loaded with the form. */
export type BasicKind = "text" | "identifier" | "postcode" | "yesNo" | "email" | "secret" | "reference" | "parties";
/** Kinds whose inputs are in `rare-inputs.tsx`. */
export type RareKind = Exclude<KindKey, BasicKind>;
