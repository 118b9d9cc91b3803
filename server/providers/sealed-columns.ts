import type { SealedColumn } from "../core/sealed-column.ts";
import { formatEventPlace } from "./inbox.ts";

/** Sealed column of provider callbacks: the input of an event. */
export const providerColumns: readonly SealedColumn[] = [
  {
    table: "provider_event",
    column: "body",
    key: ["m", "port", "id"],
    context: ([tenant = "", port = "", id = ""]) => ({ tenant, about: formatEventPlace(port, id) }),
  },
];
