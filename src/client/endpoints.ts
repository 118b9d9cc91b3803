/** Method and path of each call that the portal sends by name. */
import { paths } from "virtual:schemas/ways";
import type { CallName, DeclaredCallName } from "../contract/calls.ts";
import type { CallPlan } from "../engine/index.ts";

export type Endpoint = Pick<CallPlan, "method" | "path">;

const declared: Readonly<Record<string, Endpoint | undefined>> = paths;

/** Returns the endpoint of a call of `schemas/calls`. @throws for a name without one */
export function requireEndpoint(name: DeclaredCallName): Endpoint {
  const endpoint = declared[name];
  if (!endpoint) throw new Error(`there is no call ${name}`);
  return endpoint;
}

/** Returns the endpoint of a call of `schemas/calls`, or of an entity's list or options (`wallet.list`); undefined for any other name. */
export async function findEndpoint(name: string): Promise<Endpoint | undefined> {
  return declared[name] ?? (await import("virtual:schemas/reads")).reads[name];
}

/** Names a call as a proof of the payment password does: `POST /mer/login`. */
export const describeEndpoint = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Whether the call is one of `schemas/calls`. */
export const isDeclared = (name: CallName): name is DeclaredCallName => !name.includes(".");
