import { parseArgs } from "node:util";
import { closest, distance } from "fastest-levenshtein";
import { CONFIG_EXIT, ConfigErrors, readTerminalLang, type Environment } from "../config/read.ts";
import type { Lang } from "../../src/engine/index.ts";
import { formatFailure } from "../core/failure-text.ts";
import { Failure } from "../core/failure.ts";
import { TaskRefused } from "../manual-provider/refusal.ts";
import { OperatorRefused } from "../operators/refusal.ts";
import { DatabaseError } from "../store/database.ts";
import { UsageError, type Command, type Outcome, type ProductTools } from "./command.ts";
import { desk } from "./desk.ts";
import { backup, filesHash, restore } from "./backup.ts";
import { distribute } from "./distribute.ts";
import { doctor } from "./doctor.ts";
import { files } from "./files.ts";
import { jobs } from "./jobs.ts";
import { keys } from "./keys.ts";
import { migrateCommand } from "./migrate.ts";
import { operator } from "./operator.ts";
import { proposal } from "./proposal.ts";
import { provider } from "./provider.ts";
import { processTerminal } from "./terminal.ts";
import { findStray, listUsages, type Stray } from "./usage.ts";
import { verify } from "./verify.ts";

type Commands = Readonly<Record<string, Command>>;

const ownCommands: Commands = {
  doctor,
  backup,
  restore,
  "files-hash": filesHash,
  migrate: migrateCommand,
  distribute,
  verify,
  jobs,
  files,
  keys,
  operator,
  proposal,
  desk,
  provider,
};

/** Exit status for invalid arguments. */
const USAGE_EXIT = 2;

/** SQLSTATE `undefined_table`. */
const NO_TABLE = "42P01";
const TEXTS = {
  en: {
    more: "portolan <verb> --help says more. Settings come from the environment, as the server reads them.",
    help: "this",
    noTables: "The database has no tables of this version yet: run portolan migrate.",
    stray: (verb: string, token: string) => `portolan ${verb} takes no "${token}"`,
    meant: (token: string) => `; did you mean ${token}?`,
    noVerb: (token: string) => `there is no verb ${token}`,
    noPath: (path: string) => `there is no file or folder ${path}`,
    noAccess: (path: string) => `${path} may not be read or written by this user`,
  },
  zh: {
    more: "portolan <verb> --help 显示详细用法。设置取自环境变量，与服务端相同。",
    help: "显示本说明",
    noTables: "数据库里还没有本版本的表：请先运行 portolan migrate。",
    stray: (verb: string, token: string) => `portolan ${verb} 不接受“${token}”`,
    meant: (token: string) => `，是不是 ${token}？`,
    noVerb: (token: string) => `没有 ${token} 这个命令`,
    noPath: (path: string) => `没有文件或文件夹 ${path}`,
    noAccess: (path: string) => `当前系统用户无权读写 ${path}`,
  },
};

/** Maximum length of a usage that shares a line with its description. */
const MAX_USAGE = 40;

function formatHelp(commands: Commands, lang: Lang): string {
  return [
    "portolan <verb> [options]",
    ...Object.values(commands).map(({ usage, description: does }) => {
      const [first = "", ...more] = listUsages(usage);
      const short = more.length === 0 && first.length <= MAX_USAGE ? first : `${first.split(" ")[0]} ...`;
      return `  ${short.padEnd(MAX_USAGE)}  ${does[lang]}`;
    }),
    TEXTS[lang].more,
  ].join("\n");
}

function describeVerb({ usage, description: does, options = {} }: Command, lang: Lang): string {
  const rows: [string, string][] = [
    ...Object.entries(options).map(([name, option]): [string, string] => [
      `--${name}${option.type === "string" ? " <text>" : ""}`,
      option.description[lang],
    ]),
    ["--help", TEXTS[lang].help],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const usages = listUsages(usage).map((usage) => `portolan ${usage}`);
  return [...usages, `  ${does[lang]}`, ...rows.map(([name, does]) => `  ${name.padEnd(width)}  ${does}`)].join("\n");
}

/** Runs a verb and returns its exit status and text. An error is returned as its message, without a stack. */
export async function runCommand(
  [name, ...args]: readonly string[],
  env: Environment,
  product: ProductTools,
  terminal = processTerminal,
): Promise<Outcome> {
  const lang = readTerminalLang(env);
  const commands = { ...ownCommands, ...product.commands };
  if (name === undefined || name === "help" || name === "--help")
    return { status: name === undefined ? USAGE_EXIT : 0, text: formatHelp(commands, lang) };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    return {
      status: USAGE_EXIT,
      text: `${TEXTS[lang].noVerb(name)}${suggestWord(findNearestVerb(name, commands), lang)}\n${formatHelp(commands, lang)}`,
      refused: true,
    };
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...command.options, help: { type: "boolean" } },
    });
    if (values["help"] === true) return { status: 0, text: describeVerb(command, lang) };
    const stray = findStray(command, positionals);
    if (stray) throw new UsageError(describeStray(name, stray, lang));
    return await command.run({ product, env, lang, args: positionals, options: values, terminal });
  } catch (error) {
    return toRefusal(error, command, lang);
  }
}

function toRefusal(error: unknown, command: Command, lang: Lang): Outcome {
  const message = readMessage(error, lang);
  if (error instanceof UsageError || isArgumentError(error))
    return { status: USAGE_EXIT, text: `${message}\n${describeVerb(command, lang)}`, refused: true };
  return { status: error instanceof ConfigErrors ? CONFIG_EXIT : 1, text: message, refused: true };
}

/** Returns the message of an error, translated to the terminal's language if possible. */
function readMessage(error: unknown, lang: Lang): string {
  if (error instanceof OperatorRefused || error instanceof TaskRefused) return error.text(lang);
  if (error instanceof DatabaseError && error.code === NO_TABLE) return TEXTS[lang].noTables;
  if (!(error instanceof Failure))
    return error instanceof Error ? (describePath(error, lang) ?? error.message) : String(error);
  const fields = error.errors.map(({ at, message }) => `  ${at.slice(1)}: ${message}`);
  return [formatFailure(error.failure, lang, error.params), ...fields].join("\n");
}

/** Returns whether the error was thrown by `parseArgs`. */
const isArgumentError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");

const suggestWord = (meant: string | undefined, lang: Lang): string =>
  meant === undefined ? "" : TEXTS[lang].meant(meant);

const describeStray = (verb: string, { token, meant }: Stray, lang: Lang): string =>
  TEXTS[lang].stray(verb, token) + suggestWord(meant, lang);

function findNearestVerb(name: string, commands: Commands): string | undefined {
  const near = closest(name, Object.keys(commands));
  return distance(near, name) <= name.length / 2 ? near : undefined;
}

/** Describes a path that is missing or inaccessible; undefined for any other error. */
function describePath(error: Error, lang: Lang): string | undefined {
  if (!("code" in error) || !("path" in error) || typeof error.path !== "string") return undefined;
  if (error.code === "ENOENT") return TEXTS[lang].noPath(error.path);
  return error.code === "EACCES" || error.code === "EROFS" ? TEXTS[lang].noAccess(error.path) : undefined;
}
