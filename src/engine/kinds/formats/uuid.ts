import type { StringFormat } from "../../model/dialect.ts";
import { isUuid } from "../uuid/uuid.ts";

/** UUIDs in lower case. */
export const format: StringFormat = { type: "string", validate: isUuid };
