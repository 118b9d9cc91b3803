/** `npm start`: installs and builds what is missing, then serves the portal and the API on the embedded database. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { install, root } from "./install.mjs";

install();
build();
await import(pathToFileURL(join(process.env.BUILD_DIR ?? join(root, "dist"), "server/main.js")).href);
