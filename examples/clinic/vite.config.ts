import { createEnginePlugins } from "@portolan/engine/vite";
import { dir, options } from "./schemas.ts";

export default {
  root: import.meta.dirname,
  plugins: createEnginePlugins({ dir, ...options }),
  html: { cspNonce: "__CSP_NONCE__" },
  build: { outDir: "dist", emptyOutDir: true },
};
