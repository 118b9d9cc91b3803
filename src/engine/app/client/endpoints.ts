/** Method and path of each call that the app sends by name. */
import { paths } from "virtual:schemas/public-ways";
import type { CallPlan } from "../../model/entity.ts";

export type Endpoint = Pick<CallPlan, "method" | "path">;

/** Endpoints of calls that need no session. The others are loaded with the pages of signed-in users. */
const open: Readonly<Record<string, Endpoint | undefined>> = paths;

/**
 * Returns the endpoint of a call in `schemas/calls`, or of the list or options of an entity (`wallet.list`). Undefined
 * for any other name.
 */
export async function findEndpoint(name: string): Promise<Endpoint | undefined> {
  const known = open[name] ?? (await import("virtual:schemas/ways")).paths[name];
  return known ?? (await import("virtual:schemas/reads")).reads[name];
}

/**
 * Returns the identifier of a call as used in step-up proofs.
 * @example
 * describeEndpoint({ method: "POST", path: "/login" }) // => "POST /login"
 */
export const describeEndpoint = ({ method, path }: Endpoint): string => `${method} ${path}`;
