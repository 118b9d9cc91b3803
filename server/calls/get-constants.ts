/** POST /mer/other/getConstants (C12): the specification's constants by name. */
import type { Handler } from "./handler.ts";

export const getConstants: Handler = async ({ services }) => ({
  constants: Object.fromEntries(
    Object.entries(services.schemas.constants).map(([name, constant]) => [name, constant.value]),
  ),
});
