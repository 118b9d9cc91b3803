/**
 * The words of a product's dialect, for types. A product adds its own by declaring the interface again; where nothing is registered a word
 * is any string, so the engine names no product's.
 * @example
 * declare module "../engine/model/register.ts" {
 *   interface Register { access: "public" | "session"; stepUp: "pin"; actor: "user"; lang: "en" }
 * }
 */
// oxlint-disable-next-line typescript/no-empty-interface -- products declare its members
export interface Register {}

type Registered<Name extends string> = Register extends Record<Name, infer Word extends string> ? Word : string;

/** What schemas and the wire call a tenant; none where nothing is registered. */
export type TenantWord = Register extends Record<"tenant", infer Word extends string> ? Word : never;
/** Sources of rows besides the engine's own; none where nothing is registered. */
export type SourceWord = Register extends Record<"source", infer Word extends string> ? Word : never;
/** Who may send a call. */
export type Access = Registered<"access">;
/** How strongly a user confirms a call. */
export type StepUp = Registered<"stepUp">;
/** Who fires events, besides the clock and other records. */
export type Actor = Registered<"actor">;
/** Language of a text. */
export type Lang = Registered<"lang">;
