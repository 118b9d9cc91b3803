/** Endpoints of the calls in `schemas/calls`, for code that is loaded after sign-in. */
import { reads } from "virtual:schemas/reads";
import { paths } from "virtual:schemas/ways";
import type { DeclaredCallName } from "../../model/calls.ts";
import type { Endpoint } from "./endpoints.ts";

const declared: Readonly<Record<string, Endpoint | undefined>> = paths;

/** Returns whether the product's schemas have a call, or the list or options of an entity (`wallet.list`). */
export const hasCall = (name: string): boolean => (declared[name] ?? reads[name]) !== undefined;

/**
 * Returns the endpoint of a call in `schemas/calls`.
 * @throws when the call has no endpoint
 * @example
 * const call = requireEndpoint("login");
 */
export function requireEndpoint(name: DeclaredCallName): Endpoint {
  const endpoint = declared[name];
  if (!endpoint) throw new Error(`there is no call ${name}`);
  return endpoint;
}
