import { parseArgs } from "node:util";
import { CONFIG_EXIT, ConfigErrors, readTerminalLang, type Environment } from "../config/read.ts";
import type { Lang } from "@portolan/engine";
import { formatFailure } from "../core/failure-text.ts";
import { Failure } from "../core/failure.ts";
import { OperatorRefused } from "../operators/refusal.ts";
import { DatabaseError } from "../store/database.ts";
import { formatPairs, UsageError, type Action, type Outcome, type ProductTools, type Verbs } from "./command.ts";
import { deskActions } from "./desk.ts";
import { backupActions, filesHashActions, restoreActions } from "./backup.ts";
import { distributeActions } from "./distribute.ts";
import { doctorActions } from "./doctor.ts";
import { filesActions } from "./files.ts";
import { jobsActions } from "./jobs.ts";
import { keysActions } from "./keys.ts";
import { migrateActions } from "./migrate.ts";
import { operatorActions } from "./operator.ts";
import { proposalActions } from "./proposal.ts";
import { providerActions } from "./provider.ts";
import { processTerminal } from "./terminal.ts";
import { findText, getText } from "./texts.ts";
import { findNearest, findStray, parseUsage, type Usage } from "./usage.ts";
import { verifyActions } from "./verify.ts";

const ownVerbs: Verbs = {
  doctor: doctorActions,
  backup: backupActions,
  restore: restoreActions,
  "files-hash": filesHashActions,
  migrate: migrateActions,
  distribute: distributeActions,
  verify: verifyActions,
  jobs: jobsActions,
  files: filesActions,
  keys: keysActions,
  operator: operatorActions,
  proposal: proposalActions,
  desk: deskActions,
  provider: providerActions,
};

/** Exit status for invalid arguments. */
const USAGE_EXIT = 2;
/** SQLSTATE `undefined_table`. */
const NO_TABLE = "42P01";
/** Maximum length of a usage that shares a line with its description. */
const MAX_USAGE = 40;

/** Returns help texts of verbs (`jobs`) and options (`jobs --state`), from the product or the server. */
type Help = (...keys: string[]) => string;

const createHelp =
  (product: ProductTools, lang: Lang): Help =>
  (...keys) =>
    keys.map((key) => product.help?.[lang][key] ?? findText(lang, key)).find((text) => text !== undefined) ?? "";

function formatHelp(verbs: Verbs, help: Help, lang: Lang): string {
  const lines = Object.entries(verbs).map(([verb, actions]) => {
    const [first = "", ...more] = actions.flatMap(({ usages }) => usages);
    const short = more.length === 0 && first.length <= MAX_USAGE ? first : `${verb} ...`;
    return `  ${short.padEnd(MAX_USAGE)}  ${help(verb)}`;
  });
  return ["portolan <verb> [options]", ...lines, getText(lang, "help.more")].join("\n");
}

/** Returns the options that any usage declares. */
const listOptions = (actions: readonly Action[]) => [
  ...new Map(actions.flatMap(({ usages }) => usages.flatMap((usage) => [...parseUsage(usage).options]))),
];

/** Returns the options as `parseArgs` takes them. */
const listTypes = (actions: readonly Action[]): Record<string, { type: "string" | "boolean" }> => ({
  ...Object.fromEntries(
    listOptions(actions).map(([name, { value }]) => [name, { type: value === undefined ? "boolean" : "string" }]),
  ),
  help: { type: "boolean" },
});

function describeVerb(verb: string, actions: readonly Action[], help: Help, lang: Lang): string {
  const usages = actions.flatMap(({ usages }) => usages);
  const rows = listOptions(actions).map(([name, { value }]): [string, string] => [
    `--${name}${value === undefined ? "" : " <text>"}`,
    help(`${verb} --${name}`, `--${name}`),
  ]);
  return [
    ...usages.map((usage) => `portolan ${usage}`),
    `  ${help(verb)}`,
    ...formatPairs([...rows, ["--help", getText(lang, "--help")]])
      .split("\n")
      .map((line) => `  ${line}`),
  ].join("\n");
}

