/** Modules that `vite-schemas.ts` makes. */
declare module "virtual:schemas/pages" {
  type CallPlan = import("../src/engine/index.ts").CallPlan;
  type EntityPlan = import("../src/engine/index.ts").EntityPlan;
  type Lang = import("../src/engine/index.ts").Lang;
  type Texts = import("../src/engine/index.ts").Texts;
  type Validate = import("../src/engine/index.ts").Validate;
  type Way = Pick<CallPlan, "method" | "path">;
  type Load<T> = () => Promise<{ default: T }>;
  /** The route table as the file has it. */
  export const pages: readonly unknown[];
  /** Ways of the calls that are no entity's. */
  export const paths: Record<string, Way>;
  /** By context name the call that loads it and, where the answer holds more, its member. */
  export const contexts: Record<string, Way & { key?: string }>;
  export const entities: Record<string, Load<{ plan: EntityPlan; validate: Validate }>>;
  export const texts: Record<string, Record<Lang, Load<Texts>>>;
  export const calls: Record<string, Load<{ call: CallPlan; plan: EntityPlan; validate: Validate }>>;
  export const callTexts: Record<string, Record<Lang, Load<Texts>>>;
}
