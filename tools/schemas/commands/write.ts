/** `npm run schemas -- write`, `meta`, `types`, `docs`: writes the generated files. */
import type { Lang } from "@portolan/engine";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileSchemas } from "../../../server/payments/schemas.ts";
import type { CompiledSchemas } from "@portolan/engine/folder";
import { generateFiles, type Part } from "../generated.ts";
import { toolMessages } from "../tool-messages.ts";
import type { Command } from "../context.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Groups of generated files. */
export const PARTS: readonly Part[] = ["meta", "types", "docs", "settings"];

/** Returns the generated files that are out of date. */
export const findStaleFiles = (schemas: CompiledSchemas, parts: readonly Part[] = PARTS) =>
  parts.flatMap((part) => generateFiles(part, schemas)).filter(({ path, text }) => readCurrent(path) !== text);
/** Formats the finding for an outdated file. */
export const formatStaleFile = (path: string, lang: Lang) =>
  `${path}:1:1  error  stale-file  ${toolMessages.stale()[lang]}`;

/** Creates a command that writes the given groups; with `--check` it only compares them. */
export const createWriteCommand = (usage: string, description: string, parts: readonly Part[]): Command => ({
  usage,
  description,
  run({ dir, options }) {
    const files = findStaleFiles(compileSchemas(dir), parts);
    if (options.check)
      return files.length > 0
        ? {
            status: 1,
            text: [
              ...files.map(({ path }) => formatStaleFile(path, options.lang)),
              "\nNext: npm run schemas -- write",
            ].join("\n"),
          }
        : { status: 0, text: "Everything generated is up to date." };
    for (const { path, text } of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return {
      status: 0,
      text:
        files.length === 0
          ? "Everything generated was up to date."
          : files.map(({ path }) => `wrote ${path}`).join("\n"),
    };
  },
});

function readCurrent(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}
