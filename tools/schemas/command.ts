/** Dispatches `npm run schemas -- COMMAND …`. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describe, SchemaErrors, suggest } from "@portolan/engine/compiler";
import { NoSchemas } from "@portolan/engine/folder";
import { prepareKinds } from "../../src/payments/compiler.ts";
import { accept } from "./commands/accept.ts";
import { check } from "./commands/check.ts";
import { CannotRun, type Command, type Outcome } from "./context.ts";
import { diff } from "./commands/diff.ts";
import { explain } from "./commands/explain.ts";
import { exportPlain } from "./commands/export.ts";
import { scaffold } from "./commands/new.ts";
import { suite } from "./commands/suite.ts";
import { suggest as suggesting } from "./commands/suggest.ts";
import { test } from "./commands/test.ts";
import { PARTS, createWriteCommand } from "./commands/write.ts";
import { toolMessages } from "./tool-messages.ts";

const commands: Record<string, Command> = {
  check,
  diff,
  test,
  accept,
  explain,
  suggest: suggesting,
  new: scaffold,
  export: exportPlain,
  suite,
  write: createWriteCommand(
    "write [--check]",
    "writes all generated files: meta-schemas, types, docs, .env.example",
    PARTS,
  ),
  meta: createWriteCommand("meta [--check]", "only schemas/meta", ["meta"]),
  types: createWriteCommand("types [--check]", "only src/contract/types.gen.ts", ["types"]),
  docs: createWriteCommand("docs [--check]", "only docs/schema-language.md and docs/lifecycles.md", ["docs"]),
  help: { usage: "help", description: "this", run: () => ({ status: 0, text: formatHelp() }) },
};

function formatHelp(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length));
  return [
    "npm run schemas -- COMMAND",
    ...Object.values(commands).map(({ usage, description: does }) => `  ${usage.padEnd(width)}  ${does}`),
    "Options: --lang zh|en (en), --report json (check, diff, test, explain).",
    "Findings read file:line:column, severity, code, sentence. Exit code 0: clean, 1: findings, 2: could not run.",
  ].join("\n");
}

/** Runs a command on a folder of schemas and a folder of fixtures. Returns the output and the exit code. */
export async function schemasCommand(
  args: readonly string[],
  dir: string,
  cases: string = fileURLToPath(new URL("../../tests/schemas", import.meta.url)),
): Promise<Outcome> {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        base: { type: "string", default: "HEAD" },
        lang: { type: "string", default: "en" },
        check: { type: "boolean", default: false },
        plain: { type: "boolean", default: false },
        out: { type: "string" },
        from: { type: "string" },
        name: { type: "string", short: "t" },
        db: { type: "string" },
        report: { type: "string" },
      },
    });
  } catch (error) {
    return createUsageOutcome((error as Error).message);
  }
  const {
    values: { lang, report, ...options },
    positionals: [name = "check", ...tokens],
  } = parsed;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    return createUsageOutcome(`there is no command "${name}"${formatSuggestion(suggest(name, Object.keys(commands)))}`);
  if (tokens.length > 0 && !command.usage.includes("…"))
    return createUsageOutcome(`"${tokens.join(" ")}" is more than ${name} takes`);
  if (lang !== "zh" && lang !== "en") return createUsageOutcome(`--lang is zh or en, not "${lang}"`);
  if (report !== undefined && report !== "json") return createUsageOutcome(`--report is json, not "${report}"`);
  const outcome = await runCommand(command, {
    dir,
    cases: join(cases),
    args: tokens,
    options: { ...options, lang, json: report === "json" },
  });
  return report === "json" && outcome.status !== 2
    ? { status: outcome.status, text: JSON.stringify(outcome.json ?? { text: outcome.text }, null, 2) }
    : { status: outcome.status, text: outcome.text };
}

async function runCommand(command: Command, context: Parameters<Command["run"]>[0]): Promise<Outcome> {
  try {
    await prepareKinds();
    return await command.run(context);
  } catch (error) {
    if (error instanceof CannotRun || error instanceof NoSchemas) return { status: 2, text: error.message };
    if (!(error instanceof SchemaErrors)) throw error;
    const { findings } = error;
    const { lang } = context.options;
    const next = toolMessages.findings(findings.length, `${findings[0]!.file}:${findings[0]!.line}`)[lang];
    return {
      status: 1,
      text: [...findings.map((finding) => describe(finding, lang)), next].join("\n\n"),
      json: { findings },
    };
  }
}

const formatSuggestion = (meant: string | undefined) => (meant === undefined ? "" : `; did you mean "${meant}"?`);
const createUsageOutcome = (what: string): Outcome => ({ status: 2, text: `${what}\n${formatHelp()}` });
