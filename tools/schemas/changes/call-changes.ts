/** Changes of calls: endpoints, access, responses. */
import type { CompiledCall } from "../../../src/engine/compiler.ts";
import type { CallPlan, JsonSchema } from "../../../src/engine/index.ts";
import { isWeakerStepUp, isDropped, addRisk, isSame, formatValue, type Difference, type Pair } from "./change.ts";

const OPEN = ["certified", "session", "public"];
const listRoutes = ({ method, path, alias }: CallPlan) => [
  `${method} ${path}`,
  ...alias.map((item) => `${item.method} ${item.path}`),
];

/** Compares the calls of an entity. */
export function* diffCall(pair: Pair): Generator<Difference> {
  const [was, is] = [pair.before.plan.calls, pair.after.plan.calls];
  const file = pair.after.plan.file;
  for (const [name, call] of Object.entries(was)) {
    const now = is[name];
    if (now) yield* diffDeclaredCall({ at: `${pair.name}.${name}`, file, path: ["x-calls", name] }, call, now);
    else
      yield {
        at: `${pair.name}.${name}`,
        file,
        path: ["x-calls"],
        what: "call-removed",
        request: "breaking",
        response: "breaking",
        text: { zh: `调用 ${listRoutes(call)[0]} 没有了`, en: `the call ${listRoutes(call)[0]} is gone` },
        removed: call.path,
      };
  }
  for (const [name, call] of Object.entries(is))
    if (!was[name])
      yield {
        at: `${pair.name}.${name}`,
        file,
        path: ["x-calls", name],
        what: "call-added",
        request: "info",
        response: "none",
        text: { zh: `新调用 ${listRoutes(call)[0]}`, en: `a new call, ${listRoutes(call)[0]}` },
      };
}

/** Compares a standalone call, except for its request. */
export function* diffStandaloneCall(name: string, was: CompiledCall, is: CompiledCall): Generator<Difference> {
  const file = is.request.plan.file;
  yield* diffDeclaredCall({ at: name, file, path: [] }, was.call, is.call);
  if (was.blob !== is.blob)
    yield {
      at: name,
      file,
      path: ["blob"],
      what: "answer-changed",
      request: "none",
      response: "breaking",
      text: {
        zh: is.blob ? "现在返回文件" : "不再返回文件",
        en: is.blob ? "answers with a file now" : "answers with no file any more",
      },
    };
  yield* diffResponse({ at: name, file, path: ["response"] }, was.response, is.response);
}

/** Location where a call or a part of its response is declared. */
type Declared = Pick<Difference, "at" | "file" | "path">;

/** Compares the endpoints, access, confirmation and events of a call. */
function* diffDeclaredCall(declared: Declared, was: CallPlan, is: CallPlan): Generator<Difference> {
  const base = { ...declared, response: "none" } as const;
  for (const route of listRoutes(was))
    if (!listRoutes(is).includes(route))
      yield {
        ...base,
        what: "address-removed",
        request: "breaking",
        text: { zh: `不再应答 ${route}`, en: `does not answer ${route} any more` },
      };
  for (const route of listRoutes(is))
    if (!listRoutes(was).includes(route))
      yield {
        ...base,
        what: "address-added",
        request: "info",
        text: { zh: `也应答 ${route}`, en: `answers ${route} too` },
      };
  if (was.access !== is.access) {
    const closed = OPEN.indexOf(is.access) < OPEN.indexOf(was.access);
    yield {
      ...base,
      what: closed ? "access-narrowed" : "access-widened",
      request: closed ? "breaking" : "warning",
      text: {
        zh: `谁可以调用：由 ${was.access} 改为 ${is.access}`,
        en: `may be called by ${is.access} instead of ${was.access}`,
      },
      ...addRisk(!closed, "control-loosened"),
    };
  }
  if (was.grant !== is.grant)
    yield {
      ...base,
      what: "grant-changed",
      request: is.grant === undefined ? "warning" : "breaking",
      text: {
        zh: is.grant === undefined ? `不再需要授权 ${was.grant}` : `需要授权 ${is.grant}`,
        en: is.grant === undefined ? `needs no grant ${was.grant} any more` : `needs the grant ${is.grant}`,
      },
      ...addRisk(isDropped(was.grant, is.grant), "control-loosened"),
    };
  if (was.stepUp !== is.stepUp)
    yield {
      ...base,
      what: "step-up-changed",
      request: is.stepUp === undefined ? "warning" : "breaking",
      text: {
        zh: is.stepUp === undefined ? "不再需要支付密码" : `需要再次验证（${is.stepUp}）`,
        en: is.stepUp === undefined ? "needs no payment password any more" : `needs a second proof (${is.stepUp})`,
      },
      ...addRisk(isWeakerStepUp(was.stepUp, is.stepUp), "control-loosened"),
    };
  if (was.changes !== is.changes)
    yield {
      ...base,
      what: "once-changed",
      request: is.changes === undefined ? "breaking" : "info",
      text: {
        zh: is.changes === undefined ? "重复发送不再只算一次" : "带同一个 Idempotency-Key 重复发送只算一次",
        en:
          is.changes === undefined
            ? "sent twice it happens twice"
            : "sent twice with one Idempotency-Key it happens once",
      },
    };
  if (!isSame(was.guards, is.guards))
    yield {
      ...base,
      what: "guards-changed",
      request: "warning",
      text: {
        zh: `需要再次验证的字段：${formatValue(is.guards, "zh")}，原为 ${formatValue(was.guards, "zh")}`,
        en: `the second proof is for ${formatValue(is.guards, "en")} instead of ${formatValue(was.guards, "en")}`,
      },
      ...addRisk(
        (was.guards ?? []).some((field) => !is.guards?.includes(field)),
        "control-loosened",
      ),
    };
  for (const event of was.events)
    if (!is.events.includes(event))
      yield {
        ...base,
        what: "event-removed",
        request: "breaking",
        text: { zh: `不再做 ${event}`, en: `does not do ${event} any more` },
      };
}

