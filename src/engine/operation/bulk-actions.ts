import { findRole } from "../entity/transitions.ts";
import type { CallPlan, Entity, Row, StepUp } from "../model/entity.ts";
import { preferPost } from "./request.ts";

/** What is unusual about records, by id, in the user's language. */
export type Flags = ReadonlyMap<string, readonly string[]>;

/** An event that the list offers for multiple records. */
export interface BulkAction {
  event: string;
  call: Pick<CallPlan, "method" | "path" | "objects">;
  /** States in which the event may be fired. */
  from: ReadonlySet<string>;
  needs: readonly string[];
  stepUp: StepUp | undefined;
  /** Loads what is unusual about the records to process. Rejects with a `CallFailure`. */
  flag?(rows: readonly Row[], signal: AbortSignal): Promise<Flags>;
}

/**
 * Returns the list's bulk actions in schema order: those that a POST call fires and for which the user has the grant.
 */
export function listBulkActions(entity: Entity, granted: (grant: string) => boolean): BulkAction[] {
  return entity.list.bulk.flatMap((event) => {
    const calls = Object.values(entity.calls).filter((call) => call.events.includes(event));
    const call =
      calls.find((call) => call.method === "POST") ?? calls.find((call) => preferPost(call).method === "POST");
    const own = (entity.lifecycle?.transitions ?? []).filter(
      (transition) =>
        transition.on === event &&
        findRole(entity.dialect, transition.by) === "user" &&
        (!transition.grant || granted(transition.grant)),
    );
    if (!call || own.length === 0) return [];
    const needs = [...new Set(own.flatMap((transition) => transition.needs))];
    return [
      {
        event,
        call,
        from: new Set(own.flatMap((transition) => transition.from)),
        needs,
        stepUp: own.find((transition) => transition.stepUp)?.stepUp,
      },
    ];
  });
}