/** Runs a verb and returns its exit status and text. An error is returned as its message, without a stack. */
export async function runCommand(
  [verb, ...given]: readonly string[],
  env: Environment,
  product: ProductTools,
  terminal = processTerminal,
): Promise<Outcome> {
  const lang = readTerminalLang(env);
  const help = createHelp(product, lang);
  const verbs = { ...ownVerbs, ...product.verbs };
  if (verb === undefined || verb === "help" || verb === "--help")
    return { status: verb === undefined ? USAGE_EXIT : 0, text: formatHelp(verbs, help, lang) };
  const actions = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!actions) {
    const message = getText(lang, "noVerb", { token: verb }) + suggest(findNearest(verb, Object.keys(verbs)), lang);
    return { status: USAGE_EXIT, text: `${message}\n${formatHelp(verbs, help, lang)}`, refused: true };
  }
  try {
    const { values, positionals } = parseArgs({ args: given, allowPositionals: true, options: listTypes(actions) });
    if (values["help"] === true) return { status: 0, text: describeVerb(verb, actions, help, lang) };
    const options: Record<string, string> = {};
    const flags = new Set<string>();
    for (const [name, value] of Object.entries(values))
      if (value === true) flags.add(name);
      else if (typeof value === "string" && value.trim() !== "") options[name] = value;
    const chosen = chooseAction(
      { verb, actions, lang, help },
      positionals,
      new Set([...flags, ...Object.keys(options)]),
    );
    const result = await chosen.action.run({ product, env, lang, terminal, options, flags }, ...chosen.args);
    return typeof result === "string" ? { status: 0, text: result } : result;
  } catch (error) {
    const message = readMessage(error, lang);
    if (error instanceof UsageError || isArgumentError(error))
      return { status: USAGE_EXIT, text: `${message}\n${describeVerb(verb, actions, help, lang)}`, refused: true };
    return { status: error instanceof ConfigErrors ? CONFIG_EXIT : 1, text: message, refused: true };
  }
}

/**
 * Returns the action that the arguments select, and its arguments without the literals.
 *
 * @throws UsageError for an unexpected argument, and for a missing argument or option
 */
function chooseAction(
  { verb, actions, lang, help }: { verb: string; actions: readonly Action[]; lang: Lang; help: Help },
  positionals: readonly string[],
  given: ReadonlySet<string>,
): { action: Action; args: string[] } {
  const parsed = actions.map((action) => ({ action, usages: action.usages.map(parseUsage) }));
  const stray = findStray(
    parsed.flatMap(({ usages }) => usages),
    positionals,
  );
  if (stray) throw new UsageError(getText(lang, "stray", { verb, token: stray.token }) + suggest(stray.meant, lang));
  const words =
    positionals.length === 0 && parsed.every(({ usages }) => usages[0]?.literals.length) ? ["list"] : positionals;
  const found = parsed.find(({ usages }) => usages[0]?.literals.every((literal, index) => words[index] === literal));
  const [usage] = found?.usages ?? [];
  if (!found || !usage) throw new UsageError(getText(lang, "which", { verb }));
  const args = words.slice(usage.literals.length);
  if (args.length < usage.args.filter((arg) => !arg.startsWith("[")).length)
    throw new UsageError(`portolan ${found.action.usages.join(" | ")}`);
  const missing = findMissing(found.usages, given);
  if (missing !== undefined)
    throw new UsageError(
      help(`missing --${missing}`) || `--${missing}: ${help(`${verb} --${missing}`, `--${missing}`)}`,
    );
  return { action: found.action, args };
}

/** Returns an option that is missing for the usage that has the fewest missing ones; undefined if none is missing. */
function findMissing(usages: readonly Usage[], given: ReadonlySet<string>): string | undefined {
  const missing = usages.map(({ options }) =>
    [...options].flatMap(([name, { isRequired }]) => (isRequired && !given.has(name) ? [name] : [])),
  );
  return missing.toSorted((a, b) => a.length - b.length)[0]?.[0];
}

/** Returns the message of an error, translated to the terminal's language if possible. */
function readMessage(error: unknown, lang: Lang): string {
  if (error instanceof OperatorRefused) return error.text(lang);
  if (error instanceof DatabaseError && error.code === NO_TABLE) return getText(lang, "noTables");
  if (!(error instanceof Failure))
    return error instanceof Error ? (describePath(error, lang) ?? error.message) : String(error);
  const fields = error.errors.map(({ at, message }) => `  ${at.slice(1)}: ${message}`);
  return [formatFailure(error.failure, lang, error.params), ...fields].join("\n");
}

/** Returns whether the error was thrown by `parseArgs`. */
const isArgumentError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");

const suggest = (meant: string | undefined, lang: Lang): string =>
  meant === undefined ? "" : getText(lang, "meant", { token: meant });

/** Describes a path that is missing or inaccessible; undefined for any other error. */
function describePath(error: Error, lang: Lang): string | undefined {
  if (!("code" in error) || !("path" in error) || typeof error.path !== "string") return undefined;
  const { path } = error;
  if (error.code === "ENOENT") return getText(lang, "noPath", { path });
  return error.code === "EACCES" || error.code === "EROFS" ? getText(lang, "noAccess", { path }) : undefined;
}
