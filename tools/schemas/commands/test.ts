/** `npm run schemas -- test`: checks the QA cases. */
import type { Lang } from "@portolan/engine";
import { compileSchemas } from "../../../server/payments/schemas.ts";
import type { CompiledSchemas } from "@portolan/engine/folder";
import { listCaseNames, readCases, runCases, type CaseResult } from "../cases.ts";
import { hydrateCompiled } from "../hydrate-compiled.ts";
import { toolMessages } from "../tool-messages.ts";
import { readNames, type Command } from "../context.ts";

const DOTS = 80;

export const test: Command = {
  usage: "test [entity…] [-t NAME]",
  description: "checks the fixtures and cases of tests/schemas, as browser and server do",
  run({ dir, cases, args, options: { name, lang } }) {
    const schemas = compileSchemas(dir);
    const selected = readNames(args, schemas);
    const results = (selected.length > 0 ? selected : listCaseNames(cases)).flatMap((item) =>
      runNamedCases(schemas, cases, item, name),
    );
    const failed = results.filter(({ ok }) => !ok);
    const dots =
      results
        .map(({ ok }) => (ok ? "." : "F"))
        .join("")
        .match(new RegExp(`.{1,${DOTS}}`, "g")) ?? [];
    return {
      status: failed.length > 0 ? 1 : 0,
      text: [
        dots.join("\n"),
        ...failed.map((result) => formatFailure(result, lang)),
        [
          toolMessages.tested(results.length - failed.length, failed.length)[lang],
          ...(failed[0] ? [toolMessages.next(`${failed[0].file}:${failed[0].line}`)[lang]] : []),
        ].join(lang === "zh" ? "。" : ". "),
      ].join("\n\n"),
      json: { passed: results.length - failed.length, failed: failed.length, results },
    };
  },
};

/** Returns the results of an entity's or call's fixtures whose name contains `part`. */
export function runNamedCases(schemas: CompiledSchemas, cases: string, name: string, part = ""): CaseResult[] {
  const made = schemas.entities.get(name) ?? schemas.calls.get(name)?.request;
  const file = readCases(cases, name);
  if (!made || !file) return [];
  return runCases(hydrateCompiled(made), {
    ...file,
    fixtures: file.fixtures.filter((fixture) => fixture.name.includes(part)),
  });
}

/** Describes a failing case with its expected and actual errors. */
export const formatFailure = ({ file, line, name, differences }: CaseResult, lang: Lang): string =>
  [`${file}:${line}:1  error  failed-case  ${name}`, ...differences.map((message) => `    ${message[lang]}`)].join(
    "\n",
  );
