/**
 * `npm run dev`: restarts the server and reloads the page when sources change. Schema changes apply without a restart;
 * while a schema does not compile, the last valid version stays in use.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

install();
const children = [
  spawn(process.execPath, ["--import", "tsx", "--watch-path=server", "--watch-path=src/engine", "server/main.ts"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PORT: process.env.PORT ?? "8080", SCHEMAS_WATCH: "1" },
  }),
  spawn(process.execPath, [join(root, "node_modules/vite/bin/vite.js"), "--host", "127.0.0.1"], {
    cwd: root,
    stdio: "inherit",
  }),
];
const stop = () => children.forEach((child) => child.kill("SIGTERM"));
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const child of children) child.on("exit", stop);
