/** Several choices look like tags. */
export { drawing } from "./tags.tsx";
