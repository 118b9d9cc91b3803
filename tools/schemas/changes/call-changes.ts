/** Changes of calls outside of entities, except for their requests. */
import {
  compareCall,
  compareParts,
  compareSets,
  isSame,
  Place,
  type CompiledCall,
  type Dialect,
  type Difference,
} from "@portolan/engine/compiler";
import type { JsonSchema } from "@portolan/engine";

/** Compares a call's endpoints, access and response. */
export function* compareStandaloneCall(
  name: string,
  [was, is]: readonly [CompiledCall, CompiledCall],
  dialect: Dialect,
): Generator<Difference> {
  const place = new Place(name, is.request.plan.file);
  yield* compareCall(place, [was.call, is.call], dialect);
  if (was.blob !== is.blob)
    yield place
      .below("blob")
      .report(
        "answer-changed",
        "none/breaking",
        is.blob
          ? { zh: "现在返回文件", en: "answers with a file now" }
          : { zh: "不再返回文件", en: "answers with no file any more" },
      );
  yield* compareResponses(place.below("response"), [was.response, is.response]);
}

const getMembers = (schema: JsonSchema) => (schema.properties ?? {}) as Record<string, JsonSchema>;
const listRequired = (schema: JsonSchema) => (schema.required ?? []) as string[];
const listValues = (schema: JsonSchema) => schema.enum as unknown[] | undefined;

/** Compares the response of a call, member by member. */
function* compareResponses(place: Place, [was, is]: readonly [JsonSchema, JsonSchema]): Generator<Difference> {
  const [old, now] = [getMembers(was), getMembers(is)];
  const member = (name: string) => new Place(`${place.at}.${name}`, place.file, [...place.path, "properties", name]);
  yield* compareParts([Object.keys(old), Object.keys(now)], {
    kind: "answer",
    noun: { zh: "回答的成员", en: "member of the answer" },
    removed: "none/breaking",
    added: "none/info",
    place: member,
    effects: (name) => ({ removed: name }),
  });
  const inBoth = (name: string) => old[name] !== undefined && now[name] !== undefined;
  yield* compareSets([listRequired(was).filter(inBoth), listRequired(is).filter(inBoth)], {
    removed: (name) =>
      member(name).report("answer-optional", "none/warning", {
        zh: `回答里 ${name} 可能没有`,
        en: `the answer may lack ${name}`,
      }),
    added: (name) =>
      member(name).report("answer-always", "none/info", {
        zh: `回答里总有 ${name}`,
        en: `the answer always has ${name}`,
      }),
  });
  for (const [name, schema] of Object.entries(old)) {
    const next = now[name];
    if (next) yield* compareMembers(member(name), name, [schema, next]);
  }
  if (was.items && is.items)
    yield* compareResponses(place.below("items"), [was.items as JsonSchema, is.items as JsonSchema]);
}

function* compareMembers(
  place: Place,
  name: string,
  [was, is]: readonly [JsonSchema, JsonSchema],
): Generator<Difference> {
  if (!isSame(was.type, is.type)) {
    const [old, now] = [String(was.type), String(is.type)];
    yield place.report(
      "answer-changed",
      "none/breaking",
      { zh: `回答的 ${name} 由 ${old} 改为 ${now}`, en: `${name} of the answer is ${now} instead of ${old}` },
      { removed: name },
    );
    return;
  }
  const [values, others] = [listValues(was), listValues(is)];
  const added = values ? (others ?? []).filter((value) => !values.includes(value)) : [];
  const removed = others ? (values ?? []).filter((value) => !others.includes(value)) : [];
  if (added.length > 0)
    yield place.report("choice-added", "none/warning", {
      zh: `回答的 ${name} 也可能是 ${added.join("、")}`,
      en: `${name} of the answer may be ${added.join(", ")} too`,
    });
  if (removed.length > 0)
    yield place.report("choice-removed", "none/info", {
      zh: `回答的 ${name} 不再是 ${removed.join("、")}`,
      en: `${name} of the answer is never ${removed.join(", ")} any more`,
    });
  yield* compareResponses(place, [was, is]);
}
