import type { SealedColumn } from "../core/sealed-column.ts";
import { describeOperatorContext } from "./operators.ts";
import { describeProposalContext } from "./proposals.ts";

/** Sealed columns: authenticator secrets of operators, and bodies of proposals. */
export const operatorColumns: readonly SealedColumn[] = [
  {
    table: "operator",
    column: "totp_secret",
    key: ["name"],
    context: ([name = ""]) => ({ tenant: "", about: describeOperatorContext(name) }),
  },
  {
    table: "proposal",
    column: "body",
    key: ["m", "id"],
    context: ([tenant = "", id = ""]) => ({ tenant, about: describeProposalContext(id) }),
  },
];
