import type { Settings, TransitionPlan } from "@portolan/engine";
import type { Caller } from "./caller.ts";

/**
 * Name of an actor: one that the dialect declares, or `provider`. `record` means that the event cascades from another
 * record.
 */
export type ActorWord = TransitionPlan["by"] | "provider";

/** The actor of a call: a signed-in user, or a system that acts for a tenant. */
export interface Actor extends Caller {
  by: ActorWord;
  tenant: string;
  userId?: string;
  username?: string;
  /** Menu ids and action grants in one flat set. */
  grants: ReadonlySet<string>;
  /** Status of the tenant, whose values the product defines. */
  userStatus: number;
  sessionId?: string;
}

/** Actors that are not users. */
const SYSTEMS: ReadonlySet<string> = new Set(["provider", "clock", "record"]);

/** Returns whether an actor is a user, or whether users fire a transition. */
export const isUser = ({ by }: { readonly by: string }): boolean => !SYSTEMS.has(by);

/**
 * Returns whether an actor is a provider, or whether providers fire a transition. Compares strings, because a product
 * without providers does not declare the name.
 */
export const isProvider = ({ by }: { readonly by: string }): boolean => by === "provider";

/** Returns the dialect's name for users, the first one if there are several. @throws Error when there is none */
export function findUserWord({ actors }: Pick<Settings, "actors">): ActorWord {
  const word = Object.keys(actors).find((name): name is ActorWord => actors[name] === "user");
  if (word === undefined) throw new Error("the dialect names no actor with the role user");
  return word;
}
