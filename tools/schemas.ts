/**
 * `npm run schemas`: checks every schema and what is generated from them, and says the next thing to do.
 * `-- write` writes all generated files, `-- meta`, `-- types` and `-- docs` only these; with `--check` they are compared instead.
 * Exit code 0: clean, 1: findings, 2: could not run.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { compileSchemas } from "../server/schemas/read.ts";
import { compileValidator, describe, SchemaErrors, type SchemaError } from "../src/engine/compiler.ts";
import { hydrate } from "../src/engine/index.ts";
import { checkExamples } from "./schemas/check-examples.ts";
import { checkRows } from "./schemas/check-rows.ts";
import { generated, type Part } from "./schemas/generated.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const PARTS: readonly Part[] = ["meta", "types", "docs"];
const USAGE = "npm run schemas [-- write | meta | types | docs] [--check]";

function main(args: readonly string[]): number {
  const [command = "check", ...rest] = args.filter((arg) => arg !== "--check");
  if (rest.length > 0 || !["check", "write", ...PARTS].includes(command)) {
    console.error(`"${[command, ...rest].join(" ")}" is not understood: ${USAGE}`);
    return 2;
  }
  const dir = resolve(process.env.SCHEMAS_DIR ?? join(root, "schemas"));
  const started = performance.now();
  const compiled = compileSchemas(dir);
  const { entities, calls, data, warnings } = compiled;
  for (const warning of warnings) console.log(`${describe(warning)}\n`);
  const examples: SchemaError[] = [];
  // Making every validator shows that Ajv's strict mode has nothing against the schemas either.
  for (const { plan, texts } of [...entities.values(), ...[...calls.values()].map(({ request }) => request)]) {
    const entity = hydrate(plan, texts, compileValidator(plan.schema));
    entity.check({}, { lang: "zh" });
    examples.push(...checkExamples(entity, plan.source === "call" ? "request" : undefined, dir));
    const rows = data.get(plan.name);
    const wrong = plan.source === "data" && rows ? checkRows(entity, rows, `${dir}/data/${plan.name}.json`) : [];
    if (wrong.length > 0) {
      console.log(wrong.join("\n"));
      return 1;
    }
  }
  if (examples.length > 0) return tell(examples);
  const parts = command === "check" || command === "write" ? PARTS : [command as Part];
  const stale = parts.flatMap((part) => generated(part, compiled)).filter(({ path, text }) => current(path) !== text);
  if (command === "check" || args.includes("--check")) {
    for (const { path } of stale) console.log(`${path}:1:1  error  stale-file  is not what the schemas give now`);
    if (stale.length > 0) console.log("\nNext: npm run schemas -- write");
    else console.log(`${entities.size} entities and ${calls.size} calls are in order (${Math.round(performance.now() - started)} ms).`);
    return stale.length > 0 ? 1 : 0;
  }
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
  if (stale.length === 0) console.log("Everything generated was up to date.");
  return 0;
}

function tell(findings: readonly SchemaError[]): number {
  console.log(findings.map(describe).join("\n\n"));
  console.log(`\n${findings.length} finding${findings.length === 1 ? "" : "s"}. Next: ${findings[0]!.file}:${findings[0]!.line}`);
  return 1;
}

function current(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  if (error instanceof SchemaErrors) {
    process.exitCode = tell(error.findings);
  } else {
    console.error(error);
    process.exitCode = 2;
  }
}
