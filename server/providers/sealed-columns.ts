import type { SealedColumn } from "../core/sealed-column.ts";
import { describeEventContext } from "./inbox.ts";

/** Sealed column of provider callbacks: the input of an event. */
export const providerColumns: readonly SealedColumn[] = [
  {
    table: "provider_event",
    column: "body",
    key: ["m", "port", "id"],
    context: ([tenant = "", port = "", id = ""]) => ({ tenant, about: describeEventContext(port, id) }),
  },
];
