/** The settings that `config.schema.json` declares. */
import type { Lang } from "../../src/engine/index.ts";
import schema from "./config.schema.json";

/** Mode of an installation. */
export type Mode = "sandbox" | "live";

/** Schema of one setting. */
export interface Setting {
  "x-label": Record<Lang, string>;
  /** Description of a valid value. */
  "x-right"?: Record<Lang, string>;
  "x-default": string;
  "x-example"?: string;
  /** Mode that does not start without it. */
  "x-needs"?: string;
  /** Setting that replaces it in that mode. */
  "x-unless"?: string;
  "x-secret"?: boolean;
  /** A leading `file:` is part of the value, not a file reference. */
  "x-verbatim"?: boolean;
  /** Provider port that it connects. */
  "x-port"?: string;
  /** The setting that replaces this old name. */
  "x-replaced"?: string;
  /** Command that sets it; users do not. */
  "x-by"?: string;
}

/** Every setting by its name. */
export const settings: Readonly<Record<string, Setting>> = schema.properties;

/** Settings that connect a provider, each with its port. */
export const portSettings: readonly (readonly [name: string, port: string])[] = Object.entries(settings).flatMap(
  ([name, { "x-port": port }]) => (port === undefined ? [] : [[name, port] as const]),
);
