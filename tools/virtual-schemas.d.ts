/** Modules that `vite-schemas.ts` makes. */
declare module "virtual:schemas/pages" {
  /** The route table as the file has it. */
  export const pages: readonly unknown[];
}
declare module "virtual:schemas/ways" {
  type Way = Pick<import("../src/engine/index.ts").CallPlan, "method" | "path">;
  /** Ways of the calls that are no entity's. */
  export const paths: Record<string, Way>;
  /** By context name the call that loads it and, where the answer holds more, its member. */
  export const contexts: Record<string, Way & { key?: string }>;
}
declare module "virtual:schemas/public" {
  type Loaders<T> = Record<string, () => Promise<{ default: T }>>;
  type CallModule = { call: import("../src/engine/index.ts").CallPlan; kindOf(name: string): import("../src/engine/index.ts").Kind; plan: import("../src/engine/index.ts").EntityPlan; validate: import("../src/engine/index.ts").Validate };
  /** Forms that everyone may see. */
  export const calls: Loaders<CallModule>;
  export const callTexts: Record<import("../src/engine/index.ts").Lang, Loaders<import("../src/engine/index.ts").Texts>>;
}
declare module "virtual:schemas/inside" {
  type Loaders<T> = Record<string, () => Promise<{ default: T }>>;
  type EntityModule = { kindOf(name: string): import("../src/engine/index.ts").Kind; plan: import("../src/engine/index.ts").EntityPlan; validate: import("../src/engine/index.ts").Validate };
  export const entities: Loaders<EntityModule>;
  /** Forms of signed-in people. */
  export const calls: Loaders<EntityModule & { call: import("../src/engine/index.ts").CallPlan }>;
}
declare module "virtual:schemas/inside/*" {
  type Loaders<T> = Record<string, () => Promise<{ default: T }>>;
  export const texts: Loaders<import("../src/engine/index.ts").Texts>;
  export const callTexts: Loaders<import("../src/engine/index.ts").Texts>;
}
/** Modules that `vite-words.ts` makes. */
declare module "virtual:words/*" {
  export const words: Record<string, Record<string, string>>;
}
