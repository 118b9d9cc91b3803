import { parseQuery, type Entity, type Query } from "../../src/engine/index.ts";
import { Failure } from "../failure.ts";
import type { CallRequest } from "./call.ts";

/** What the client asked a list for. Throws `notGranted` for a view that is another role's. */
export function queryOf(call: CallRequest, entity: Entity): Query {
  const source = call.route.call.method === "GET" || call.search.size > 0 ? call.search : call.body;
  const query = parseQuery(entity, source, { now: call.deps.clock.now(), lang: call.lang });
  const grant = entity.list.views.find((view) => view.id === query.view)?.grant;
  if (grant && !call.actor.grants.has(grant)) throw new Failure("notGranted");
  return query;
}
