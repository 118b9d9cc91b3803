import { buildMap, buildObject, nonEmpty, refs } from "../schema/meta-parts.ts";
import { readCall } from "../schema/call-plan.ts";
import type { Parts } from "../schema/dialect.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { CallPlan, EntityPlan, JsonSchema, LifecyclePlan, StepUp } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { lifecycleMessages } from "../lifecycle/finding-messages.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";
import { createSamples } from "../lifecycle/samples.ts";
import { compareCalls, explainCalls } from "./call-changes.ts";

/** Default methods of the calls that every entity may have, by call name. */
const PLAIN: Readonly<Record<string, "GET" | "POST">> = {
  list: "GET",
  options: "GET",
  detail: "GET",
  create: "POST",
  update: "POST",
  remove: "POST",
  export: "GET",
  import: "POST",
  template: "GET",
  print: "POST",
  queue: "POST",
  reveal: "POST",
};
const READING = ["list", "options", "detail", "export"];

const createSchema = ({ access, stepUps }: Parts): JsonSchema =>
  buildMap(
    {
      anyOf: [
        { const: false },
        refs.http,
        buildObject({
          http: refs.http,
          alias: { type: "array", items: refs.http },
          access: { enum: access.levels },
          grant: nonEmpty,
          stepUp: stepUps.length > 0 ? { enum: stepUps } : { not: {} },
          guards: refs.paths,
          event: { anyOf: [refs.name, refs.names] },
        }),
      ],
    },
    { propertyNames: refs.name },
  );

/** Creates the keyword `x-calls`, the API calls of an entity, for a dialect's access levels and step-ups. */
export const createCalls = (parts: Parts): Keyword =>
  defineKeyword({
    name: "x-calls",
    on: ["entity"],
    schema: createSchema(parts),
    doc: {
      zh: '调用：名称到 "METHOD /path"，或 {http, alias, access, grant, stepUp, guards, event}；false 表示没有。guards：update 只有改动了这些字段才要 stepUp 的支付密码。list、options、detail、create、update、remove、export、import、template、print、queue、reveal 是通用的（queue：等待处理的列表，读取时触发它的 event；reveal：支付密码确认后显示 x-reveal 字段的全文），其他名称要写触发的 event。没写的默认调用，路径是 {path}。'.replace(
        "{path}",
        parts.path("<实体>", "<名称>"),
      ),
      en: "The API calls: name to `METHOD /path` or {http, alias, access, grant, stepUp, guards, event}; `false` removes a call. `guards`: an `update` needs the payment password of its `stepUp` only if it changes one of these fields. `list options detail create update remove export import template print queue reveal` are built in (`queue` lists the records that wait, and reading it fires its `event`; `reveal` returns the full values of `x-reveal` fields, after the payment password); a call of any other name must state the `event` that it fires. Default calls that are not listed have the path `{path}`.".replace(
        "{path}",
        parts.path("<entity>", "<name>"),
      ),
    },
    entity: (keyword, draft) => readCalls(keyword, draft, parts),
    compare: { record: compareCalls },
    explain: explainCalls,
    examples: createExamples(parts),
  });

/** Reads the calls, adds the default ones, and checks all of them together. */
function readCalls(keyword: Json | undefined, draft: EntityDraft, parts: Parts): void {
  const { path, stepUps } = parts;
  const { plan } = draft;
  const named = new Map(keyword?.entries());
  for (const name of new Set([...listUsual(draft), ...named.keys()])) {
    const node = named.get(name);
    if (node?.value === false) continue;
    const method = (Object.hasOwn(PLAIN, name) && PLAIN[name]) || "POST";
    const call = readCall(name, node, { method, path: path(plan.name, name) }, parts);
    call.events = readEvents(name, node, draft);
    const guards = node?.get("guards");
    if (guards) call.guards = draft.fieldNames(guards.items());
    plan.calls[name] =
      name === "update"
        ? guardCall(call, plan.lifecycle)
        : name === "reveal"
          ? planReadAccess(call, plan, stepUps[0])
          : planConfirmation(call, plan.lifecycle);
  }
  for (const event of listUnfired(draft)) {
    if (named.get(event)?.value !== false)
      plan.calls[event] = planConfirmation(
        {
          ...readCall(event, undefined, { method: "POST", path: path(plan.name, event) }, parts),
          events: [event],
        },
        plan.lifecycle,
      );
  }
  const queue = named.get("queue");
  if (queue && plan.calls["queue"]?.events.length === 0)
    draft.report(queue.location(), "call-without-event", lifecycleMessages.queueWithoutEvent());
  refuseDuplicates(keyword, draft);
  checkTouches(keyword, draft);
  checkConfirmations(draft);
}

