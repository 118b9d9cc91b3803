/** Starts the worker from its source, or the one that `DATABASE_THREAD` names; the build has one of its own. */
import { pathToFileURL } from "node:url";

const built = process.env.DATABASE_THREAD;
if (built) await import(pathToFileURL(built).href);
else {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./worker.ts");
}
