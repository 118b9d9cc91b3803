/** POST /mer/other/getConstants (C12): the specification's constants by name. */
import type { Handler } from "../http/handler.ts";

export const getConstants: Handler = async ({ deps }) => ({
  constants: Object.fromEntries(
    Object.entries(deps.schemas.constants).map(([name, constant]) => [name, constant.value]),
  ),
});
