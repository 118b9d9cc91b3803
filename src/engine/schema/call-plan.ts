import type { Settings } from "../model/settings.ts";
import type { CallPlan } from "../model/entity.ts";
import type { Json } from "./json.ts";

type Endpoint = Pick<CallPlan, "method" | "path">;

const CHANGES = ["money", "record"] as const;

/** Parses an endpoint such as `GET /path/of/the/call`. The path is relative to `/api`. */
export function readEndpoint(keyword: Json): Endpoint {
  const [method, path = ""] = keyword.string().split(" ");
  return { method: method === "GET" ? "GET" : "POST", path };
}

/**
 * Reads the endpoint and requirements of a call: `METHOD /path` or `{http, alias, access, grant, stepUp, changes}`.
 * `fallback` applies when no path is given.
 */
export function readCall(
  name: string,
  keyword: Json | undefined,
  fallback: Endpoint,
  { access, stepUps }: Pick<Settings, "access" | "stepUps">,
): CallPlan {
  const http = keyword?.node.type === "string" ? keyword : keyword?.get("http");
  const grant = keyword?.get("grant")?.string();
  const stepUp = keyword?.get("stepUp")?.oneOf(stepUps);
  const changes = keyword?.get("changes")?.oneOf(CHANGES);
  return {
    name,
    ...(http ? readEndpoint(http) : fallback),
    alias: keyword?.get("alias")?.items().map(readEndpoint) ?? [],
    access: keyword?.get("access")?.oneOf(access.levels) ?? access.default,
    events: [],
    ...(grant !== undefined && { grant }),
    ...(stepUp !== undefined && { stepUp }),
    ...(changes !== undefined && { changes }),
  };
}
