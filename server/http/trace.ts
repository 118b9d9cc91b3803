import { randomBytes } from "node:crypto";

/** 16 hexadecimal digits: names one request in its answer, the log and the audit. Never taken from the client. */
export const newTraceId = (): string => randomBytes(8).toString("hex");
