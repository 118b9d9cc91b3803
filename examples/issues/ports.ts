/** What the engine asks of the outside: words, entities, calls to the server. A product with sign-in adds its headers here. */
import { entities } from "virtual:schemas/inside/en";
import words from "@portolan/engine/locales/en/engine.json";
import { interpolate, hydrateWith, type CallFailure, type Entity, type Ports, type Row } from "@portolan/engine";
import { settings } from "./settings.ts";

const texts: Readonly<Record<string, string>> = words;
const loaded = new Map<string, Promise<Entity>>();

/** Loads an entity once: its plan and texts, and its checks with the first form. */
export function loadEntity(name: string): Promise<Entity> {
  const cached = loaded.get(name) ?? hydrate(name);
  loaded.set(name, cached);
  return cached;
}

async function hydrate(name: string): Promise<Entity> {
  const load = entities[name];
  if (!load) throw new Error(`there is no entity "${name}"`);
  const { validator, findKind, plan, texts: en } = (await load()).default;
  return hydrateWith({ ...settings, kind: findKind }, plan, { en }, async () => (await validator()).default);
}

/** Sends a request; a GET carries its body in the address. @throws CallFailure when no response comes */
async function request({ method, path }: { method: string; path: string }, body: Row = {}, init: RequestInit = {}) {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const query = method === "GET" ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
  const content = method === "GET" ? {} : { body: JSON.stringify(body) };
  return fetch(`/api${path}${query}`, { ...init, method, ...content }).catch(() =>
    refuse({ kind: "unknown", code: 0, message: "No response came." }),
  );
}

function refuse(failure: CallFailure): never {
  throw Object.assign(new Error(failure.message), failure);
}

export const ports: Ports = {
  dialect: settings,
  lang: "en",
  async call(call, body, { idempotencyKey, signal } = {}) {
    const headers = {
      "content-type": "application/json",
      ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    };
    const response = await request(call, body, { headers, ...(signal && { signal }) });
    const { code, message, map, traceId } = await response.json();
    if (code === 2000) return map;
    return refuse({ kind: "refused", code, message, map, traceId, errors: map?.errors });
  },
  async download(call, body) {
    const response = await request(call, body);
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "download";
    const href = URL.createObjectURL(await response.blob());
    Object.assign(document.createElement("a"), { href, download: name }).click();
  },
  upload: () => refuse({ kind: "refused", code: 0, message: "Issues have no files." }),
  entity: loadEntity,
  now: Date.now,
  notify: (_tone, text) => void document.querySelector("[role=status]")?.replaceChildren(text),
  stepUp: async () => undefined,
  context: async () => undefined,
  t: (key, params = {}) => interpolate((params["count"] === 1 && texts[`${key}_one`]) || texts[key] || key, params),
  granted: () => true,
  user: () => "reporter",
};
