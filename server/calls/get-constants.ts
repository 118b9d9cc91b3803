/** GET /mer/other/getConstants (C12): returns the specification's constants by name. */
import { handler } from "./handler.ts";

export const getConstants = handler("getConstants", async ({ services }) => ({
  constants: Object.fromEntries(
    Object.entries(services.schemas.constants).map(([name, constant]) => [name, constant.value]),
  ),
}));