/**
 * Returns an `update` call with the step-up and guarded fields of the event that it fires through `touches`. Without
 * such an event, `planConfirmation` applies.
 */
function guardCall(call: CallPlan, lifecycle: LifecyclePlan | undefined): CallPlan {
  const event = lifecycle?.transitions.find((transition) => transition.touches && transition.stepUp);
  return event?.stepUp && event.touches
    ? { ...call, stepUp: event.stepUp, guards: event.touches }
    : planConfirmation(call, lifecycle);
}

/**
 * Returns a call that reveals unmasked values. It has the access level of `detail`. Unless the schema specifies
 * otherwise, it requires the weakest step-up and the grant of `detail` or of the menu.
 */
function planReadAccess(
  call: CallPlan,
  { calls: { detail }, menu }: EntityPlan,
  weakest: StepUp | undefined,
): CallPlan {
  const grant = call.grant ?? detail?.grant ?? menu;
  const stepUp = call.stepUp ?? weakest;
  return {
    ...call,
    ...(stepUp !== undefined && { stepUp }),
    access: detail?.access ?? call.access,
    ...(grant !== undefined && { grant }),
  };
}

/**
 * Adds the step-up that all events of a call share, for forms that submit before the record exists. A call with its own
 * step-up, or whose events differ, is returned unchanged.
 */
function planConfirmation(call: CallPlan, lifecycle: LifecyclePlan | undefined): CallPlan {
  const needs = new Set(
    (lifecycle?.transitions ?? [])
      .filter((transition) => call.events.includes(transition.on))
      .map((transition) => transition.stepUp),
  );
  const [only] = needs;
  return call.stepUp || needs.size !== 1 || !only ? call : { ...call, stepUp: only };
}

/**
 * Returns the names of the default calls. A record with a lifecycle is changed by events, so `update` and `remove` are
 * not among its defaults.
 */
function listUsual(draft: EntityDraft): string[] {
  const { plan } = draft;
  const reading = READING.filter((name) => name !== "export" || plan.list.export);
  if (plan.source !== "store") return reading;
  const creates = !plan.lifecycle || listMakingEvents(draft).length > 0;
  return [
    ...reading,
    ...(creates ? ["create"] : []),
    ...(plan.lifecycle ? [] : ["update", "remove"]),
    ...(plan.list.import ? ["import", "template"] : []),
    ...(plan.receipt && !plan.receipt.named ? ["print"] : []),
    ...(plan.fields.some(({ reveal }) => reveal === true) ? ["reveal"] : []),
  ];
}

/** Returns the events by which users create a record. */
const listMakingEvents = (draft: EntityDraft): string[] =>
  (draft.plan.lifecycle?.transitions ?? [])
    .filter((transition) => transition.from.length === 0 && draft.isUser(transition.by))
    .map((transition) => transition.on);

function readEvents(name: string, keyword: Json | undefined, draft: EntityDraft): string[] {
  const { lifecycle } = draft.plan;
  const event = keyword?.get("event");
  const known = lifecycle?.transitions.map((transition) => transition.on) ?? [];
  if (!event) {
    if (keyword && !Object.hasOwn(PLAIN, name))
      draft.report(
        keyword.location("key"),
        "call-without-event",
        lifecycleMessages.callWithoutEvent(name, Object.keys(PLAIN)),
      );
    return name === "create" ? listMakingEvents(draft) : [];
  }
  return event.itemsOrSelf().map((node) => draft.readName(node, "event", known));
}

