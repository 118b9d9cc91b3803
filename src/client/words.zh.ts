/** The words that belong to no field, in Chinese: one chunk, loaded before the first paint. */
import app from "../../locales/zh/shell.json";
import engine from "../../locales/zh/engine.json";
import failures from "../../locales/zh/failures.json";

export const words = { app, engine, failures };
