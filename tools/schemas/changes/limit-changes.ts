/** Changes of a field's limits: lengths, sizes, patterns, choices, files. */
import { omitRowFields } from "../plain-field.ts";
import type { FieldPlan, JsonSchema } from "../../../src/engine/index.ts";
import { describe, getPath, getLabel, isSame, type Difference, type Level, type Pair } from "./change.ts";
import { findDirection, describeLimitValue } from "./limits.ts";

/** Keywords that limit nothing or are compared elsewhere. */
const ELSEWHERE = new Set(["type", "examples", "readOnly", "writeOnly", "default", "description", "enum"]);

/** Compares the limits of a field whose type has not changed. */
export function* diffLimits(pair: Pair, path: string, was: FieldPlan, is: FieldPlan): Generator<Difference> {
  const label = getLabel(pair, path);
  const locate = (keyword: string) => ({
    at: `${pair.name}.${path}`,
    file: pair.after.plan.file,
    path: [...getPath(pair, path), keyword],
    field: path,
  });
  const tried = [...listProbes(was), ...listProbes(is)];
  const limit = (
    keyword: string,
    before: unknown,
    now: unknown,
    move: ReturnType<typeof findDirection>,
  ): Difference => {
    const unclear = move === "unclear";
    const [request, response]: [Level, Level] = move === "loosened" ? ["info", "warning"] : ["breaking", "info"];
    return {
      ...locate(keyword),
      what: unclear ? "limit-changed" : `limit-${move}`,
      request,
      response,
      text: describe(label, ...describeLimit(keyword, before, now)),
      tried,
      ...(unclear ? { byWitness: true } : {}),
    };
  };
  if (was.kind !== is.kind)
    yield {
      ...locate("x-kind"),
      what: "kind-changed",
      request: "breaking",
      response: "warning",
      text: describe(label, `由 ${was.kind} 改为 ${is.kind}`, `${is.kind} instead of ${was.kind}`),
      tried,
      byWitness: true,
    };
  const [before, now] = [listLimitKeywords(was), listLimitKeywords(is)];
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(now)])) {
    if (!ELSEWHERE.has(keyword) && !isSame(before[keyword], now[keyword]))
      yield limit(keyword, before[keyword], now[keyword], findDirection(keyword, before[keyword], now[keyword]));
  }
  yield* diffChoices(pair, path, { was, is }, locate);
  const [file, next] = [was.file, is.file];
  // Accepted file types are not checked as part of the record.
  const taken = (move: "tightened" | "loosened", zh: string, en: string): Difference => {
    const { field: _field, ...difference } = limit("x-file", 0, 0, move);
    return { ...difference, tried: [], text: describe(label, zh, en) };
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
  if (!isSame([file.purpose, file.fills], [next.purpose, next.fills]))
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

function describeLimit(keyword: string, was: unknown, is: unknown): [zh: string, en: string] {
  const [before, now] = [
    was === undefined ? undefined : describeLimitValue(keyword, was),
    is === undefined ? undefined : describeLimitValue(keyword, is),
  ];
  if (!before) return [`现在限制为${now!.zh}`, `${now!.en} now`];
  if (!now) return [`不再限制${before.zh}`, `not ${before.en} any more`];
  return [`由“${before.zh}”改为“${now.zh}”`, `${now.en} instead of ${before.en}`];
}

const listChoices = ({ schema }: FieldPlan): unknown[] | undefined =>
  (schema.enum ?? (schema.items as JsonSchema | undefined)?.enum) as unknown[] | undefined;

const getTone = ({ options }: FieldPlan, value: unknown) =>
  options && "values" in options ? options.values.find((item) => item.value === value)?.tone : undefined;

function* diffChoices(
  pair: Pair,
  path: string,
  { was, is }: { was: FieldPlan; is: FieldPlan },
  here: (keyword: string) => Pick<Difference, "at" | "file" | "path" | "field">,
): Generator<Difference> {
  const [before, now] = [listChoices(was), listChoices(is)];
  // The values of a status field are compared as part of the lifecycle.
  const lifecycle = pair.after.plan.lifecycle;
  if (!before || !now || lifecycle?.field === path) return;
  const label = getLabel(pair, path);
  const word = is.options ? "x-options" : "enum";
  const locate = (value: unknown) => ({ ...here(word), path: [...here(word).path, String(value)] });
  const name = (value: unknown, lang: "zh" | "en") =>
    pair.after.texts[lang][`option.${path}.${String(value)}`] ??
    pair.before.texts[lang][`option.${path}.${String(value)}`] ??
    String(value);
  for (const value of before.filter((item) => !now.includes(item))) {
    yield {
      ...locate(value),
      what: "choice-removed",
      request: "breaking",
      response: "info",
      text: describe(
        label,
        `不能再选 ${String(value)}（${name(value, "zh")}）`,
        `${String(value)} (${name(value, "en")}) cannot be chosen any more`,
      ),
      tried: [value, [value]],
      removed: String(value),
    };
  }
  for (const value of now.filter((item) => before.includes(item) && getTone(was, item) !== getTone(is, item))) {
    yield {
      ...locate(value),
      what: "tone-changed",
      request: "none",
      response: "none",
      text: describe(label, `选项 ${String(value)} 换颜色`, `${String(value)} has another colour`),
    };
  }
  for (const value of now.filter((item) => !before.includes(item))) {
    yield {
      ...locate(value),
      what: "choice-added",
      request: "info",
      response: "warning",
      text: describe(
        label,
        `新增选项 ${String(value)}（${name(value, "zh")}）；读取方须认识它`,
        `${String(value)} (${name(value, "en")}) can be chosen too; readers must know it`,
      ),
    };
  }
}

/** Returns values close to the limits of a field. */
function listProbes(field: FieldPlan): unknown[] {
  const plain = omitRowFields(field);
  return [
    ...plain.kind.samples(plain),
    ...plain.kind.boundaries(plain).map(({ value }) => value),
    ...((field.schema.examples as unknown[] | undefined) ?? []),
  ];
}
