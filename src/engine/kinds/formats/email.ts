import type { StringFormat } from "../../model/dialect.ts";
import { isEmail } from "../email/email.ts";

/** Email addresses. */
export const format: StringFormat = { type: "string", validate: isEmail };
