/** For whoever may meet any kind: server, tools and tests. */
import { checkRecord } from "./check.ts";
import type { Entity, EntityPlan, Lang, Texts } from "../model/entity.ts";
import type { Validate } from "../model/validate.ts";
import { hydrateWith, type Judge } from "./hydrate.ts";
import { kindOf } from "./kind-of.ts";

/** As `hydrateWith`, with every kind at hand. */
export const hydrate = (plan: EntityPlan, texts: Partial<Record<Lang, Texts>>, validate: Validate): Entity =>
  hydrateWith(kindOf, plan, texts, { validate, checkRecord } satisfies Judge);
