/** Modules that the Vite plugin generates from the schemas. */
declare module "virtual:schemas/pages/*" {
  /** The route table, with labels in one language. */
  export const pages: readonly unknown[];
  /** The areas of the menu. */
  export const areas: readonly unknown[];
  /** Data of an entry of the "New" menu. */
  export const creationNeeds: readonly unknown[];
}
declare module "virtual:schemas/about/*" {
  /** What each page is for, by path. */
  export const about: Record<string, string | undefined>;
}
declare module "virtual:schemas/creations" {
  /** Entries of the "New" menu, in order. */
  export const creations: readonly unknown[];
}
declare module "virtual:schemas/ways" {
  type Way = Pick<import("@portolan/engine").CallPlan, "method" | "path">;
  /** Endpoints of standalone calls. */
  export const paths: Record<string, Way>;
}
declare module "virtual:schemas/public-ways" {
  type Way = Pick<import("@portolan/engine").CallPlan, "method" | "path">;
  /** Endpoints of the calls that need no session. */
  export const paths: Record<string, Way>;
}
declare module "virtual:schemas/contexts" {
  type Way = Pick<import("@portolan/engine").CallPlan, "method" | "path">;
  /** Call that loads each context, with the response property to read if it is not the whole response. */
  export const contexts: Record<string, Way & { key?: string }>;
}
declare module "virtual:schemas/reads" {
  /** Endpoints of calls that read multiple records, by `entity.call`. */
  export const reads: Record<
    string,
    Pick<import("@portolan/engine").CallPlan, "method" | "path" | "objects"> | undefined
  >;
}
declare module "virtual:schemas/public" {
  type ByLanguage<T> = Record<string, T | undefined>;
  type Inside = typeof import("virtual:schemas/inside/*");
  /** Loaders of forms that require no sign-in. */
  export const calls: ByLanguage<
    import("virtual:schemas/inside/*").Loaders<import("virtual:schemas/inside/*").CallModule>
  >;
  /** Loaders of the app kit's texts, by namespace. */
  export const texts: ByLanguage<Record<string, (() => Promise<{ default: Record<string, string> }>) | undefined>>;
  /** Loaders of what only signed-in users need, of the route table, and of what each page is for. */
  export const inside: ByLanguage<() => Promise<Inside>>;
  export const pages: ByLanguage<() => Promise<typeof import("virtual:schemas/pages/*")>>;
  export const abouts: ByLanguage<() => Promise<typeof import("virtual:schemas/about/*")>>;
}
declare module "virtual:schemas/inside/*" {
  type Loaders<T> = Record<string, () => Promise<{ default: T }>>;
  type Validator = Exclude<Parameters<typeof import("@portolan/engine").hydrateWith>[3], () => unknown>;
  interface Plan {
    findKind(name: string): import("@portolan/engine").Kind;
    plan: import("@portolan/engine").EntityPlan;
    texts: import("@portolan/engine").Texts;
  }
  type CallModule = Plan & { call: import("@portolan/engine").CallPlan; validator: Validator };
  export const entities: Loaders<Plan & { validator(): Promise<{ default: Validator }> }>;
  /** Loaders of forms for signed-in users. */
  export const calls: Loaders<CallModule>;
}