/** Returns the events that users may fire but no call does. */
function listUnfired(draft: EntityDraft): string[] {
  const { lifecycle, calls } = draft.plan;
  const fired = new Set(Object.values(calls).flatMap((call) => call.events));
  const events =
    lifecycle?.transitions
      .filter((transition) => draft.isUser(transition.by) && transition.from.length > 0 && !transition.touches)
      .map((transition) => transition.on) ?? [];
  return [...new Set(events)].filter((event) => !fired.has(event));
}

/** Reports `touches` in an entity without `update`, where nothing would fire the event. */
function checkTouches(keyword: Json | undefined, draft: EntityDraft): void {
  const { lifecycle, calls: plans } = draft.plan;
  if (!plans.update && lifecycle?.transitions.some((transition) => transition.touches))
    draft.report(
      (keyword?.get("update") ?? keyword ?? draft.json).location(),
      "touches-without-update",
      lifecycleMessages.touchesWithoutUpdate(),
    );
}

/**
 * Warns about button events without the text `said`, since nothing else reports their result. Forms and queues report
 * it themselves.
 */
function checkConfirmations(draft: EntityDraft): void {
  const { plan, texts, json } = draft;
  const pressed = new Set(
    Object.values(plan.calls).flatMap(({ name, events }) => (Object.hasOwn(PLAIN, name) ? [] : events)),
  );
  for (const event of pressed) {
    const keyword = json
      .get("x-lifecycle")
      ?.get("transitions")
      ?.items()
      .find((item) => item.get("on")?.value === event);
    if (keyword && !texts[draft.dialect.languages[0]][`event.${event}.said`])
      draft.report(
        keyword.member("on").location(),
        "event-without-said",
        lifecycleMessages.eventWithoutSaid(event),
        undefined,
        "warn",
      );
  }
}

function refuseDuplicates(keyword: Json | undefined, draft: EntityDraft): void {
  const seen = new Map<string, string>();
  for (const call of Object.values(draft.plan.calls)) {
    for (const { method, path } of [call, ...call.alias]) {
      const key = `${method} ${path}`;
      const other = seen.get(key);
      if (other !== undefined)
        draft.report(
          (keyword?.get(call.name) ?? keyword ?? draft.json).location(),
          "path-twice",
          lifecycleMessages.pathTwice(key, other),
        );
      seen.set(key, call.name);
    }
  }
}

/** Returns the examples of `x-calls`, one of which uses an actor of the dialect. */
function createExamples(parts: Parts): Keyword["examples"] {
  const { sample, user } = createSamples(parts);
  return {
    good: [
      {
        value: {
          list: "GET /sample/page",
          create: { http: "POST /sample/add", alias: ["POST /sample/save"], access: "session" },
          remove: false,
        },
      },
      { value: {} },
      {
        value: { update: { stepUp: "pay", guards: ["title"] } },
        with: { "x-lifecycle": undefined, "x-receipt": undefined },
      },
    ],
    bad: [
      { value: { list: "FETCH /sample/page" }, rule: "bad-value" },
      { value: { list: { htttp: "GET /sample/page" } }, rule: "unknown-keyword", suggestion: "http" },
      { value: { review: "POST /sample/review" }, rule: "call-without-event" },
      { value: { review: { http: "POST /sample/review", event: "pas" } }, rule: "unknown-event" },
      { value: { queue: "POST /sample/queue" }, rule: "call-without-event" },
      { value: { list: "GET /sample/page", options: "GET /sample/page" }, rule: "path-twice" },
      { value: { detail: { stepUp: "pay", guards: ["titel"] } }, rule: "unknown-field", suggestion: "title" },
      {
        value: {},
        with: {
          "x-lifecycle": sample({
            on: "note",
            from: "open",
            to: "open",
            by: user,
            said: undefined,
          }),
          "x-receipt": undefined,
        },
        rule: "event-without-said",
      },
      { value: { list: { access: "publik" } }, rule: "bad-value", suggestion: "public" },
    ],
  };
}
