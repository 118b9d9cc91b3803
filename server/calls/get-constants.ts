/** GET /session/constants: returns the constants by name. */
import { sessionHandler } from "./handler.ts";

export const getConstants = sessionHandler("getConstants", async ({ services }) => ({
  constants: Object.fromEntries(
    Object.entries(services.schemas.constants).map(([name, constant]) => [name, constant.value]),
  ),
}));
