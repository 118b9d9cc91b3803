/** Generates `.env.example` from the settings. */
import { settings } from "./settings.ts";

const HEAD = `# Settings of Portolan, for the environment of the server.
# Generated from server/config/config.schema.json by \`npm run schemas -- write\`.
# A secret (marked below) may be file:/path: the content of the file is the value.
`;

/**
 * Returns the text of `.env.example`: the settings, commented out, each with its meaning, its default, and an example
 * or else the default as its value. Omits deprecated settings and those set by a command (`x-by`).
 */
export function writeEnvExample(): string {
  const shown = Object.entries(settings).filter(([, setting]) => !("x-by" in setting) && !("x-replaced" in setting));
  return [
    HEAD,
    ...shown.map(([name, { "x-label": label, "x-default": otherwise, "x-example": example, "x-secret": secret }]) =>
      [
        `# ${stripMarkup(label.en)}`,
        `# ${stripMarkup(label.zh)}`,
        `# Default: ${stripMarkup(otherwise)}`,
        ...(secret ? ["# Secret"] : []),
        `#${name}=${example ?? formatDefault(otherwise)}`,
        "",
      ].join("\n"),
    ),
  ].join("\n");
}

/** Returns the default if it is a literal such as `8080`; empty for a default described in prose. */
const formatDefault = (otherwise: string) => (/^[\w.]+$/.test(stripMarkup(otherwise)) ? stripMarkup(otherwise) : "");
const stripMarkup = (text: string) => text.replaceAll("`", "");
