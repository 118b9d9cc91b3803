/** Inputs for the banking kinds. A missing kind is a type error. */
import { IdentifierInput, PercentInput, type InputDefinition } from "@portolan/engine/ui";
import type { BankingKind } from "../kinds/index.ts";
import { LinkedBankNoInput } from "./LinkedBankNoInput.tsx";
import { RegionInput } from "./RegionInput.tsx";

const code: InputDefinition = { Input: IdentifierInput };

export const bankingInputs: Record<BankingKind, InputDefinition> = {
  bic: code,
  iban: code,
  "linked-bank-no": { Input: LinkedBankNoInput },
  "credit-code": code,
  "resident-id": code,
  "card-number": code,
  region: { Input: RegionInput, follows: true },
  "fee-rate": { Input: PercentInput },
};
