/** Starts the worker from its source; the build has one of its own. */
import { register } from "tsx/esm/api";

register();
await import("./worker.ts");
