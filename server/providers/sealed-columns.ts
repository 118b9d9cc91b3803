import type { SealedColumn } from "../core/sealed-column.ts";
import { formatEventPlace } from "./inbox.ts";

export const providerColumns: readonly SealedColumn[] = [
  {
    table: "provider_event",
    column: "body",
    key: ["m", "port", "id"],
    context: ([tenant = "", port = "", id = ""]) => ({ tenant, about: formatEventPlace(port, id) }),
  },
];
