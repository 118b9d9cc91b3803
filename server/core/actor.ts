import type { Settings, TransitionPlan } from "../../src/engine/index.ts";
import type { Caller } from "./caller.ts";
import type { UserStatus } from "./user-status.ts";

/** Word of who fires an event: a word of the dialect, or one of the server's own. `record` is an event that cascades from another record. */
export type ActorWord = TransitionPlan["by"] | "provider";

/** Who acts: a user whose session is known, or a system for a tenant. */
export interface Actor extends Caller {
  by: ActorWord;
  tenant: string;
  userId?: string;
  username?: string;
  /** Menu ids and action grants, one flat set. */
  grants: ReadonlySet<string>;
  userStatus: UserStatus;
  sessionId?: string;
}

/** Actors that are not users. */
const SYSTEMS: ReadonlySet<string> = new Set(["provider", "clock", "record"]);

/** Whether a user acts, or fires the transition. */
export const isUser = ({ by }: { readonly by: string }): boolean => !SYSTEMS.has(by);

/** Whether a provider acts, or fires the transition: a product without providers has no such word. */
export const isProvider = ({ by }: { readonly by: string }): boolean => by === "provider";

/** Returns the dialect's word for users, the first where it has several. @throws Error when it has none */
export function findUserWord({ actors }: Pick<Settings, "actors">): ActorWord {
  const word = Object.keys(actors).find((name): name is ActorWord => actors[name] === "user");
  if (word === undefined) throw new Error("the dialect names no actor with the role user");
  return word;
}
