/** `npm run schemas`: runs all checks that need no server, and suggests what to do next. */
import { compileSchemas } from "../../../server/payments/schemas.ts";
import type { CompiledSchemas } from "@portolan/engine/folder";
import { describe, SchemaErrors, type SchemaError, createFinding, parseJson } from "@portolan/engine/compiler";
import { hasChangedSince, readBase } from "../base.ts";
import { listCaseNames } from "../cases.ts";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fillConstants, getTextName, type Entity, type Field, type Lang, type Row } from "@portolan/engine";
import { findConstantReads } from "../changes/code-references.ts";
import { listUses } from "../changes/product-changes.ts";
import { readTexts, checkGlossary } from "../glossary.ts";
import { toolMessages } from "../tool-messages.ts";
import { hydrateCompiled } from "../hydrate-compiled.ts";
import { CannotRun, type Command, type Context, type Outcome } from "../context.ts";
import { judgeChanges, summarizeChanges, type Judged } from "./diff.ts";
import { formatFailure, runNamedCases } from "./test.ts";
import { formatStaleFile, findStaleFiles } from "./write.ts";

export const check: Command = {
  usage: "check",
  description:
    "compiles everything, compares generated files, runs all cases, summarises what changed since HEAD; the default command",
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

/** A field with the lists of rows that contain it, outermost first. */
interface Located {
  field: Field;
  lists: readonly Field[];
}

/** Returns all fields, those of rows included. */
const listAll = (fields: readonly Field[], lists: readonly Field[] = []): Located[] =>
  fields.flatMap((field) => [{ field, lists }, ...listAll(field.items ?? [], [...lists, field])]);

/**
 * Returns findings for examples and defaults that their own field rejects, in an entity or in a call's request, at every
 * depth.
 */
function checkExamples(entity: Entity, part: "request" | undefined, dir: string): SchemaError[] {
  return listAll(entity.fields).flatMap(({ field, lists }) =>
    (["examples", "default"] as const).flatMap((keyword) =>
      [field.schema[keyword] ?? []].flat().flatMap((value) => {
        const record = lists.reduceRight<Row>((row, { name }) => ({ [name]: [row] }), { [field.name]: value });
        const pointer = field.at.replaceAll("/*", "/0");
        const wrong = (lang: Lang) =>
          entity
            .check(record, { lang, only: [lists[0]?.name ?? field.name] })
            .errors.find(({ at, code }) => at === pointer && code !== "required")?.message;
        const en = wrong("en");
        if (en === undefined) return [];
        const file = parseJson(entity.file, readFileSync(join(dir, entity.file.replace(/^[^/]*\//, "")), "utf8")).json!;
        const steps = [...lists, field].flatMap(({ name }) => [
          "items",
          ...name.split(".").flatMap((own) => ["properties", own]),
        ]);
        const location = file.walk([...(part ? [part] : []), ...steps.slice(1), keyword]).location();
        return [
          createFinding(
            location,
            "bad-example",
            toolMessages.badExample(String(value), getTextName(field), { zh: wrong("zh") ?? en, en }),
          ),
        ];
      }),
    ),
  );
}

const isText = (value: unknown): value is Record<"zh" | "en", string> =>
  typeof value === "object" && value !== null && "zh" in value;

/**
 * Checks the rows of a reference list against their schema, with unique keys. Texts in two languages are treated as
 * strings. Messages are in the language `lang`.
 */
function checkRows(entity: Entity, rows: readonly Row[], file: string, lang: Lang): string[] {
  const seen = new Set<unknown>();
  return rows.flatMap((row, index) => {
    const plain = Object.fromEntries(
      entity.fields.flatMap(({ name }) =>
        row[name] === undefined ? [] : [[name, isText(row[name]) ? row[name].zh : row[name]]],
      ),
    );
    const key = plain[entity.key];
    const twice =
      key !== undefined && seen.has(key)
        ? [`${file}  error  duplicate-row  ${toolMessages.rowTwice(String(index + 1), String(key))[lang]}`]
        : [];
    seen.add(key);
    return [
      ...twice,
      ...entity
        .check(plain, { lang })
        .errors.map(
          ({ at, message }) =>
            `${file}  error  bad-row  ${toolMessages.badRow(String(index + 1), at, { zh: message, en: message })[lang]}`,
        ),
    ];
  });
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Returns a finding for each constant that neither schemas, texts nor code read and no test compares with them, and for
 * each text of `locales` that names an unknown constant.
 */
export function checkConstants(schemas: CompiledSchemas, dir: string): SchemaError[] {
  return [...findUnread(schemas, `${basename(dir)}/constants.json`), ...findUnknown(schemas, dir)];
}

function findUnread(schemas: CompiledSchemas, file: string): SchemaError[] {
  const { constants } = schemas.library;
  return (parseJson(file, schemas.sources.get(file) ?? "{}").json?.entries() ?? []).flatMap(([name, json]) => {
    const constant = constants[name];
    if (!constant || listUses(schemas, name).length > 0 || findConstantReads(ROOT, name).length > 0) return [];
    if (constant.test !== undefined && isNamedIn(join(ROOT, constant.test), name)) return [];
    return [createFinding(json.location("key"), "constant-unread", toolMessages.constantUnread(name, constant.test))];
  });
}

const isNamedIn = (path: string, name: string): boolean =>
  existsSync(path) && new RegExp(`\\b${name}\\b`).test(readFileSync(path, "utf8"));

function findUnknown({ library: { constants } }: CompiledSchemas, dir: string): SchemaError[] {
  const findings: SchemaError[] = [];
  for (const { value, json } of readTexts(dir, false))
    fillConstants(value, (name, index) => {
      if (Object.hasOwn(constants, name)) return undefined;
      const location = json.location({ from: index, to: index + `{constants.${name}}`.length });
      findings.push(createFinding(location, "unknown-constant", toolMessages.unknownConstant(name)));
      return undefined;
    });
  return findings;
}
