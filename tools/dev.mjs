/** `npm run dev`: the server restarts and the page reloads as sources change; both take a saved schema into use as they run, and keep the last good ones where it does not compile. */
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