/** Compares the response of a call, property by property. */
function* diffResponse({ at, file, path }: Declared, was: JsonSchema, is: JsonSchema): Generator<Difference> {
  const base = { file, path, request: "none" } as const;
  const members = (schema: JsonSchema) => (schema.properties ?? {}) as Record<string, JsonSchema>;
  const demanded = (schema: JsonSchema) => (schema.required ?? []) as string[];
  const [old, now] = [members(was), members(is)];
  for (const [name, member] of Object.entries(old)) {
    const location = { ...base, at: `${at}.${name}`, path: [...path, "properties", name] };
    const next = now[name];
    if (!next)
      yield {
        ...location,
        path,
        what: "answer-removed",
        response: "breaking",
        text: { zh: `回答里没有 ${name} 了`, en: `the answer has no ${name} any more` },
        removed: name,
      };
    else if (!isSame(member.type, next.type))
      yield {
        ...location,
        what: "answer-changed",
        response: "breaking",
        text: {
          zh: `回答的 ${name} 由 ${String(member.type)} 改为 ${String(next.type)}`,
          en: `${name} of the answer is ${String(next.type)} instead of ${String(member.type)}`,
        },
        removed: name,
      };
    else {
      const added = ((next.enum ?? []) as unknown[]).filter(
        (item) => !((member.enum ?? []) as unknown[]).includes(item),
      );
      if (member.enum && added.length > 0)
        yield {
          ...location,
          what: "choice-added",
          response: "warning",
          text: {
            zh: `回答的 ${name} 也可能是 ${added.join("、")}`,
            en: `${name} of the answer may be ${added.join(", ")} too`,
          },
        };
      const removed = ((member.enum ?? []) as unknown[]).filter(
        (item) => !((next.enum ?? []) as unknown[]).includes(item),
      );
      if (next.enum && removed.length > 0)
        yield {
          ...location,
          what: "choice-removed",
          response: "info",
          text: {
            zh: `回答的 ${name} 不再是 ${removed.join("、")}`,
            en: `${name} of the answer is never ${removed.join(", ")} any more`,
          },
        };
      yield* diffResponse({ at: `${at}.${name}`, file, path: [...path, "properties", name] }, member, next);
    }
  }
  for (const name of Object.keys(now))
    if (!old[name])
      yield {
        ...base,
        at: `${at}.${name}`,
        path: [...path, "properties", name],
        what: "answer-added",
        response: "info",
        text: { zh: `回答多了 ${name}`, en: `the answer has ${name} too` },
      };
  for (const name of demanded(was))
    if (now[name] && !demanded(is).includes(name))
      yield {
        ...base,
        at: `${at}.${name}`,
        path: [...path, "properties", name],
        what: "answer-optional",
        response: "warning",
        text: { zh: `回答里 ${name} 可能没有`, en: `the answer may lack ${name}` },
      };
  for (const name of demanded(is))
    if (old[name] && !demanded(was).includes(name))
      yield {
        ...base,
        at: `${at}.${name}`,
        path: [...path, "properties", name],
        what: "answer-always",
        response: "info",
        text: { zh: `回答里总有 ${name}`, en: `the answer always has ${name}` },
      };
  if (was.items && is.items)
    yield* diffResponse({ at, file, path: [...path, "items"] }, was.items as JsonSchema, is.items as JsonSchema);
}
