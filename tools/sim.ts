/** `npm run sim -- <verb>`: sends sandbox commands to the operator port of the running server. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SIM_FILE } from "../server/sandbox/operator.ts";
import { operatorCommands } from "../server/payments/sandbox/operator-commands.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = join(process.env.DATA_DIR ?? join(root, ".data"), SIM_FILE);

function formatHelp(): string {
  return ["npm run sim -- <verb>", ...Object.values(operatorCommands).map(({ usage }) => `  ${usage}`)].join("\n");
}

/** Parses `["order", "WD1", "--event", "paid"]` into verb, arguments and options. */
function parse(args: readonly string[]): { verb: string; words: string[]; options: Record<string, string> } {
  const [verb = "", ...rest] = args;
  const words: string[] = [];
  const options: Record<string, string> = {};
  for (let i = 0; i < rest.length; i++) {
    const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(rest[i]!) ?? [];
    if (name === undefined) words.push(rest[i]!);
    else options[name] = value ?? rest[++i] ?? "";
  }
  return { verb, words, options };
}

async function main(): Promise<number> {
  const { verb, words, options } = parse(process.argv.slice(2));
  if (!Object.hasOwn(operatorCommands, verb)) {
    console.error(verb && verb !== "help" ? `unknown verb ${verb}\n${formatHelp()}` : formatHelp());
    return verb === "help" ? 0 : 2;
  }
  let where: { port: number; token: string };
  try {
    where = JSON.parse(readFileSync(file, "utf8")) as typeof where;
  } catch {
    console.error(`no sandbox is running with the data folder of ${file}; start it with npm start`);
    return 2;
  }
  const response = await fetch(`http://127.0.0.1:${where.port}/${verb}`, {
    method: "POST",
    headers: { authorization: `Bearer ${where.token}`, "content-type": "application/json" },
    body: JSON.stringify({ words, options }),
  }).catch(() => undefined);
  if (!response) {
    console.error(`the sandbox of ${file} does not answer; is npm start still running?`);
    return 2;
  }
  const reply = (await response.json()) as { result?: unknown };
  if (!response.ok) {
    console.error(JSON.stringify(reply, undefined, 2));
    return 1;
  }
  console.log(JSON.stringify(reply.result, undefined, 2));
  return verb === "ledger" && (reply.result as { ok: boolean }).ok === false ? 1 : 0;
}

process.exitCode = await main();
