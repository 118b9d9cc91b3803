import { createEnginePlugins } from "@portolan/engine/vite";
import { engine } from "./dialect.ts";

export default {
  root: import.meta.dirname,
  plugins: createEnginePlugins({ dir: `${import.meta.dirname}/schemas`, engine }),
  html: { cspNonce: "__CSP_NONCE__" },
  build: { outDir: "dist", emptyOutDir: true },
};
