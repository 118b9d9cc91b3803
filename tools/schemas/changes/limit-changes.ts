/** Changes of a field's limits: lengths, sizes, patterns, choices, files. */
import { plainField } from "../plain-field.ts";
import type { FieldPlan, JsonSchema } from "../../../src/engine/index.ts";
import { about, fieldPath, labelOf, same, type Difference, type Level, type Pair } from "./change.ts";
import { moved, phrase } from "./limits.ts";

/** Keywords that limit nothing or are compared elsewhere. */
const ELSEWHERE = new Set(["type", "examples", "readOnly", "writeOnly", "default", "description", "enum"]);

/** Compares the limits of a field whose type has not changed. */
export function* limitChanges(pair: Pair, path: string, was: FieldPlan, is: FieldPlan): Generator<Difference> {
  const label = labelOf(pair, path);
  const here = (keyword: string) => ({
    at: `${pair.name}.${path}`,
    file: pair.after.plan.file,
    path: [...fieldPath(pair, path), keyword],
    field: path,
  });
  const tried = [...probes(was), ...probes(is)];
  const limit = (keyword: string, before: unknown, now: unknown, move: ReturnType<typeof moved>): Difference => {
    const unclear = move === "unclear";
    const [request, response]: [Level, Level] = move === "loosened" ? ["info", "warning"] : ["breaking", "info"];
    return {
      ...here(keyword),
      what: unclear ? "limit-changed" : `limit-${move}`,
      request,
      response,
      text: about(label, ...limited(keyword, before, now)),
      tried,
      limit: before,
      ...(unclear ? { byWitness: true } : {}),
    };
  };
  if (was.kind !== is.kind)
    yield {
      ...here("x-kind"),
      what: "kind-changed",
      request: "breaking",
      response: "warning",
      text: about(label, `由 ${was.kind} 改为 ${is.kind}`, `${is.kind} instead of ${was.kind}`),
      tried,
      byWitness: true,
    };
  const [before, now] = [listLimitKeywords(was), listLimitKeywords(is)];
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (!ELSEWHERE.has(keyword) && !same(before[keyword], now[keyword]))
      yield limit(keyword, before[keyword], now[keyword], moved(keyword, before[keyword], now[keyword]));
  }
  yield* choiceChanges(pair, path, { was, is }, here);
  const [file, next] = [was.file, is.file];
  // Accepted file types are not checked as part of the record.
  const taken = (move: "tightened" | "loosened", zh: string, en: string): Difference => {
    const { field: _field, ...difference } = limit("x-file", 0, 0, move);
    return { ...difference, tried: [], text: about(label, zh, en) };
  };
  if (!file || !next) return;
  if (file.maxBytes !== next.maxBytes)
    yield taken(
      next.maxBytes < file.maxBytes ? "tightened" : "loosened",
      `文件最大由 ${file.maxBytes} 改为 ${next.maxBytes} 字节`,
      `files of at most ${next.maxBytes} bytes instead of ${file.maxBytes}`,
    );
  const [refused, more] = [
    file.accept.filter((ending) => !next.accept.includes(ending)),
    next.accept.filter((ending) => !file.accept.includes(ending)),
  ];
  if (refused.length > 0)
    yield taken("tightened", `不再接受 ${refused.join("、")}`, `${refused.join(", ")} are not taken any more`);
  if (!same([file.purpose, file.fills], [next.purpose, next.fills]))
    yield {
      ...taken("loosened", "文件的用途或由它填写的字段改了", "the files serve another purpose, or fill other fields"),
      what: "file-changed",
      response: "info",
    };
  if (more.length > 0) yield taken("loosened", `也接受 ${more.join("、")}`, `${more.join(", ")} are taken too`);
}

/** Returns the limits of the value, including those of the items of a plain list. */
function listLimitKeywords({ schema, items }: FieldPlan): JsonSchema {
  const { items: inner, ...keywords } = schema;
  if (items || inner === undefined) return keywords;
  return {
    ...keywords,
    ...Object.fromEntries(
      Object.entries(inner as JsonSchema).flatMap(([keyword, value]) =>
        ELSEWHERE.has(keyword) ? [] : [[keyword, value]],
      ),
    ),
  };
}

function limited(keyword: string, was: unknown, is: unknown): [zh: string, en: string] {
  const [before, now] = [
    was === undefined ? undefined : phrase(keyword, was),
    is === undefined ? undefined : phrase(keyword, is),
  ];
  if (!before) return [`现在限制为${now!.zh}`, `${now!.en} now`];
  if (!now) return [`不再限制${before.zh}`, `not ${before.en} any more`];
  return [`由“${before.zh}”改为“${now.zh}”`, `${now.en} instead of ${before.en}`];
}

const choicesOf = ({ schema }: FieldPlan): unknown[] | undefined =>
  (schema.enum ?? (schema.items as JsonSchema | undefined)?.enum) as unknown[] | undefined;

const toneOf = ({ options }: FieldPlan, value: unknown) =>
  options && "values" in options ? options.values.find((one) => one.value === value)?.tone : undefined;

function* choiceChanges(
  pair: Pair,
  path: string,
  { was, is }: { was: FieldPlan; is: FieldPlan },
  here: (keyword: string) => Pick<Difference, "at" | "file" | "path" | "field">,
): Generator<Difference> {
  const [before, now] = [choicesOf(was), choicesOf(is)];
  // The values of a status field are compared as part of the lifecycle.
  const lifecycle = pair.after.plan.lifecycle;
  if (!before || !now || lifecycle?.field === path) return;
  const label = labelOf(pair, path);
  const word = is.options ? "x-options" : "enum";
  const locate = (value: unknown) => ({ ...here(word), path: [...here(word).path, String(value)] });
  const name = (value: unknown, lang: "zh" | "en") =>
    pair.after.texts[lang][`option.${path}.${String(value)}`] ??
    pair.before.texts[lang][`option.${path}.${String(value)}`] ??
    String(value);
  for (const value of before.filter((one) => !now.includes(one))) {
    yield {
      ...locate(value),
      what: "choice-removed",
      request: "breaking",
      response: "info",
      text: about(
        label,
        `不能再选 ${String(value)}（${name(value, "zh")}）`,
        `${String(value)} (${name(value, "en")}) cannot be chosen any more`,
      ),
      tried: [value, [value]],
      removed: String(value),
    };
  }
  for (const value of now.filter((one) => before.includes(one) && toneOf(was, one) !== toneOf(is, one))) {
    yield {
      ...locate(value),
      what: "tone-changed",
      request: "none",
      response: "none",
      text: about(label, `选项 ${String(value)} 换颜色`, `${String(value)} has another colour`),
    };
  }
  for (const value of now.filter((one) => !before.includes(one))) {
    yield {
      ...locate(value),
      what: "choice-added",
      request: "info",
      response: "warning",
      text: about(
        label,
        `新增选项 ${String(value)}（${name(value, "zh")}）；读取方须认识它`,
        `${String(value)} (${name(value, "en")}) can be chosen too; readers must know it`,
      ),
    };
  }
}

/** Returns values close to the limits of a field. */
function probes(field: FieldPlan): unknown[] {
  const plain = plainField(field);
  return [
    ...plain.kind.samples(plain),
    ...plain.kind.boundaries(plain).map(({ value }) => value),
    ...((field.schema.examples as unknown[] | undefined) ?? []),
  ];
}
