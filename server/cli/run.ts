/** Dispatches `portolan <verb>`. */
import { parseArgs } from "node:util";
import { closest, distance } from "fastest-levenshtein";
import { CONFIG_EXIT, ConfigErrors, terminalLang, type Environment } from "../config/read.ts";
import { UsageError, type Command, type Outcome, type ProductTools } from "./command.ts";
import { doctor } from "./doctor.ts";
import { jobs } from "./jobs.ts";
import { migrateCommand } from "./migrate.ts";
import { verify } from "./verify.ts";

const commands: Readonly<Record<string, Command>> = { doctor, migrate: migrateCommand, verify, jobs };

/** Exit status of a call that is not understood. */
const USAGE_EXIT = 2;

function help(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length));
  return [
    "portolan <verb> [options]",
    ...Object.values(commands).map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`),
    "portolan <verb> --help says more. Settings come from the environment, as the server reads them.",
  ].join("\n");
}

function helpOf({ usage, does, options = {} }: Command): string {
  const rows: [string, string][] = [
    ...Object.entries(options).map(([name, option]): [string, string] => [
      `--${name}${option.type === "string" ? " <text>" : ""}`,
      option.does,
    ]),
    ["--help", "this"],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [`portolan ${usage}`, `  ${does}`, ...rows.map(([name, does]) => `  ${name.padEnd(width)}  ${does}`)].join(
    "\n",
  );
}

/** Runs a verb. Returns exit status and text; an error becomes its message, never a stack. */
export async function runCommand(
  [name, ...args]: readonly string[],
  env: Environment,
  product: ProductTools,
): Promise<Outcome> {
  if (name === undefined || name === "help" || name === "--help")
    return { status: name === undefined ? USAGE_EXIT : 0, text: help() };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    return { status: USAGE_EXIT, text: `there is no verb ${name}${didYouMean(name)}\n${help()}`, refused: true };
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...command.options, help: { type: "boolean" } },
    });
    if (values["help"] === true) return { status: 0, text: helpOf(command) };
    return await command.run({ product, env, lang: terminalLang(env), words: positionals, options: values });
  } catch (error) {
    return refused(error, command);
  }
}

function refused(error: unknown, command: Command): Outcome {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError || isOfArguments(error))
    return { status: USAGE_EXIT, text: `${message}\n${helpOf(command)}`, refused: true };
  return { status: error instanceof ConfigErrors ? CONFIG_EXIT : 1, text: message, refused: true };
}

/** Returns whether `parseArgs` threw it. */
const isOfArguments = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");

function didYouMean(name: string): string {
  const near = closest(name, Object.keys(commands));
  return distance(near, name) <= name.length / 2 ? `; did you mean ${near}?` : "";
}
