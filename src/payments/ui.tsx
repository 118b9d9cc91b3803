/** The half of payments for everyone with a screen: inputs of its kinds, loaded with the first form that has one. */
import type { Inputs } from "../engine/ui.tsx";
import type { BankingKind } from "./kinds/index.ts";

const load = (name: BankingKind) => async () => (await import("./inputs/skins.tsx")).skins[name];

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
