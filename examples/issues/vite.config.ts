import { enginePlugins } from "../../tools/vite.ts";
import { engine } from "./dialect.ts";

export default {
  root: import.meta.dirname,
  plugins: enginePlugins({ dir: `${import.meta.dirname}/schemas`, engine }),
  html: { cspNonce: "__CSP_NONCE__" },
  build: { outDir: "dist", emptyOutDir: true },
};
