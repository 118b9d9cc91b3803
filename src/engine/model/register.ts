/**
 * Names from a product's dialect, for types. A product registers its own by declaration merging. Without a
 * registration, any string is allowed (except as `TenantName` and `SourceName`), so that the engine knows no product.
 * `declare module "@portolan/engine" { interface Register { access: "public" | "session"; stepUp: "pin"; actor: "user";
 * lang: "en" } }`
 */
export interface Register {} // oxlint-disable-line typescript/no-empty-interface -- products declare its members

type Registered<Name extends string> = Register extends Record<Name, infer Word extends string> ? Word : string;

/** Name of the tenant in schemas and requests, or `never` without a registration. */
export type TenantName = Register extends Record<"tenant", infer Word extends string> ? Word : never;
/** Row sources besides the engine's own, or `never` without a registration. */
export type SourceName = Register extends Record<"source", infer Word extends string> ? Word : never;
/** Access level of a call. */
export type Access = Registered<"access">;
/** Strength of a step-up. */
export type StepUp = Registered<"stepUp">;
/** Icon of a menu area or of the bottom bar. */
export type Icon = Registered<"icon">;
/** Hand-written screen of a page. */
export type Screen = Registered<"screen">;
/** Actors that fire events, besides the clock and other records. */
export type Actor = Registered<"actor">;
/** Language of a text. */
export type Lang = Registered<"lang">;
