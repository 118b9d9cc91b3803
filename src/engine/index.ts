/** The headless door to the engine: for server, tools, client and, through `ui.tsx`, for everyone with a screen. */
export type * from "./entity/entity.ts";
export type * from "./rules/expression.ts";
export type * from "./kinds/kind.ts";
export type * from "./query/query.ts";
export type * from "./ports.ts";
export { Decimal } from "./rules/decimal.ts";
export { UNKNOWN, evaluate } from "./rules/evaluate.ts";
export { recordScope } from "./rules/scope.ts";
export { columnOf, columnValue, projected, tableOf } from "./query/columns.ts";
