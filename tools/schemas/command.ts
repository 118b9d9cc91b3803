/** What `npm run schemas` does. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileSchemas } from "../../server/schemas/read.ts";
import { compileValidator, describe, SchemaErrors, type SchemaError } from "../../src/engine/compiler.ts";
import { hydrate } from "../../src/engine/index.ts";
import { checkExamples } from "./check-examples.ts";
import { checkRows } from "./check-rows.ts";
import { generated, type Part } from "./generated.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const PARTS: readonly Part[] = ["meta", "types", "docs"];
const USAGE = "npm run schemas [-- write | meta | types | docs] [--check]";

/** Carries the command out over a folder of schemas: what to print, and the exit code. */
export function schemasCommand(args: readonly string[], dir: string): { status: 0 | 1 | 2; text: string } {
  const lines: string[] = [];
  try {
    const status = carryOut(args, dir, (line) => lines.push(line));
    return { status, text: lines.join("\n") };
  } catch (error) {
    if (!(error instanceof SchemaErrors)) throw error;
    return { status: tell(error.findings, (line) => lines.push(line)), text: lines.join("\n") };
  }
}

type Say = (line: string) => void;

function carryOut(args: readonly string[], dir: string, say: Say): 0 | 1 | 2 {
  const [command = "check", ...rest] = args.filter((arg) => arg !== "--check");
  if (rest.length > 0 || !["check", "write", ...PARTS].includes(command)) {
    say(`"${[command, ...rest].join(" ")}" is not understood: ${USAGE}`);
    return 2;
  }
  const started = performance.now();
  const compiled = compileSchemas(dir);
  const { entities, calls, data, warnings } = compiled;
  for (const warning of warnings) say(`${describe(warning)}\n`);
  const examples: SchemaError[] = [];
  // Making every validator shows that Ajv's strict mode has nothing against the schemas either.
  for (const { plan, texts } of [...entities.values(), ...[...calls.values()].map(({ request }) => request)]) {
    const entity = hydrate(plan, texts, compileValidator(plan.schema));
    entity.check({}, { lang: "zh" });
    examples.push(...checkExamples(entity, plan.source === "call" ? "request" : undefined, dir));
    const rows = data.get(plan.name);
    const wrong = plan.source === "data" && rows ? checkRows(entity, rows, `${dir}/data/${plan.name}.json`) : [];
    if (wrong.length > 0) {
      say(wrong.join("\n"));
      return 1;
    }
  }
  if (examples.length > 0) return tell(examples, say);
  const parts = command === "check" || command === "write" ? PARTS : [command as Part];
  const stale = parts.flatMap((part) => generated(part, compiled)).filter(({ path, text }) => current(path) !== text);
  if (command === "check" || args.includes("--check")) {
    for (const { path } of stale) say(`${path}:1:1  error  stale-file  is not what the schemas give now`);
    if (stale.length > 0) say("\nNext: npm run schemas -- write");
    else say(`${entities.size} entities and ${calls.size} calls are in order (${Math.round(performance.now() - started)} ms).`);
    return stale.length > 0 ? 1 : 0;
  }
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    say(`wrote ${path}`);
  }
  if (stale.length === 0) say("Everything generated was up to date.");
  return 0;
}

function tell(findings: readonly SchemaError[], say: Say): 1 {
  say(findings.map(describe).join("\n\n"));
  say(`\n${findings.length} finding${findings.length === 1 ? "" : "s"}. Next: ${findings[0]!.file}:${findings[0]!.line}`);
  return 1;
}

function current(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}
