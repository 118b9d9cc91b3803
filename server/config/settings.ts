/** The settings that `config.schema.json` declares. */
import type { Lang } from "@portolan/engine";
import schema from "./config.schema.json";

export type Mode = "sandbox" | "live";

export interface Setting {
  "x-label": Record<Lang, string>;
  /** Description of valid values, for error messages. */
  "x-right"?: Record<Lang, string>;
  "x-default": string;
  "x-example"?: string;
  /** Mode in which this setting is required. */
  "x-needs"?: string;
  /** Setting that may be set instead of this one where `x-needs` requires it. */
  "x-unless"?: string;
  /** Whether the value is never shown, and may be `file:` with the path of a file that contains it. */
  "x-secret"?: boolean;
  /** Whether a leading `file:` is a scheme of the value. */
  "x-verbatim"?: boolean;
  "x-port"?: string;
  /** New name of this deprecated setting. */
  "x-replaced"?: string;
  /** Command that sets this setting. Operators do not set it themselves. */
  "x-by"?: string;
}

export const settings: Readonly<Record<string, Setting>> = schema.properties;

/** Settings that select a provider, each with its port. */
export const portSettings: readonly (readonly [name: string, port: string])[] = Object.entries(settings).flatMap(
  ([name, { "x-port": port }]) => (port === undefined ? [] : [[name, port] as const]),
);
