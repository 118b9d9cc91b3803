/** Endpoints of the calls in `schemas/calls`, for code that is loaded after sign-in. */
import { paths } from "virtual:schemas/ways";
import type { DeclaredCallName } from "@portolan/engine";
import type { Endpoint } from "./endpoints.ts";

const declared: Readonly<Record<string, Endpoint | undefined>> = paths;

/**
 * Returns the endpoint of a call in `schemas/calls`.
 * @throws when the call has no endpoint
 */
export function requireEndpoint(name: DeclaredCallName): Endpoint {
  const endpoint = declared[name];
  if (!endpoint) throw new Error(`there is no call ${name}`);
  return endpoint;
}
