import type { CallRequest } from "../../http/handler.ts";
import type { Stored } from "../../lifecycle/context.ts";
import { soleId } from "../../lifecycle/number.ts";
import { load } from "../../lifecycle/store.ts";

/** The merchant's application for certification; nothing before there is one. */
export async function application({ deps, actor }: Pick<CallRequest, "deps" | "actor">): Promise<Stored | undefined> {
  const entity = deps.schemas.entities.get("onboarding")!;
  return load(deps.db, entity, actor.merId, soleId(entity, actor.merId)!);
}
