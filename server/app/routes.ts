/**
 * Builds the server's routes from the schemas: a table from method and path to handler. Fastify cannot replace routes
 * at run time, so its single catch-all route looks up this table, which is rebuilt when the schemas change.
 */
import {
  findPathMember,
  flattenBody,
  isListCall,
  formatMessage,
  nestResponse,
  type CallPlan,
  type Entity,
} from "@portolan/engine";
import { entityHandlers } from "../calls/entity/entity-calls.ts";
import { createEventHandler } from "../calls/entity/events.ts";
import { loadFile } from "../calls/entity/load-file.ts";
import { createStepHandler } from "../calls/entity/step-call.ts";
import { uploadFile } from "../calls/entity/upload.ts";
import type { CallContext, EntityHandler, Handler } from "../calls/handler.ts";
import { Failure } from "../core/failure.ts";
import { FileDownload } from "../core/file-download.ts";
import type { CallTable, Route } from "../http/call.ts";
import { findUnknownOptions } from "../lifecycle/judge.ts";
import { askToChoose } from "../lifecycle/references.ts";
import { listMenusByEntity, listMenusToChoose, type Schemas } from "@portolan/engine/folder";
import type { Services } from "../http/services.ts";

const JSON_ONLY = ["application/json"];
/** Content types of `logout`, the only call that may be form-encoded. Source: specification 7. */
const FORM = ["application/x-www-form-urlencoded", "application/json"];

/** A route whose handler has not been bound to the services. */
type Unbound<S> = Omit<Route, "handler" | "schemas"> & { handler: Handler<S> };

/** Paths for transferring files. No schema describes these calls, because their bodies are not JSON. */
export interface FileRoutes {
  upload: string;
  load: string;
  access: CallPlan["access"];
}

/** Handlers and file paths that routes are built from, besides the schemas. */
export interface RouteOptions<S> {
  /** Handlers of the calls in `schemas/calls`, by name. */
  handlers: Readonly<Record<string, Handler<S>>>;
  /** Paths for file transfers. If omitted, no file routes are built. */
  files?: FileRoutes | undefined;
}

/**
 * Builds the routes and binds their handlers to the services.
 *
 * @throws Error when two calls have the same method and path, or a call in `schemas/calls` has no handler
 */
export function buildRoutes<S extends Services>(
  schemas: Schemas,
  { handlers, files }: RouteOptions<S>,
  services: S,
): CallTable {
  const table = new Map<string, Partial<Record<"GET" | "POST", Route>>>();
  // A call reads the schemas of its route from start to end, even if the current ones are replaced meanwhile.
  const bind = () => ({ ...services, schemas });
  const add = ({ handler, ...rest }: Unbound<S>) => {
    const route: Route = { ...rest, schemas, handler: (call) => handler(Object.assign(call, { services: bind() })) };
    for (const { method, path } of [route.call, ...route.call.alias]) {
      const at = table.get(path) ?? {};
      const taken = at[method];
      if (taken) throw new Error(`${method} ${path} is both ${taken.id} and ${route.id}`);
      at[method] = route;
      table.set(path, at);
    }
  };
  // Calls that store a form step are handled in the same way for every form, so the product provides no handlers for
  // them.
  const steps = new Map(
    [...schemas.entities.values()].flatMap((entity) =>
      (entity.form.steps ?? []).flatMap(({ call }) => (call ? [[call, createStepHandler(entity, call)] as const] : [])),
    ),
  );
  for (const [name, { call, request, response, blob }] of schemas.calls) {
    const handler = steps.get(name) ?? handlers[name];
    if (!handler) throw new Error(`schemas/calls/${name}.json has no handler`);
    add({
      id: name,
      call,
      request,
      findUnknown: (body, lang) => findUnknownOptions(schemas, request, body, lang),
      explain: request.fields.some(({ ref }) => ref)
        ? (errors, actor) => askToChoose(bind(), request, errors, actor)
        : undefined,
      response,
      blob,
      menus: new Set(),
      accepts: name === "logout" ? FORM : JSON_ONLY,
      handler,
    });
  }
  const [menus, toChoose] = [listMenusByEntity(schemas), listMenusToChoose(schemas)];
  for (const entity of schemas.entities.values()) {
    for (const [name, call] of Object.entries(entity.calls)) {
      const handler = entityHandlers[name] ?? (call.events.length > 0 ? createEventHandler(call) : undefined);
      if (handler) add(buildEntityRoute(entity, call, name === "options" ? toChoose : menus, handler));
    }
  }
  for (const route of files ? buildFileRoutes(files) : []) add(route);
  return table;
}

function buildEntityRoute(
  entity: Entity,
  call: CallPlan,
  menus: ReadonlyMap<string, ReadonlySet<string>>,
  handler: EntityHandler,
): Unbound<Services> {
  // Require no menu for a reference list, because every user may read it.
  const own = entity.source === "data" ? undefined : menus.get(entity.name);
  return {
    id: `${entity.name}.${call.name}`,
    call,
    entity,
    menus: own ?? new Set(),
    accepts: JSON_ONLY,
    handler: (context) => handleDocument(context, entity, handler),
  };
}

/**
 * Runs a handler on flat records: flattens the nested objects of the request body, and nests those of the response.
 *
 * @throws Failure `invalid` when the request has a path such as `a.b` as a member name
 */
async function handleDocument(
  context: Parameters<EntityHandler>[0],
  entity: Entity,
  handler: EntityHandler,
): ReturnType<EntityHandler> {
  if (!entity.objects) return handler(context, entity);
  if (!isListCall(context.route.call)) assertNested(entity, context);
  context.body = flattenBody(entity, context.body);
  const result = await handler(context, entity);
  return result instanceof FileDownload ? result : nestResponse(entity, result);
}

/** Asserts that no member name in a request is a path such as `a.b`: paths are names only in flat records. */
function assertNested(entity: Entity, { body, lang }: Pick<CallContext, "body" | "lang">): void {
  const pointer = findPathMember(entity, body);
  if (pointer === undefined) return;
  const about = { field: undefined, code: "additionalProperties", params: { name: getMemberName(pointer) } };
  throw new Failure("invalid", {}, [
    { at: pointer, code: about.code, params: about.params, message: formatMessage(entity, about, lang) },
  ]);
}
const getMemberName = (pointer: string): string => pointer.slice(pointer.lastIndexOf("/") + 1);

const buildFileRoutes = ({ upload, load, access }: FileRoutes): Unbound<Services>[] => [
  {
    id: "uploadFile",
    call: plan("uploadFile", { method: "POST", path: upload, access }),
    menus: new Set(),
    accepts: ["multipart/form-data"],
    handler: uploadFile,
  },
  {
    id: "loadFile",
    call: plan("loadFile", { method: "GET", path: load, access }),
    blob: true,
    menus: new Set(),
    accepts: JSON_ONLY,
    handler: loadFile,
  },
];
const plan = (name: string, call: Pick<CallPlan, "method" | "path" | "access">): CallPlan => ({
  name,
  ...call,
  alias: [],
  events: [],
});
