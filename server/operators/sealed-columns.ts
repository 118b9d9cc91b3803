import type { SealedColumn } from "../core/sealed-column.ts";
import { placeOfOperator } from "./operators.ts";
import { placeOfProposal } from "./proposals.ts";

/** Sealed columns: authenticator secrets of operators, and bodies of proposals. */
export const operatorColumns: readonly SealedColumn[] = [
  {
    table: "operator",
    column: "totp_secret",
    key: ["name"],
    place: ([name = ""]) => ({ tenant: "", about: placeOfOperator(name) }),
  },
  {
    table: "proposal",
    column: "body",
    key: ["m", "id"],
    place: ([tenant = "", id = ""]) => ({ tenant, about: placeOfProposal(id) }),
  },
];
