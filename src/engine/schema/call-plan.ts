import type { Access, CallPlan } from "../model/entity.ts";
import type { Json } from "./json.ts";

type Way = { method: "GET" | "POST"; path: string };

/** `GET /path/of/the/call` as method and path below `/api`. */
export function way(text: string): Way {
  const [method, path = ""] = text.split(" ");
  return { method: method as Way["method"], path };
}

/** How a call travels, from `METHOD /path` or `{http, alias, access, grant, stepUp, changes}`. */
export function readCall(name: string, word: Json | undefined, fallback: Way, access: Access): CallPlan {
  const http = typeof word?.value === "string" ? word.value : (word?.get("http")?.value as string | undefined);
  const call: CallPlan = {
    name,
    ...(http === undefined ? fallback : way(http)),
    alias: ((word?.get("alias")?.value as string[] | undefined) ?? []).map(way),
    access: (word?.get("access")?.value as Access | undefined) ?? access,
    events: [],
  };
  for (const key of ["grant", "stepUp", "changes"] as const) {
    const value = word?.get(key)?.value;
    if (value !== undefined) Object.assign(call, { [key]: value });
  }
  return call;
}
