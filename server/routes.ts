/** The call table: method and path to handler, made from the schemas. A changed schema makes a new table; Fastify itself has one route. */
import type { CallPlan, Entity } from "../src/engine/index.ts";
import type { Schemas } from "./schemas/read.ts";
import type { Handler, Route } from "./http/handler.ts";
import { loadFile } from "./calls/entity/load.ts";
import { uploadFile } from "./calls/entity/upload.ts";
import { stepCall } from "./records/form-steps.ts";
import { plainCalls } from "./calls/entity/entity-calls.ts";
import { menusByEntity, menusToChoose } from "./schemas/menus.ts";
import { eventCall } from "./calls/entity/events.ts";

export type CallTable = ReadonlyMap<string, Partial<Record<"GET" | "POST", Route>>>;

const JSON_ONLY = ["application/json"];
/** The one call that the specification sends form-encoded. */
const FORM = ["application/x-www-form-urlencoded", "application/json"];

/** Throws when two calls share method and path, or when a call has no handler. */
export function callTable(schemas: Schemas, handlers: Readonly<Record<string, Handler>>): CallTable {
  const table = new Map<string, Partial<Record<"GET" | "POST", Route>>>();
  const add = (route: Route) => {
    for (const { method, path } of [route.call, ...route.call.alias]) {
      const at = table.get(path) ?? {};
      const taken = at[method];
      if (taken) throw new Error(`${method} ${path} is both ${taken.id} and ${route.id}`);
      at[method] = route;
      table.set(path, at);
    }
  };
  // A call that a form's step posts to keeps that step, whichever form it is: it needs no handler of its own.
  const steps = new Map(
    [...schemas.entities.values()].flatMap((entity) =>
      (entity.form.steps ?? []).flatMap(({ call }) => (call ? [[call, stepCall(entity.name, call)] as const] : [])),
    ),
  );
  for (const [name, { call, request, response, blob }] of schemas.calls) {
    const handler = steps.get(name) ?? handlers[name];
    if (!handler) throw new Error(`schemas/calls/${name}.json has no handler in server/calls`);
    add({
      id: name,
      call,
      request,
      response,
      blob,
      menus: new Set(),
      accepts: name === "logout" ? FORM : JSON_ONLY,
      handler,
    });
  }
  const [menus, toChoose] = [menusByEntity(schemas), menusToChoose(schemas)];
  for (const entity of schemas.entities.values()) {
    for (const [name, call] of Object.entries(entity.calls)) {
      const handler = plainCalls[name] ?? (call.events.length > 0 ? eventCall(call) : undefined);
      if (handler) add(entityRoute(entity, name, call, name === "options" ? toChoose : menus, handler));
    }
  }
  for (const route of fileRoutes) add(route);
  return table;
}

function entityRoute(
  entity: Entity,
  name: string,
  call: CallPlan,
  menus: ReadonlyMap<string, ReadonlySet<string>>,
  handler: Handler,
): Route {
  // Reference lists are everybody's.
  const own = entity.source === "data" ? undefined : menus.get(entity.name);
  return { id: `${entity.name}.${name}`, call, entity, menus: own ?? new Set(), accepts: JSON_ONLY, handler };
}

/** Files go by calls that no schema describes: their bodies are not JSON. */
const fileRoutes: Route[] = [
  {
    id: "uploadFile",
    call: plan("uploadFile", "POST", "/mer/own/file"),
    menus: new Set(),
    accepts: ["multipart/form-data"],
    handler: uploadFile,
  },
  {
    id: "loadFile",
    call: plan("loadFile", "GET", "/mer/other/load/file"),
    blob: true,
    menus: new Set(),
    accepts: JSON_ONLY,
    handler: loadFile,
  },
];
function plan(name: string, method: "GET" | "POST", path: string): CallPlan {
  return { name, method, path, alias: [], access: "session", events: [] };
}
