/** Public API of sign-in for products: its schemas, and its users with their roles. Contains no payment terms. */
export { sessionSchemas } from "./base.ts";
export type { Calls as SessionCalls } from "./calls.gen.ts";
export { addUser, type NewUser, type Roles } from "./roles.ts";
