import { randomBytes } from "node:crypto";

/** Returns 16 random hexadecimal digits that name a request in its response, the log and the audit. Never taken from the client. */
export const newTraceId = (): string => randomBytes(8).toString("hex");
