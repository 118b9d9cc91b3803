/** `npm run schemas`: runs all checks that need no server, and suggests what to do next. */
import { compileSchemas } from "../../../server/payments/schemas.ts";
import type { CompiledSchemas } from "@portolan/engine/folder";
import { describe, SchemaErrors, type SchemaError } from "@portolan/engine/compiler";
import { hasChangedSince, readBase } from "../base.ts";
import { listCaseNames } from "../cases.ts";
import { checkConstants } from "../check-constants.ts";
import { checkExamples } from "../check-examples.ts";
import { checkRows } from "../check-rows.ts";
import { hydrateCompiled } from "../hydrate-compiled.ts";
import { checkGlossary } from "../glossary.ts";
import { toolMessages } from "../tool-messages.ts";
import { CannotRun, type Command, type Context, type Outcome } from "./command.ts";
import { judgeChanges, summarizeChanges, type Judged } from "./diff.ts";
import { formatFailure, runNamedCases } from "./test.ts";
import { formatStaleFile, findStaleFiles } from "./write.ts";

export const check: Command = {
  usage: "check",
  description:
    "compiles everything, compares what is generated, judges all cases, asks what changed since HEAD; the same without a word",
  run(context) {
    const { lang } = context.options;
    const started = performance.now();
    const schemas = compileSchemas(context.dir);
    const { entities, calls, warnings } = schemas;
    const rows = [...entities.values()].flatMap((compiled) => {
      const { plan } = compiled;
      const data = plan.source === "data" ? schemas.data.get(plan.name) : undefined;
      return data ? checkRows(hydrateCompiled(compiled), data, `${context.dir}/data/${plan.name}.json`, lang) : [];
    });
    if (rows.length > 0)
      return createOutcome(1, [...warnings.map((finding) => describe(finding, lang)), rows.join("\n")]);
    const examples = findWrongExamples(schemas, context.dir);
    const findings = [...examples, ...checkGlossary(context.dir), ...checkConstants(schemas, context.dir)];
    if (findings.length > 0) throw new SchemaErrors(findings);
    const parts = warnings.map((finding) => describe(finding, lang));
    const files = findStaleFiles(schemas);
    parts.push(...files.map(({ path }) => formatStaleFile(path, lang)));
    const results = listCaseNames(context.cases).flatMap((name) => runNamedCases(schemas, context.cases, name));
    const failed = results.filter(({ ok }) => !ok);
    parts.push(...failed.map((result) => formatFailure(result, lang)));
    const unread = results.filter(({ review }) => review);
    parts.push(
      ...unread.map(
        ({ file, line, name }) => `${file}:${line}:1  warn  not-reviewed  ${toolMessages.notReviewed(name)[lang]}`,
      ),
    );
    const since = findChangesSinceBase(context, schemas);
    if (since && since.changes.length > 0) parts.push(summarizeChanges(since.changes, context.options.base)[lang]);
    const clean = files.length + failed.length + (since?.open.length ?? 0) === 0;
    const next =
      files.length > 0
        ? "npm run schemas -- write"
        : failed.length > 0
          ? `npm run schemas -- test ${failed[0]!.file.split("/")[2]}`
          : since && since.open.length > 0
            ? "npm run schemas -- diff"
            : unread[0]
              ? `${unread[0].file}:${unread[0].line}`
              : since && since.changes.length > 0
                ? toolMessages.thenSuggest(listTouched(since))[lang]
                : toolMessages.thenHelp()[lang];
    const summary = clean
      ? toolMessages.inOrder(entities.size, calls.size, results.length, Math.round(performance.now() - started))[lang]
      : "";
    return {
      ...createOutcome(clean ? 0 : 1, [...parts, `${summary} ${toolMessages.next(next)[lang]}`.trim()]),
      json: { clean, stale: files.map(({ path }) => path), failed, changes: since?.changes ?? [], next },
    };
  },
};

const createOutcome = (status: Outcome["status"], parts: readonly string[]): Outcome => ({
  status,
  text: parts.join("\n\n"),
});

/**
 * Returns findings for examples that their own field rejects. Compiling every validator also applies Ajv's strict mode.
 */
function findWrongExamples({ entities, calls }: CompiledSchemas, dir: string): SchemaError[] {
  return [...entities.values(), ...[...calls.values()].map(({ request }) => request)].flatMap((compiled) => {
    // An example is judged whether or not its field is shown.
    const entity = hydrateCompiled({ ...compiled, plan: { ...compiled.plan, show: [], require: [] } });
    entity.check({}, { lang: "zh" });
    return checkExamples(entity, entity.source === "call" ? "request" : undefined, dir);
  });
}

/** Returns the changes since the base; undefined without git, as in an unpacked archive. */
function findChangesSinceBase(context: Context, schemas: CompiledSchemas): Judged | undefined {
  if (!hasChangedSince(context.dir, context.options.base)) return undefined;
  try {
    return judgeChanges(context, readBase(context.dir, context.options.base), schemas);
  } catch (error) {
    if (error instanceof CannotRun) return undefined;
    throw error;
  }
}

/** Returns up to three changed entities and calls. */
const listTouched = ({ changes }: Judged) =>
  [...new Set(changes.map(({ at }) => at.split(".")[0]!))]
    .filter((name) => /^\w+$/.test(name) && name !== "constants")
    .slice(0, 3)
    .join(" ");
