/** Engine ports backed by sample data. */
import { settings } from "../../../src/payments/settings.ts";
import enFailures from "../../../locales/en/failures.json";
import enWords from "@portolan/engine/locales/en/engine.json";
import zhFailures from "../../../locales/zh/failures.json";
import zhWords from "@portolan/engine/locales/zh/engine.json";
import {
  type CallFailure,
  type CallPlan,
  type Entity,
  interpolate,
  type Lang,
  type Ports,
  prepareFields,
  type Row,
} from "@portolan/engine";
import { hydrate } from "../../../src/payments/runtime.ts";
import { api } from "./api.ts";
import type { Show } from "./frame-message.ts";

const TEXTS: Record<Lang, Record<string, string>> = { zh: zhWords, en: enWords };
const FAILURES: Record<Lang, Record<string, string>> = { zh: zhFailures, en: enFailures };

/** A request that a form would have sent. */
export interface Sent {
  route: string;
  body: Row;
}

const translate =
  (texts: Record<string, string>) =>
  (key: string, params: Record<string, string | number> = {}) =>
    interpolate((params["count"] === 1 && texts[`${key}_one`]) || texts[key] || key, params);
const createFailure = (kind: CallFailure["kind"], message: string): CallFailure => ({ code: 0, message, kind });

/** `own`: the entity shown. Calls that only a real server could answer are reported to `sent` and succeed. */
export function createFramePorts(
  lang: Lang,
  { shown, rows, filled, contexts }: Show,
  own: Entity,
  sent: (item: Sent) => void,
): Ports {
  const owners = new Map<string, [entity: string, call: string]>();
  const note = (entity: Entity) => {
    for (const call of Object.values(entity.calls)) owners.set(`${call.method} ${call.path}`, [entity.name, call.name]);
    return entity;
  };
  note(own);
  const respond = async (to: Pick<CallPlan, "method" | "path">, body: Row) => {
    const route = `${to.method} ${to.path}`;
    const [entity, call] = owners.get(route) ?? [];
    const lists = call === "list" || call === "queue";
    if (lists && entity === own.name && rows === "loading") return new Promise<never>(() => undefined);
    if (lists && entity === own.name && rows === "error") throw createFailure("broken", "");
    if (entity !== undefined && ["list", "queue", "options", "detail"].includes(call!))
      return api.call({
        v: shown.v,
        entity,
        call: call!,
        body,
        lang,
        rows: entity === own.name && typeof rows === "number" ? rows : 25,
      });
    sent({ route: `${to.method} /api${to.path}`, body });
    return { record: body, records: [] };
  };
  return {
    lang,
    call: (to, body = {}) => respond(to, body),
    download: async (to, body = {}) => sent({ route: `${to.method} /api${to.path}`, body }),
    upload: async (file) => ({ id: "F1", name: file.name, size: file.size }),
    entity: async (name) => {
      if (name === own.name) return own;
      const { plan, texts } = await api.entity(shown.v, name);
      const entity = hydrate(plan, texts, () => true);
      await prepareFields(entity.fields);
      return note(entity);
    },
    now: Date.now,
    notify: () => undefined,
    stepUp: async () => "proof",
    context: async (name) => ({ ...contexts, ...filled?.contexts })[name] as Record<string, unknown> | undefined,
    t: translate(TEXTS[lang]),
    failure: translate(FAILURES[lang]),
    dialect: settings,
    callNamed: async (name) => ({ method: "POST", path: `/${name}` }),
    granted: () => true,
    user: () => `workbench.${lang}`,
  };
}
