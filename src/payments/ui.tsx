/**
 * React parts of the payment dialect: inputs of its kinds, loaded with the first form that needs them, and components
 * of its view types.
 */
import { coreViews, type Inputs, createViewPart, type ViewParts } from "../engine/ui.tsx";
import type { BankingKind } from "./kinds/index.ts";

const load = (name: BankingKind) => async () => (await import("./inputs/banking-inputs.tsx")).bankingInputs[name];

/** Inputs by kind, for `<EngineProvider>`. */
export const inputs = {
  bic: load("bic"),
  iban: load("iban"),
  "linked-bank-no": load("linked-bank-no"),
  "credit-code": load("credit-code"),
  "resident-id": load("resident-id"),
  "card-number": load("card-number"),
  region: load("region"),
  "fee-rate": load("fee-rate"),
} satisfies Inputs & Record<BankingKind, unknown>;

/** Components of the view types, by name, for `<EngineProvider>`. */
export const views = {
  ...coreViews,
  balances: createViewPart("balances", () => import("./views/Balances.tsx").then((module) => module.Balances)),
  faces: createViewPart("faces", () => import("./views/Faces.tsx").then((module) => module.Faces)),
  statement: createViewPart("statement", () => import("./views/Statement.tsx").then((module) => module.Statement)),
} satisfies ViewParts;
