/** Method and path of each call that the portal sends by name. */
import { paths } from "virtual:schemas/ways";
import type { CallName, DeclaredCallName } from "../contract/calls.ts";
import type { CallPlan } from "../engine/index.ts";

export type Endpoint = Pick<CallPlan, "method" | "path">;

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

/**
 * Returns the endpoint of a call in `schemas/calls`, or of the list or options of an entity (`wallet.list`). Undefined
 * for any other name.
 */
export async function findEndpoint(name: string): Promise<Endpoint | undefined> {
  return declared[name] ?? (await import("virtual:schemas/reads")).reads[name];
}

/** Returns the identifier of a call as used in step-up proofs, such as `POST /mer/login`. */
export const describeEndpoint = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Returns whether the call is declared in `schemas/calls`. */
export const isDeclared = (name: CallName): name is DeclaredCallName => !name.includes(".");
