import { createHmac } from "node:crypto";
import type { Sign } from "../../src/engine/index.ts";
import type { Deps } from "../app.ts";

/** Signs cursors for one merchant: another merchant's, or one made by hand, does not open. */
export const signer = ({ seal }: Pick<Deps, "seal">, m: string): Sign => (text) => createHmac("sha256", seal.key).update(`cursor|${m}|${text}`).digest("base64url").slice(0, 22);
