/** The words that belong to no field, in English: one chunk, loaded before the first paint. */
import app from "../../locales/en/shell.json";
import engine from "../../locales/en/engine.json";
import failures from "../../locales/en/failures.json";

export const words = { app, engine, failures };
