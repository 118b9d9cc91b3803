/** Comparison and explanation of calls: endpoints, access and events. */
import type { CallPlan } from "../model/entity.ts";
import {
  addRisk,
  compareParts,
  compareSets,
  formatValue,
  isAsked,
  isDropped,
  isGiven,
  isSame,
  isWeakerStepUp,
  subtract,
  type Difference,
  type Place,
  type RecordPair,
  type Words,
} from "../schema/comparison.ts";
import type { Settings } from "../model/settings.ts";
import { createReach, type Explained, type Reach } from "../schema/explanation.ts";

const formatRoute = ({ method, path }: Pick<CallPlan, "method" | "path">) => `${method} ${path}`;
const listRoutes = (call: CallPlan) => [call, ...call.alias].map(formatRoute);

/** Compares the calls of an entity. */
export function* compareCalls(change: RecordPair): Generator<Difference> {
  const [was, is] = [change.was.calls, change.is.calls];
  const route = (name: string) => [is[name], was[name]].flatMap((call) => (call ? formatRoute(call) : []))[0] ?? name;
  const place = (name: string) => change.part(name, ["x-calls", name]);
  yield* compareParts([Object.keys(was), Object.keys(is)], {
    kind: "call",
    noun: { zh: "调用", en: "call" },
    removed: "breaking/breaking",
    added: "info/none",
    place,
    title: (name) => ({ zh: route(name), en: route(name) }),
    effects: (name) => (was[name] ? { removed: was[name].path } : {}),
  });
  for (const [name, call] of Object.entries(was)) {
    const now = is[name];
    if (now) yield* compareCall(place(name), [call, now], change.dialect);
  }
}

/**
 * Compares the endpoints, access, confirmation and events of a call.
 * @example
 * const place = new Place("login", "schemas/calls/login.json");
 * const differences = Object.values(plan.calls).flatMap((own) => [...compareCall(place, [own, own], dialect)]);
 */
export function* compareCall(
  place: Place,
  [was, is]: readonly [CallPlan, CallPlan],
  dialect: Pick<Settings, "access" | "stepUps">,
): Generator<Difference> {
  yield* compareSets([listRoutes(was), listRoutes(is)], {
    removed: (route) =>
      place.report("address-removed", "breaking/none", {
        zh: `不再应答 ${route}`,
        en: `does not answer ${route} any more`,
      }),
    added: (route) => place.report("address-added", "info/none", { zh: `也应答 ${route}`, en: `answers ${route} too` }),
  });
  if (was.access !== is.access)
    yield compareAccess(place, [was.access, is.access], dialect, {
      zh: `谁可以调用：由 ${was.access} 改为 ${is.access}`,
      en: `may be called by ${is.access} instead of ${was.access}`,
    });
  if (was.grant !== is.grant)
    yield place.report(
      "grant-changed",
      is.grant === undefined ? "warning/none" : "breaking/none",
      is.grant === undefined
        ? { zh: `不再需要授权 ${was.grant}`, en: `needs no grant ${was.grant} any more` }
        : { zh: `需要授权 ${is.grant}`, en: `needs the grant ${is.grant}` },
      addRisk(isDropped(was.grant, is.grant), "control-loosened"),
    );
  if (was.stepUp !== is.stepUp)
    yield place.report(
      "step-up-changed",
      is.stepUp === undefined ? "warning/none" : "breaking/none",
      is.stepUp === undefined
        ? { zh: "不再需要支付密码", en: "needs no payment password any more" }
        : { zh: `需要再次验证（${is.stepUp}）`, en: `needs a second proof (${is.stepUp})` },
      addRisk(isWeakerStepUp(dialect, was.stepUp, is.stepUp), "control-loosened"),
    );
  if (was.changes !== is.changes)
    yield is.changes === undefined
      ? place.report("once-changed", "breaking/none", { zh: "重复发送不再只算一次", en: "sent twice it happens twice" })
      : place.report("once-changed", "info/none", {
          zh: "带同一个 Idempotency-Key 重复发送只算一次",
          en: "sent twice with one Idempotency-Key it happens once",
        });
  if (!isSame(was.guards, is.guards))
    yield place.report(
      "guards-changed",
      "warning/none",
      {
        zh: `需要再次验证的字段：${formatValue(is.guards, "zh")}，原为 ${formatValue(was.guards, "zh")}`,
        en: `the second proof is for ${formatValue(is.guards, "en")} instead of ${formatValue(was.guards, "en")}`,
      },
      addRisk(subtract(was.guards ?? [], is.guards ?? []).length > 0, "control-loosened"),
    );
  yield* compareSets([was.events, is.events], {
    removed: (event) =>
      place.report("event-removed", "breaking/none", { zh: `不再做 ${event}`, en: `does not do ${event} any more` }),
  });
}

/**
 * Reports another access level, as narrowed or widened.
 * @example
 * const difference = compareAccess(new Place("/login", "schemas/pages.json"), ["public", "session"], dialect, { zh: "变了", en: "changed" });
 */
export function compareAccess(
  place: Place,
  [was, is]: readonly [CallPlan["access"], CallPlan["access"]],
  { access: { levels } }: Pick<Settings, "access">,
  words: Words,
): Difference {
  return levels.indexOf(is) > levels.indexOf(was)
    ? place.report("access-narrowed", "breaking/none", words)
    : place.report("access-widened", "warning/none", words, { risk: "control-loosened" });
}

/** Explains the calls that accept or return the field. */
export function* explainCalls({ plan, path, top, call }: Explained): Generator<Reach> {
  if (call) {
    yield createReach(
      "call",
      top.local
        ? { zh: "只在页面上检查，不发送", en: "checked in the page and never sent" }
        : { zh: `调用 ${formatRoute(call)} 收到它`, en: `taken by ${formatRoute(call)}` },
    );
    return;
  }
  const { calls } = plan;
  const events = new Set(
    (plan.lifecycle?.transitions ?? []).flatMap(({ on, needs, takes = [] }) =>
      needs.includes(top.name) || takes.includes(top.name) ? [on] : [],
    ),
  );
  const pick = (...names: string[]) => names.flatMap((name) => calls[name] ?? []);
  const firing = Object.values(calls).filter((call) => call.events.some((event) => events.has(event)));
  const taking = [...new Set([...(top.readOnly ? [] : pick("create", "update", "import")), ...firing])].map(
    formatRoute,
  );
  const giving = pick("list", "detail", "export").map(formatRoute);
  if (isAsked(plan, path, top) && taking.length > 0)
    yield createReach("call", { zh: `${taking.join("、")} 收到它`, en: `taken by ${taking.join(", ")}` });
  if (isGiven(plan, top) && giving.length > 0)
    yield createReach("call", { zh: `${giving.join("、")} 返回它`, en: `given by ${giving.join(", ")}` });
}
