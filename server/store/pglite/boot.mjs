/** Starts the worker from its source, or from the file in `DATABASE_THREAD`. The build has a separate entry. */
import { pathToFileURL } from "node:url";

const built = process.env.DATABASE_THREAD;
if (built) await import(pathToFileURL(built).href);
else {
  const { register } = await import("tsx/esm/api");
  register();
  await import("./worker.ts");
}
