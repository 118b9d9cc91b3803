/** Multiple choices are drawn like tags. */
export { drawing } from "./tags.tsx";
