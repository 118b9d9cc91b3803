/** Compiled schemas as modules of the portal. */
import type { Plugin } from "vite";

export function schemasPlugin(_options: { dir: string }): Plugin {
  return { name: "portolan-schemas" };
}
