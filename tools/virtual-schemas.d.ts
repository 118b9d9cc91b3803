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
declare module "virtual:schemas/reads" {
  /** Endpoints of the calls that read many records, by `entity.call`. */
  export const reads: Record<string, Pick<import("../src/engine/index.ts").CallPlan, "method" | "path"> | undefined>;
}
declare module "virtual:schemas/public" {
  /** Forms that everyone may see. */
  export const calls: Record<
    import("../src/engine/index.ts").Lang,
    import("virtual:schemas/inside/*").Loaders<import("virtual:schemas/inside/*").CallModule>
  >;
}
declare module "virtual:schemas/inside/*" {
  type Loaders<T> = Record<string, () => Promise<{ default: T }>>;
  type Judge = Exclude<Parameters<typeof import("../src/engine/index.ts").hydrateWith>[3], () => unknown>;
  interface Plan {
    kindOf(name: string): import("../src/engine/index.ts").Kind;
    plan: import("../src/engine/index.ts").EntityPlan;
    texts: import("../src/engine/index.ts").Texts;
  }
  type CallModule = Plan & { call: import("../src/engine/index.ts").CallPlan; judge: Judge };
  export const entities: Loaders<Plan & { judge(): Promise<{ default: Judge }> }>;
  /** Forms of signed-in people. */
  export const calls: Loaders<CallModule>;
}
/** Modules that `vite-words.ts` makes. */
declare module "virtual:words/*" {
  export const words: Record<string, Record<string, string>>;
}
